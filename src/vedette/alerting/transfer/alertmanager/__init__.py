"""Converts `alertmanager.yml` to a provisioning file."""
