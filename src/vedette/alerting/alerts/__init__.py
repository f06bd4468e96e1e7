"""The alerts that are told to people, wherever they come from."""
