"""Correlations: a value in one source's answer leads to a query of another source."""
