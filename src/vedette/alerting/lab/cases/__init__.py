"""Tests of rules in YAML: made-up series in, alerts out, the same in every run."""
