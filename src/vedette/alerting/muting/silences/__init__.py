"""Silences: matching alerts do not notify from a start to an end."""
