"""Annotations: the deploys and load tests of a made-up shop, each at a time of its own."""

from typing import NamedTuple

import numpy as np

from vedette.sdk import Frame, Query
from vedette_plugins.datasources.testdata.model import Scenario, limited, table, texts, times
from vedette_plugins.datasources.testdata.noise import seed, uniform

_MINUTE_MS = 60_000
_WEEK_MINUTES = 7 * 24 * 60
_MAX_SLOTS = 200_000
_LONG_EVERY = 3
_LOAD_TEST_MS = 20 * _MINUTE_MS
_SERVICES = ("checkout", "cart", "payments", "inventory", "search", "shipping")


class _Event(NamedTuple):
    title: str
    text: str
    tags: str
    length: int = 0
    """Milliseconds."""


def annotations(query: Query, scenario: Scenario) -> list[Frame]:
    """Return `lines` events, in order of time; about every third is a load test that lasts a while.

    Every minute has a fixed rank, and the minutes of the range with the highest ranks have an
    event. An event therefore stays where it is when the range is zoomed or moved.
    """
    count = limited(scenario.lines, 1_000, "annotations")
    start, end = query.range.start_ms, query.range.end_ms
    slot = _slot_ms(end - start, count)
    slots = np.arange(-(-start // slot), end // slot + 1, dtype=np.int64)
    ranks = uniform(slots, seed(query.ref_id, "events"))
    chosen = np.sort(slots[np.argsort(-ranks, kind="stable")[:count]]).tolist()
    starts = [place * slot for place in chosen]
    events = [_describe(moment, place) for moment, place in zip(starts, chosen, strict=True)]
    ends = [moment + event.length for moment, event in zip(starts, events, strict=True)]
    return [
        table(
            query.ref_id,
            times("time", starts),
            times("timeEnd", ends),
            texts("title", [event.title for event in events]),
            texts("text", [event.text for event in events]),
            texts("tags", [event.tags for event in events]),
        )
    ]


def _slot_ms(length_ms: int, count: int) -> int:
    """A minute; less in a range too short for `count` minutes, more in one of many months."""
    if length_ms < count * _MINUTE_MS:
        return max(1, length_ms // max(1, count))
    return _MINUTE_MS * (1 + length_ms // _MINUTE_MS // _MAX_SLOTS)


def _describe(moment_ms: int, place: int) -> _Event:
    chance = float(uniform(np.array([place]), seed("service"))[0])
    service = _SERVICES[int(chance * len(_SERVICES))]
    if place % _LONG_EVERY == 0:
        text = f"{service} has twice the usual traffic"
        return _Event(f"Load test of {service}", text, f"load-test,{service}", _LOAD_TEST_MS)
    week, minute = divmod(moment_ms // _MINUTE_MS, _WEEK_MINUTES)
    version = f"v{week // 100}.{week % 100}.{minute // 360}"
    return _Event(f"Deploy of {service}", f"{service} {version}", f"deploy,{service}")
