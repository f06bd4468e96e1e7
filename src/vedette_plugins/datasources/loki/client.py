"""The client of the HTTP API of Loki."""

from collections.abc import Mapping
from typing import Any

import orjson

from vedette.sdk import Caller, HttpClient, ResourceAnswer, decoded
from vedette.sdk.http import said
from vedette_plugins.datasources.loki.errors import NotLoki, check_answer, refused
from vedette_plugins.datasources.loki.plan import Plan
from vedette_plugins.datasources.loki.reply import CATEGORIZED

Params = list[tuple[str, str]]
ENCODING = {"X-Loki-Response-Encoding-Flags": CATEGORIZED}
_TAGS = {
    "logsVolume": "logvolhist",
    "logsSample": "logsample",
    "dataSample": "datasample",
    "infiniteScroll": "infinitescroll",
}


class LokiApi:
    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def query_range(self, plan: Plan, caller: Caller, purpose: str | None = None) -> bytes:
        """Return the undecoded response. `purpose` is the target's supporting query type, for
        Loki's statistics."""
        params = [
            ("query", plan.expr),
            ("start", str(plan.start_ns)),
            ("end", str(plan.end_ns)),
            ("limit", str(plan.limit)),
            ("direction", plan.direction),
            ("step", f"{plan.step.total_seconds():.3f}"),
        ]
        return await self._query("/loki/api/v1/query_range", params, caller, purpose)

    async def query(
        self, expr: str, time_ns: int | None, caller: Caller, purpose: str | None = None
    ) -> bytes:
        """Return the result at one time; with `None` the server uses its own."""
        params = [("query", expr)]
        if time_ns is not None:
            params.append(("time", str(time_ns)))
        return await self._query("/loki/api/v1/query", params, caller, purpose)

    async def resource(
        self, path: str, params: Params, caller: Caller
    ) -> Mapping[str, Any] | list[Any]:
        """Return a decoded response of the API. Raises `NotLoki` if it is invalid."""
        headers = caller.forwarded_headers
        async with self._http.request("GET", path, params=params, headers=headers) as response:
            await check_answer(response)
            body = await response.read()
        if not body.strip():  # Some responses are empty if nothing was found.
            return {}
        try:
            reply = await decoded(body, orjson.loads)
        except orjson.JSONDecodeError as error:
            raise NotLoki(f"The response of {path} is not JSON.") from error
        if not isinstance(reply, dict | list):
            raise NotLoki(f"The response of {path} is not an object.")
        return reply

    async def passed(self, path: str, params: Params, caller: Caller) -> ResourceAnswer:
        """Return the server's response with any status; a plain-text error becomes a `message`."""
        headers = caller.forwarded_headers
        async with self._http.request("GET", path, params=params, headers=headers) as response:
            body, kind = await response.read(), response.headers.get("Content-Type", "")
            if not body.strip() and response.status < 300:  # Nothing was found.
                return ResourceAnswer(response.status, b"{}")
            if response.status >= 400 and not kind.startswith("application/json"):
                body = orjson.dumps({"message": refused(response.status, said(body)).public})
                return ResourceAnswer(response.status, body)
            return ResourceAnswer(response.status, body, kind)

    async def label_names(self, start_ns: int, end_ns: int, caller: Caller) -> frozenset[str]:
        params = [("start", str(start_ns)), ("end", str(end_ns))]
        reply = await self.resource("/loki/api/v1/labels", params, caller)
        names = reply.get("data") if isinstance(reply, Mapping) else None
        return frozenset(name for name in names or () if isinstance(name, str))

    async def _query(self, path: str, params: Params, caller: Caller, purpose: str | None) -> bytes:
        headers = {**caller.forwarded_headers, **ENCODING, **_tags(purpose)}
        async with self._http.request("GET", path, params=params, headers=headers) as response:
            await check_answer(response)
            return await response.read()


def _tags(purpose: str | None) -> dict[str, str]:
    tag = _TAGS.get(purpose or "")
    return {"X-Query-Tags": f"Source={tag}"} if tag else {}
