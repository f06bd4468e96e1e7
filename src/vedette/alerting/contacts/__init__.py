"""Contact points: how people are reached, by integrations that receiver plugins implement."""
