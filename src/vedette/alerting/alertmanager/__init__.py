"""The Alertmanager API v2, whole configurations, and the intake of other servers' alerts."""
