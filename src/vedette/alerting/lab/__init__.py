"""Tests of rules: evaluations, previews, backtests and unit tests."""
