"""Tests of rules in YAML: given series, expected alerts."""
