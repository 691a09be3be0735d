// Sphinx's search, mended in two places.  A page opened from a file may not read other
// pages, so no excerpts there; and a hit without text has an empty excerpt, not none.
if (document.getElementById("search-results")) {
  if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
  const excerpt = Search.makeSearchSummary;
  Search.makeSearchSummary = (...given) => excerpt(...given) ?? document.createElement("p");
}
