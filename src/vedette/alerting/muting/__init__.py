"""Suppression of notifications: mute timings, silences and inhibition rules."""
