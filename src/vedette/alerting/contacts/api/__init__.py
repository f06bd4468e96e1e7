"""Contact points over HTTP: the provisioning API, the Alertmanager API, and the user interface."""
