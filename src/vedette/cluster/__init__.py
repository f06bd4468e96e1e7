"""Coordination of several instances that share one database and its work."""
