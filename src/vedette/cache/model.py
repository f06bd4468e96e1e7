"""What a cache is, whatever it is kept in."""

from typing import Protocol

from vedette.telemetry.availability import Outage


class Cache(Protocol):
    """Loses everything at any time; never fails: what cannot be read is not there."""

    @property
    def outage(self) -> Outage | None:
        """Of the server that keeps the values; None where it works or there is none."""
        ...

    async def get(self, key: str) -> bytes | None: ...

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        """Keeps `value` for at most `seconds`. A value that is too large is not kept."""
        ...

    def warm(self) -> None:
        """Loads what the first use needs; meant for a thread."""
        ...

    async def aclose(self) -> None: ...
