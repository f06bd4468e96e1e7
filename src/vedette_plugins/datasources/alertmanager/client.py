"""The client of the HTTP API (v2) of an Alertmanager."""

from typing import Any

import orjson

from vedette.sdk import Caller, HttpClient, decoded
from vedette_plugins.datasources.alertmanager.errors import NotAlertmanager, Refused
from vedette_plugins.datasources.alertmanager.settings import AlertmanagerSettings

Params = list[tuple[str, str]]
MULTI_TENANT = "/alertmanager"
_MOST_WORDS = 2_000


class AlertmanagerApi:
    def __init__(self, http: HttpClient, settings: AlertmanagerSettings) -> None:
        self._http = http
        self._base: str | None = None
        if settings.implementation:
            self._base = "" if settings.implementation == "prometheus" else MULTI_TENANT

    async def read(self, path: str, params: Params, caller: Caller) -> Any:
        """Return the response of `/api/v2/<path>`. Raises `Refused` and `NotAlertmanager`."""
        base = self._base if self._base is not None else await self._find_base(caller)
        status, body = await self._get(f"{base}/api/v2/{path}", params, caller)
        if status >= 300:
            raise Refused(f"Alertmanager answered {status}: {_words(body)}", upstreamStatus=status)
        try:
            return await decoded(body, orjson.loads)
        except orjson.JSONDecodeError as error:
            raise NotAlertmanager(f"The response of /api/v2/{path} is not JSON.") from error

    async def _find_base(self, caller: Caller) -> str:
        """Return the base path of the API, which is cached while the source is open."""
        status, _ = await self._get("/api/v2/status", [], caller)
        if status == 404:
            status, _ = await self._get(f"{MULTI_TENANT}/api/v2/status", [], caller)
            if status < 300:
                self._base = MULTI_TENANT
                return MULTI_TENANT
        if status < 300:
            self._base = ""
        return ""

    async def _get(self, path: str, params: Params, caller: Caller) -> tuple[int, bytes]:
        headers = {"Accept": "application/json", **caller.forwarded_headers}
        async with self._http.request("GET", path, params=params, headers=headers) as response:
            return response.status, await response.read()


def _words(body: bytes) -> str:
    """Return the error message: a JSON text, an object with a message, or plain text."""
    try:
        reply = orjson.loads(body)
    except orjson.JSONDecodeError:
        reply = body.decode(errors="replace").strip()
    if isinstance(reply, dict):
        reply = reply.get("message") or reply.get("error")
    if not isinstance(reply, str) or not reply or reply.startswith("<"):
        return "it did not say why"
    return " ".join(reply.split())[:_MOST_WORDS]
