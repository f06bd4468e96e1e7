"""Mute timings: times at which policies do not notify, or at which alone they do."""
