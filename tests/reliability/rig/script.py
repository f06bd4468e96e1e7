"""What the simulated source says: a pure function of a seed, a series and a time.

Test and judge read the same script; nothing is learned from the product.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from typing import NamedTuple

THRESHOLD = 50.0


class Key(NamedTuple):
    """A series: the `rule` and `series` labels of what the source answers."""

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
    """Breaches by series. They are only ever added at the end, from now on."""

    seed: int
    breaches: dict[Key, list[Breach]] = field(default_factory=dict)
    gone: dict[Key, list[Breach]] = field(default_factory=dict)
    """When a series is not in the answer at all."""
    labels: dict[Key, Mapping[str, str]] = field(default_factory=dict)
    """More labels of a series."""
    by_rule: dict[str, list[Key]] = field(default_factory=dict)

    def add(self, key: Key, **labels: str) -> Key:
        """A series that starts calm, also where there was one of that name before."""
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
        """10 to 40 when calm, 60 to 90 in a breach; None where there is no such series."""
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
    """Fills the time with breaches and calm of random lengths; all are over by its end."""
    random = Random(f"{script.seed}/storm")
    for key in keys:
        moment = start + random.uniform(0, longest)
        while True:
            end = moment + random.uniform(shortest, longest)
            if end > start + length:
                break
            script.breach(key, moment, end)
            moment = end + random.uniform(shortest, longest)
