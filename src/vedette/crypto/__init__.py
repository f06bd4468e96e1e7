"""Encryption of stored secrets, password hashes, and the `secret_key` that protects them."""
