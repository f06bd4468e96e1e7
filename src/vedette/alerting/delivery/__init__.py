"""Notifications of alert groups: routing, flushing, sending and their history."""
