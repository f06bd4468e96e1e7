"""Alerting while the database cannot be written: from a copy in memory, written back afterwards."""
