"""Configured data sources: their records and secrets, live connections, health and proxy."""
