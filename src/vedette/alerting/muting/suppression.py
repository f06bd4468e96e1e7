"""Everything that keeps one alert of one route from being told now, by name."""

import msgspec

from vedette.alerting.model import Labels
from vedette.alerting.muting.inhibitions.rules import Inhibitor
from vedette.alerting.muting.silences.rules import Silencer


class Suppression(msgspec.Struct, frozen=True):
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
    silencer: Silencer,
    inhibitor: Inhibitor,
    timings: tuple[str, ...],
) -> Suppression:
    """`timings` are what `intervals.muted_by` answered for the route: all its alerts share it."""
    return Suppression(
        silencer.silenced_by(labels), inhibitor.inhibited_by(fingerprint, labels), timings
    )
