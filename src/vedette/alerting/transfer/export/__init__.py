"""Exports stored objects as provisioning files."""
