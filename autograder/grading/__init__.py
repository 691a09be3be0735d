"""The trusted side: check cells, points, records.  Never runs student code."""
