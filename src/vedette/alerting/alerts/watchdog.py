"""The alert that always fires: whoever expects its messages notices when alerting stops."""

from datetime import timedelta

from vedette.alerting.model import fingerprint

LABELS = {"alertname": "Watchdog", "severity": "none"}
FINGERPRINT = fingerprint(LABELS)
SILENT = timedelta(seconds=20)
"""For so long nobody let it fire: it is forgotten, and no message says that it ended."""
