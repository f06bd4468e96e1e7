"""The environment of the product: sources, receivers, faults, and the checker of notifications.

Nothing here imports the product; it only runs as a process.
"""
