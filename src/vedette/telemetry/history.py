"""The last two hours of the server's own metrics, in memory.

The built-in dashboard of the server uses them if no metrics store scrapes it. Histograms have sum
and count, without buckets; a limit of series bounds the memory to about two megabytes.
"""

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from prometheus_client import CollectorRegistry

_KEPT_SECONDS = 7_200
_MAX_SERIES = 400


class MetricSeries(msgspec.Struct):
    """One series. `values` is as long as the times, with NaN before the series existed."""

    labels: Mapping[str, str]
    values: "array[float]" = msgspec.field(default_factory=lambda: array("d"))


class MetricHistory:
    """Records metrics. `record` is called at a fixed interval; times are milliseconds since the
    epoch."""

    def __init__(self, registry: CollectorRegistry, interval_seconds: int) -> None:
        self._registry = registry
        self._length = max(2, _KEPT_SECONDS // interval_seconds)
        self._series: dict[str, dict[tuple[tuple[str, str], ...], MetricSeries]] = {}
        self._count = 0
        self.times: list[int] = []

    def record(self, now_ms: int) -> None:
        seen = {(name, key): value for name, key, value in self._samples()}
        self.times.append(now_ms)
        for name, key in seen:
            self._add(name, key)
        for name, by_labels in self._series.items():
            for key, recorded in by_labels.items():
                recorded.values.append(seen.get((name, key), math.nan))
        if len(self.times) > self._length:
            self._drop_oldest()

    def series(self, name: str) -> Sequence[MetricSeries]:
        """Return every series of a metric; none if it is not recorded."""
        return list(self._series.get(name, {}).values())

    def _samples(self) -> Iterable[tuple[str, tuple[tuple[str, str], ...], float]]:
        for family in self._registry.collect():
            for sample in family.samples:
                if not sample.name.endswith(("_bucket", "_created")):
                    yield sample.name, tuple(sorted(sample.labels.items())), sample.value

    def _add(self, name: str, key: tuple[tuple[str, str], ...]) -> None:
        by_labels = self._series.setdefault(name, {})
        if key in by_labels or self._count >= _MAX_SERIES:
            return
        before = array("d", [math.nan]) * (len(self.times) - 1)
        by_labels[key] = MetricSeries(dict(key), before)
        self._count += 1

    def _drop_oldest(self) -> None:
        del self.times[0]
        for by_labels in self._series.values():
            for recorded in by_labels.values():
                del recorded.values[0]
