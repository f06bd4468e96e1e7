"""Helpers of tests that belong to no fixture."""
