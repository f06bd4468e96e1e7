"""Sends alerts of rules to Alertmanager data sources."""
