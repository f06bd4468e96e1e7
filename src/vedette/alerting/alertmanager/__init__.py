"""The Alertmanager API v2, its configuration, and alerts posted by other servers."""
