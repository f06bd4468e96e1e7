"""API of server administrators for the settings in force and the OpenAPI description."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import orjson

from vedette.access.guard import PUBLIC, SERVER_ADMIN
from vedette.web import answer
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.openapi import document
from vedette.web.routes import Route, RouteTable

ShownSettings = Callable[[], Iterable[tuple[str, str, str]]]
"""Section, key and value of every setting. Secrets are masked."""


class AdminApi:
    def __init__(
        self,
        shown: ShownSettings,
        table: RouteTable,
        version: str,
        session_cookie: str,
    ) -> None:
        self._shown = shown
        self._table = table
        self._version = version
        self._session_cookie = session_cookie
        self._described = b""

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/admin/settings",
                self.settings,
                SERVER_ADMIN,
                answer=dict[str, dict[str, str]],
                summary="Return the settings in force.",
            ),
            Route(
                "GET",
                "/api/openapi.json",
                self.openapi,
                PUBLIC,
                answer=dict[str, Any],
                summary="Return the OpenAPI description of this API.",
            ),
        ]

    def _describe(self) -> bytes:
        return orjson.dumps(document(self._table.routes, self._version, self._session_cookie))

    async def settings(self, call: Call) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for section, key, text in self._shown():
            found.setdefault(section, {})[key] = text
        return found

    async def openapi(self, call: Call) -> ApiAnswer:
        if not self._described:
            await self._table.load_all()
            self._described = await asyncio.to_thread(self._describe)
        return answer.raw_json(self._described)
