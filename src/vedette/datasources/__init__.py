"""Configured data sources: their records and secrets, open connections, health and proxy."""
