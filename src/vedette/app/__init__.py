"""The composition root: builds every object once, by hand, in order."""
