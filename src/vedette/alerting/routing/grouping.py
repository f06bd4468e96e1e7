"""Which group of its route an alert belongs to, and when groups are looked at."""

from datetime import datetime
from hashlib import blake2b

from vedette.alerting.model import Labels
from vedette.alerting.routing.policies import ALL_LABELS
from vedette.alerting.routing.tree import GroupTimings, PolicyRoute

_LONGEST_KEY = 1_000


def group_labels(route: PolicyRoute, labels: Labels) -> dict[str, str]:
    """Those of the alert's labels that its group shares; what the alert lacks is left out."""
    if ALL_LABELS in route.group_by:
        return dict(labels)
    return {name: labels[name] for name in route.group_by if name in labels}


def group_key(route: PolicyRoute, labels: Labels) -> str:
    """Names the group of an alert within its organisation, in every process and version.

    Fit for an index of PostgreSQL: without a NUL, and of a length that is taken.
    """
    shared = sorted(group_labels(route, labels).items())
    key = f"{route.key}:{{{', '.join(f'{name}={_quoted(value)}' for name, value in shared)}}}"
    whole = key.replace("\0", "\\0").encode("utf-8", "replace")
    if len(whole) <= _LONGEST_KEY:
        return whole.decode()
    digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"{whole[: _LONGEST_KEY - 40].decode(errors='ignore')}... {digest}"


def first_flush(timings: GroupTimings, created: datetime, oldest_start: datetime) -> datetime:
    """A group waits for others of its kind, but not for what has been going on for longer."""
    return max(created, min(created, oldest_start) + timings.group_wait)


def next_flush(timings: GroupTimings, slot: datetime, now: datetime) -> datetime:
    """The first of the group's slots, an interval apart, after both `slot` and now.

    Slots that passed unused are not made up for.
    """
    interval = timings.group_interval
    passed = max(0, (now - slot) // interval)
    return slot + (passed + 1) * interval


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
