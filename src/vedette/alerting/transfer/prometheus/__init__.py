"""Converts rules of Prometheus, Mimir and Loki to rules of this server, and back."""
