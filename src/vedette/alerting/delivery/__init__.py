"""What is told of a group of alerts, when, and why."""
