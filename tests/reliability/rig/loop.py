"""One event loop in a thread for all servers of the rig, with its delays."""

import asyncio
import threading
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import uvloop

T = TypeVar("T")
_BEAT = 0.05
_PRESSURE = Path("/proc/pressure/cpu")


class RigOverloaded(Exception):
    """The machine was too slow to judge times; this says nothing about the product."""


@dataclass
class RigLoop:
    """Tests are plain functions; their calls of the servers run here."""

    loop: asyncio.AbstractEventLoop = field(default_factory=uvloop.new_event_loop)
    lags: list[tuple[float, float]] = field(default_factory=list)
    """The wall time and the delay of a timer, in seconds."""

    def __post_init__(self) -> None:
        self._thread = threading.Thread(target=self._run, name="rig", daemon=True)
        self._thread.start()
        self._pulse = asyncio.run_coroutine_threadsafe(self._beat(), self.loop)

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def close(self) -> None:
        async def end() -> None:
            left = asyncio.all_tasks() - {asyncio.current_task()}
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

        self.call(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(10)
        self.loop.close()

    def lag(self, since: float) -> float:
        """Return the 99th percentile of the delays since a wall time."""
        late = sorted(lag for when, lag in self.lags if when >= since)
        return late[len(late) * 99 // 100] if late else 0.0

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    async def _beat(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(_BEAT)
            self.lags.append((time.time(), time.monotonic() - before - _BEAT))


def waiting_for_cpu() -> float:
    """Return the seconds since boot in which a process waited for a CPU; 0 if unknown."""
    try:
        return int(_PRESSURE.read_text().split("total=")[1].split()[0]) / 1e6
    except (OSError, IndexError):
        return 0.0


@dataclass
class Load:
    """Measures the load of the machine since its creation."""

    loop: RigLoop
    since: float = field(default_factory=time.time)
    waited: float = field(default_factory=waiting_for_cpu)

    @property
    def is_too_high(self) -> bool:
        return self.loop.lag(self.since) > 0.3 or self.share > 0.6

    @property
    def share(self) -> float:
        """Return the share of the time in which a process waited for a CPU."""
        passed = max(0.001, time.time() - self.since)
        return (waiting_for_cpu() - self.waited) / passed

    def expect(self, is_in_time: bool, text: str) -> None:
        """Assert a time; if the machine was too slow, raise `RigOverloaded` instead."""
        if not is_in_time and self.is_too_high:
            raise RigOverloaded(f"{text}; {self}")
        assert is_in_time, f"{text}; {self}"

    def __str__(self) -> str:
        return (
            f"timers of the rig {self.loop.lag(self.since):.2f} s late, CPU short {self.share:.0%}"
        )
