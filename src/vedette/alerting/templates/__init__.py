"""Texts of rules and of messages: Go templates over the data that people know from Grafana 10.4."""
