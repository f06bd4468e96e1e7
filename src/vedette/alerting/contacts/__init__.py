"""Contact points and their integrations, which receiver plugins implement."""
