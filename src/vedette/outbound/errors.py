"""Errors of requests to other servers."""

from typing import ClassVar

from vedette.kernel.errors import BadGateway, BadRequest, Forbidden, GatewayTimeout, TooLarge


class BadAddress(BadRequest):
    code: ClassVar[str] = "outbound.bad_address"


class EgressRefused(Forbidden):
    """The egress policy refuses requests to `target`."""

    code: ClassVar[str] = "outbound.refused"

    def __init__(self, target: str, reason: str) -> None:
        inside = f"t{target[1:]}" if target.startswith("The ") else target
        super().__init__(f"Requests to {inside} are refused: {reason}.")
        self.reason = reason


class Unreachable(BadGateway):
    code: ClassVar[str] = "outbound.unreachable"


class TimedOut(GatewayTimeout):
    code: ClassVar[str] = "outbound.timed_out"


class ResponseTooLarge(TooLarge):
    code, source = "outbound.answer_too_large", "downstream"
