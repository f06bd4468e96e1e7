"""Moments in responses and events."""

from vedette.kernel.clock import moment


def iso(ms: int) -> str:
    """Milliseconds since the epoch as `2026-01-31T10:00:00.000Z`."""
    return moment(ms).isoformat(timespec="milliseconds").replace("+00:00", "Z")
