"""The alert that always fires: a receiver that expects its messages notices when alerting stops."""

from datetime import timedelta

from vedette.alerting.model import fingerprint

LABELS = {"alertname": "Watchdog", "severity": "none"}
FINGERPRINT = fingerprint(LABELS)
SILENT = timedelta(seconds=20)
"""After this time without firing it is removed without a resolved message."""
