"""The one HTTP client for all that leaves the process, with one policy of where it may go."""
