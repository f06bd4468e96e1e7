"""Rules tried out: what they would do now, would have done, and do in tests."""
