"""What a rule's queries said, and what that makes of its alerts."""
