"""Errors of mute timings."""

from collections.abc import Sequence
from typing import ClassVar

from vedette.kernel.errors import BadRequest, Conflict, NotFound


class TimingNotFound(NotFound):
    code: ClassVar[str] = "alerting.timing_not_found"

    def __init__(self, name: str) -> None:
        super().__init__(f"The mute timing {name[:200]!r} does not exist.")


class TimingExists(BadRequest):
    code: ClassVar[str] = "alerting.notifications.time-intervals.nameExists"

    def __init__(self, name: str) -> None:
        super().__init__(f"A mute timing named {name[:200]!r} already exists.")


class TimingUsed(Conflict):
    code: ClassVar[str] = "alerting.notifications.time-intervals.used"

    def __init__(self, name: str, where: Sequence[str]) -> None:
        shown = "; ".join(where[:5]) + ("; ..." if len(where) > 5 else "")
        super().__init__(
            f"The mute timing {name[:200]!r} is still used: {shown}.", usedBy=list(where)
        )
