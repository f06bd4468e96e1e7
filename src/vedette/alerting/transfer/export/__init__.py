"""What is stored, as files that make the same again."""
