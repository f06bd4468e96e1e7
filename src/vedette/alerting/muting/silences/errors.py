"""Errors of silences."""

from typing import ClassVar

from vedette.kernel.errors import BadRequest, NotFound


class SilenceNotFound(NotFound):
    code: ClassVar[str] = "alerting.silence_not_found"

    def __init__(self) -> None:
        super().__init__("silence not found")


class BadSilence(BadRequest):
    code: ClassVar[str] = "alerting.bad_silence"
