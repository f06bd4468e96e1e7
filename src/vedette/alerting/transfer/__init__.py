"""Alerting as files: provisioning, export, and import from Prometheus and Alertmanager."""
