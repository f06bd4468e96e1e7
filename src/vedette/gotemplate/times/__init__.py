"""Go's time package as far as templates use it: formats, layouts and methods."""
