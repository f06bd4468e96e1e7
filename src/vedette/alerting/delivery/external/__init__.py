"""Handing alerts of rules to Alertmanagers that are data sources."""
