"""Everything around the product: sources, receivers, faults, and the judge of what arrived.

Nothing here imports the product, except that it is started as a process.
"""
