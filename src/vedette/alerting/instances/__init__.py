"""States of the series of rules, what they did, and how their evaluations went."""
