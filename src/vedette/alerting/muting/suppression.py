"""All reasons why an alert of a route is suppressed at a moment."""

import msgspec

from vedette.alerting.model import Labels
from vedette.alerting.muting.inhibitions.rules import Inhibitor
from vedette.alerting.muting.silences.rules import Silencer


class Suppression(msgspec.Struct, frozen=True):
    """Ids of silences, fingerprints of inhibiting alerts, and names of mute timings."""

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
    """Return the reasons. `timings` is the result of `muted_by` for the route, shared by its
    alerts."""
    return Suppression(
        silencer.silenced_by(labels), inhibitor.inhibited_by(fingerprint, labels), timings
    )
