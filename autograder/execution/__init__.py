"""The untrusted side: runs student code in a sandbox and answers with plain data."""
