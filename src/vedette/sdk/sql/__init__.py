"""Tools for SQL data sources: macros, checks, limits and formats of results."""
