"""The values of the simulated source: a pure function of a seed, a series and a time.

Tests and checker read the same script; it does not depend on the product.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from typing import NamedTuple

THRESHOLD = 50.0


class Key(NamedTuple):
    """A series: the `rule` and `series` labels in responses of the source."""

    rule: str
    series: str


@dataclass(slots=True)
class Breach:
    """The series is above the threshold from `start` until before `end`, in Unix seconds."""

    start: float
    end: float | None = None

    def holds(self, moment: float) -> bool:
        return self.start <= moment and (self.end is None or moment < self.end)


@dataclass
class Script:
    """Breaches by series. New ones are only added at the end, from now on."""

    seed: int
    breaches: dict[Key, list[Breach]] = field(default_factory=dict)
    gone: dict[Key, list[Breach]] = field(default_factory=dict)
    """When a series is absent from responses."""
    labels: dict[Key, Mapping[str, str]] = field(default_factory=dict)
    """Further labels of a series."""
    by_rule: dict[str, list[Key]] = field(default_factory=dict)

    def add(self, key: Key, **labels: str) -> Key:
        """Add a normal series; it can replace one of the same name."""
        self.breaches[key] = []
        self.gone.pop(key, None)
        self.labels[key] = labels
        of_rule = self.by_rule.setdefault(key.rule, [])
        if key not in of_rule:
            of_rule.append(key)
        return key

    def breach(self, key: Key, start: float, end: float | None = None) -> Breach:
        last = self.breaches[key][-1:]
        assert not last or (last[0].end is not None and last[0].end <= start), "in order only"
        self.breaches[key].append(Breach(start, end))
        return self.breaches[key][-1]

    def recover(self, key: Key, moment: float) -> None:
        last = self.breaches[key][-1]
        assert last.end is None or last.end > moment
        last.end = moment

    def vanish(self, key: Key, start: float, end: float | None = None) -> None:
        self.gone.setdefault(key, []).append(Breach(start, end))

    def value(self, key: Key, moment: float) -> float | None:
        """Return 10 to 40 normally, 60 to 90 in a breach, and None without the series."""
        if any(gap.holds(moment) for gap in self.gone.get(key, ())):
            return None
        digest = blake2b(f"{self.seed}/{key}/{int(moment)}".encode(), digest_size=4).digest()
        noise = int.from_bytes(digest) / 2**32 * 30
        is_high = any(breach.holds(moment) for breach in reversed(self.breaches[key]))
        return (60 if is_high else 10) + noise


def storm(
    script: Script,
    keys: list[Key],
    start: float,
    length: float,
    shortest: float,
    longest: float,
) -> None:
    """Fill the time with breaches and pauses of random lengths; all breaches end in it."""
    random = Random(f"{script.seed}/storm")
    for key in keys:
        moment = start + random.uniform(0, longest)
        while True:
            end = moment + random.uniform(shortest, longest)
            if end > start + length:
                break
            script.breach(key, moment, end)
            moment = end + random.uniform(shortest, longest)
