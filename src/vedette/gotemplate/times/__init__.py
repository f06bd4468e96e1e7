"""Go's time package as far as templates see it: texts, layouts and methods."""
