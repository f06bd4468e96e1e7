"""The group of an alert within its route, and the times at which groups are flushed."""

from datetime import datetime
from hashlib import blake2b

from vedette.alerting.model import Labels
from vedette.alerting.routing.policies import ALL_LABELS
from vedette.alerting.routing.tree import GroupTimings, PolicyRoute

_LONGEST_KEY = 1_000


def group_labels(route: PolicyRoute, labels: Labels) -> dict[str, str]:
    """Return the labels by which the route groups. Labels that the alert lacks are omitted."""
    if ALL_LABELS in route.group_by:
        return dict(labels)
    return {name: labels[name] for name in route.group_by if name in labels}


def group_key(route: PolicyRoute, labels: Labels) -> str:
    """Return the key of the group within its organization, the same in every process and version.

    The key fits into a PostgreSQL index: no NUL, limited length.
    """
    shared = sorted(group_labels(route, labels).items())
    key = f"{route.key}:{{{', '.join(f'{name}={_quoted(value)}' for name, value in shared)}}}"
    whole = key.replace("\0", "\\0").encode("utf-8", "replace")
    if len(whole) <= _LONGEST_KEY:
        return whole.decode()
    digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return f"{whole[: _LONGEST_KEY - 40].decode(errors='ignore')}... {digest}"


def first_flush(timings: GroupTimings, created: datetime, oldest_start: datetime) -> datetime:
    """Return the first flush. A group waits for further alerts, unless the alert is already
    older."""
    return max(created, min(created, oldest_start) + timings.group_wait)


def next_flush(timings: GroupTimings, slot: datetime, now: datetime) -> datetime:
    """Return the first slot, a multiple of the interval after `slot`, that is after now.

    Missed slots are skipped.
    """
    interval = timings.group_interval
    passed = max(0, (now - slot) // interval)
    return slot + (passed + 1) * interval


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
