"""Contact points over HTTP: the provisioning API, that of Alertmanager, and our own."""
