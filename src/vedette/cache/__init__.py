"""Caches in this process or in Redis, and calls that several callers share."""
