"""Alerts from all origins."""
