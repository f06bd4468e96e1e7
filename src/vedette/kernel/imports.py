"""Imports modules at their first use, in a thread, so that the event loop is not blocked."""

import asyncio
from importlib import import_module

_imported: set[str] = set()


async def import_modules(*names: str) -> None:
    """Return when the modules are imported; immediately if a call imported them before."""
    for name in names:
        if name not in _imported:
            await asyncio.to_thread(import_module, name)
            _imported.add(name)
