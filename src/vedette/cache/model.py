"""The interface of caches."""

from typing import Protocol

from vedette.telemetry.availability import Outage


class Cache(Protocol):
    """A cache, which can lose values at any time and never fails: an error is a miss."""

    @property
    def outage(self) -> Outage | None:
        """The outage of the server that holds the values; None if it works or there is none."""
        ...

    async def get(self, key: str) -> bytes | None: ...

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        """Store `value` for at most `seconds`. A value that is too large is not stored."""
        ...

    def warm(self) -> None:
        """Load what the first use needs; meant for a thread."""
        ...

    async def aclose(self) -> None: ...
