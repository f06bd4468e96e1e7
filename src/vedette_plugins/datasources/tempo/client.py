"""The client of the HTTP API of Tempo."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
import orjson

from vedette.sdk import Caller, HttpClient, HttpResponse, TimeRange, decoded, joined
from vedette_plugins.datasources.tempo.errors import NotTempo, Refused, TraceNotFound

Params = list[tuple[str, str]]
Reply = TypeVar("Reply")
_NOT_FOUND = 404
_MOST_WORDS = 2_000


class TempoApi:
    def __init__(self, http: HttpClient) -> None:
        self._http = http

    async def trace(self, trace_id: str, within: TimeRange | None, caller: Caller) -> bytes:
        """Return the trace as JSON, from the newer path if the server has it. `trace_id` is hex.

        Raises `TraceNotFound`.
        """
        params = span_params(within) if within else []
        for path in (f"/api/v2/traces/{trace_id}", f"/api/traces/{trace_id}"):
            async with self._get(path, params, caller) as response:
                if response.status != _NOT_FOUND:
                    await _check(response)
                    return await joined(response)
        raise not_found(trace_id, within)

    async def read(self, path: str, params: Params, caller: Caller) -> bytes:
        """Return a response. Raises `Refused` with the server's own message unless the status is
        2xx."""
        async with self._get(path, params, caller) as response:
            await _check(response)
            return await response.read()

    async def decoded(
        self, path: str, params: Params, caller: Caller, decoder: msgspec.json.Decoder[Reply]
    ) -> Reply:
        body = await self.read(path, params, caller)
        try:
            return await decoded(body, decoder.decode)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise NotTempo(f"The response of {path} is not from Tempo: {error}.") from error

    async def objects(self, path: str, params: Params, caller: Caller) -> dict[str, Any]:
        """Return a decoded response. Raises `NotTempo` if it is invalid."""
        body = await self.read(path, params, caller)
        try:
            reply = await decoded(body, orjson.loads)
        except orjson.JSONDecodeError as error:
            raise NotTempo(f"The response of {path} is not JSON.") from error
        if not isinstance(reply, dict):
            raise NotTempo(f"The response of {path} is not an object.")
        return reply

    @asynccontextmanager
    async def _get(self, path: str, params: Params, caller: Caller) -> AsyncIterator[HttpResponse]:
        headers = {"Accept": "application/json", **caller.forwarded_headers}
        async with self._http.request("GET", path, params=params, headers=headers) as response:
            yield response


def span_params(within: TimeRange) -> Params:
    """Return the range in whole seconds, as Tempo expects it."""
    start, end = within.start_ms // 1000, -(-within.end_ms // 1000)
    return [("start", str(start)), ("end", str(max(end, start + 1)))]


def not_found(trace_id: str, within: TimeRange | None) -> TraceNotFound:
    where = " in the time range of the query" if within else ""
    return TraceNotFound(
        f"Tempo has no trace {trace_id}{where}. It may not be stored yet, or its retention "
        "has ended."
    )


async def _check(response: HttpResponse) -> None:
    if response.status < 300:
        return
    text = " ".join((await response.read()).decode(errors="replace").split())
    words = text[:_MOST_WORDS] if text and not text.startswith("<") else "it did not say why"
    raise Refused(f"Tempo answered {response.status}: {words}", upstreamStatus=response.status)
