"""The build of the bilingual book: cells once, two trees, one check of both."""
