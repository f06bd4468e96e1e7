"""Errors of inhibition rules."""

from typing import ClassVar

from vedette.kernel.errors import Stale


class InhibitionsChanged(Stale):
    code: ClassVar[str] = "alerting.inhibitions_changed"

    def __init__(self) -> None:
        super().__init__("The inhibition rules were changed by someone else. Reload them.")
