"""Rules that watch data sources, and the messages they lead to."""
