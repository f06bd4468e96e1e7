"""Routing: the contact points and groups of an alert."""
