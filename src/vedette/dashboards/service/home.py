"""What is shown where no dashboard was named."""

import asyncio
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path

from vedette.dashboards.body import read_body_apart
from vedette.dashboards.errors import DashboardNotFound
from vedette.kernel.principal import Principal

PreferredHome = Callable[[Principal], Awaitable[str | None]]
"""The uid of the dashboard that a person or an organization chose as home."""


async def no_preference(_: Principal) -> str | None:
    return None


class Home:
    def __init__(self, path: str = "", preferred: PreferredHome = no_preference) -> None:
        """`path` is the operator's own home dashboard; empty for the one that is shipped."""
        self.path = path
        self.preferred = preferred

    async def model(self) -> str:
        """The home dashboard as JSON. Raises `DashboardNotFound` where its file cannot be used."""
        raw = await asyncio.to_thread(self._read)
        return (await read_body_apart(raw)).text(id=None)

    def _read(self) -> bytes:
        if not self.path:
            return files("vedette.dashboards").joinpath("home.json").read_bytes()
        try:
            return Path(self.path).read_bytes()
        except OSError as error:
            raise DashboardNotFound from error
