"""The notification history: why notifications were sent or not, and their deliveries."""
