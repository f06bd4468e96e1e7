"""Stored secrets, password hashes and the key that both start from."""
