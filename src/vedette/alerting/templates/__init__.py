"""Texts of rules and notifications: Go templates over the data of Grafana 10.4."""
