"""Evaluation of rules: from query results to states of alert instances."""
