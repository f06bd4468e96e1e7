"""Mute timings: intervals in which policies do not notify, or outside of which they do not."""
