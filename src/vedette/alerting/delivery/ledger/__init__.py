"""Answers why an alert was told or was not, and what became of its messages."""
