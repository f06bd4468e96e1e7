"""`alertmanager.yml` as a provisioning file."""
