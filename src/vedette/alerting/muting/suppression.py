"""Everything that keeps one alert of one route from being told now, by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from vedette.alerting.model import Labels
from vedette.alerting.muting.inhibition import Inhibitor
from vedette.alerting.muting.silences import Silence, silenced_by


@dataclass(frozen=True, slots=True)
class Suppression:
    """Ids of silences, fingerprints of alerts, names of timings."""

    silenced_by: tuple[str, ...] = ()
    inhibited_by: tuple[str, ...] = ()
    muted_by: tuple[str, ...] = ()

    @property
    def is_muted(self) -> bool:
        return bool(self.silenced_by or self.inhibited_by or self.muted_by)


def suppression(
    fingerprint: str,
    labels: Labels,
    silences: Sequence[Silence],
    inhibitor: Inhibitor,
    timings: tuple[str, ...],
    now: datetime,
) -> Suppression:
    """`timings` are what `intervals.muted_by` answered for the route: all its alerts share it."""
    return Suppression(
        silenced_by(silences, labels, now),
        inhibitor.inhibited_by(fingerprint, labels),
        timings,
    )
