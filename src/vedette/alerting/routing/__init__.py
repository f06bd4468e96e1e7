"""Which contact point an alert goes to, and in which group."""
