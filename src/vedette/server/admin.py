"""What a server admin may look up: the settings in force, and the interface's own description."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import orjson

from vedette.access.guard import PUBLIC, SERVER_ADMIN
from vedette.web import answer
from vedette.web.answer import Answer
from vedette.web.call import Call
from vedette.web.openapi import document
from vedette.web.routes import Route

ShownSettings = Callable[[], Iterable[tuple[str, str, str]]]
"""Section, key and value of every setting; secrets are masked."""


def routes(
    shown: ShownSettings,
    every_route: Callable[[], tuple[Route, ...]],
    version: str,
    session_cookie: str,
) -> list[Route]:
    described: list[bytes] = []

    def describe() -> bytes:
        return orjson.dumps(document(every_route(), version, session_cookie))

    async def settings(call: Call) -> dict[str, Any]:
        found: dict[str, dict[str, str]] = {}
        for section, key, text in shown():
            found.setdefault(section, {})[key] = text
        return found

    async def openapi(call: Call) -> Answer:
        if not described:
            described.append(await asyncio.to_thread(describe))
        return answer.raw_json(described[0])

    return [
        Route("GET", "/api/admin/settings", settings, SERVER_ADMIN, summary="Settings in force."),
        Route("GET", "/api/openapi.json", openapi, PUBLIC, summary="This description."),
    ]
