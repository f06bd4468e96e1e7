"""Provisioning from files, export, and import from Prometheus and Alertmanager."""
