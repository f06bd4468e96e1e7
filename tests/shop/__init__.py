"""A small simulated shop whose metrics, logs and traces speak of the same requests."""
