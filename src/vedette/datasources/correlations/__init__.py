"""Correlations: links from a value in the result of one source to a query of another source."""
