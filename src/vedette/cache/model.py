"""What a cache is, whatever it is kept in."""

from typing import Protocol


class Cache(Protocol):
    """Loses everything at any time; never fails: what can not be read is not there."""

    async def get(self, key: str) -> bytes | None: ...

    async def put(self, key: str, value: bytes, seconds: float) -> None:
        """Keeps `value` for at most `seconds`. A value that is too large is not kept."""
        ...

    def warm(self) -> None:
        """Loads what the first use needs; meant for a thread."""
        ...

    async def aclose(self) -> None: ...
