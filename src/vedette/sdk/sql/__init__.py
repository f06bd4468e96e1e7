"""For data sources that are asked in SQL: macros, checks, limits and the shapes of answers."""
