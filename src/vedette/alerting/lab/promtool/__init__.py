"""Unit tests of Prometheus rules, evaluated by promtool."""
