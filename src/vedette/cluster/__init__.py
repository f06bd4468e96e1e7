"""How several instances share one database and its work."""
