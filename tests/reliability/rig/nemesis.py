"""Injects faults at times that depend on a seed."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from tests.reliability.rig.cluster import Cluster


class Fault(NamedTuple):
    """`at` is in seconds after the start; `what` is a name in `Nemesis.FAULTS`."""

    at: float
    what: str
    whom: int
    number: float


def plan(
    seed: str, length: float, every: float, faults: Sequence[str], instances: int
) -> list[Fault]:
    """Return one fault for each period of `every` seconds, at a random time in it."""
    random = Random(seed)
    stretches = int(length / every)
    return [
        Fault(
            stretch * every + random.uniform(0.1, 0.9) * every,
            random.choice(list(faults)),
            random.randrange(instances),
            random.random(),
        )
        for stretch in range(stretches)
    ]


@dataclass
class Nemesis:
    cluster: Cluster
    done: list[tuple[float, Fault]] = field(default_factory=list)

    def run(self, faults: Sequence[Fault], length: float) -> None:
        """Inject the faults until `length` seconds have passed; all are over at the end."""
        begun = time.monotonic()
        for fault in sorted(faults):
            time.sleep(max(0.0, begun + fault.at - time.monotonic()))
            self.done.append((time.time(), fault))
            self.faults[fault.what](fault)
        time.sleep(max(0.0, begun + length - time.monotonic()))

    @property
    def faults(self) -> dict[str, Callable[[Fault], None]]:
        return {
            "kill": self._kill,
            "kill_all": self._kill_all,
            "pause": self._pause,
            "terminate": self._terminate,
            "cut_database": self._cut_database,
            "end_sessions": self._end_sessions,
            "crash_database": self._crash_database,
        }

    def _kill(self, fault: Fault) -> None:
        one = self.cluster.instances[fault.whom]
        one.kill()
        time.sleep(fault.number * 0.5)
        one.launch()

    def _kill_all(self, fault: Fault) -> None:
        for one in self.cluster.instances:
            one.kill()
        time.sleep(fault.number * 0.5)
        for one in self.cluster.instances:
            one.launch()

    def _pause(self, fault: Fault) -> None:
        one = self.cluster.instances[fault.whom]
        one.pause()
        time.sleep(1 + fault.number * 5)
        one.resume()

    def _terminate(self, fault: Fault) -> None:
        one = self.cluster.instances[fault.whom]
        one.terminate()
        one.launch()

    def _cut_database(self, fault: Fault) -> None:
        one = self.cluster.instances[fault.whom]
        link = self.cluster.database_links[one.name]
        link.set("blackhole" if fault.number < 0.3 else "refuse")
        time.sleep(1 + fault.number * 3)
        link.set("pass")

    def _end_sessions(self, fault: Fault) -> None:
        self.cluster.rig.postgres.terminate_sessions(self.cluster.database)

    def _crash_database(self, fault: Fault) -> None:
        self.cluster.rig.postgres.restart()
