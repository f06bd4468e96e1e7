"""The client of the HTTP API of Prometheus."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

import msgspec
import orjson

from vedette.sdk import Caller, HttpClient, HttpResponse, ResourceAnswer, decoded
from vedette_plugins.datasources.prometheus.errors import NotPrometheus, Refused, refused
from vedette_plugins.datasources.prometheus.instant import InstantReply, decode_instant
from vedette_plugins.datasources.prometheus.matrix import read_matrix
from vedette_plugins.datasources.prometheus.series import Matrix
from vedette_plugins.datasources.prometheus.settings import PrometheusSettings
from vedette_plugins.datasources.prometheus.step import Grid

Params = list[tuple[str, str]]
_NO_POST = frozenset({405, 501})


class _Failure(msgspec.Struct, rename="camel"):
    error: str = ""
    error_type: str = ""
    message: str = ""


class PrometheusApi:
    def __init__(
        self,
        http: HttpClient,
        settings: PrometheusSettings,
        pause: Callable[[], Awaitable[None]],
        name: str,
    ) -> None:
        """`pause` yields to the event loop while a large response is read.

        `name` is the name of the source in messages.
        """
        self.name = name
        self._http = http
        self._pause = pause
        self._posts = settings.http_method.upper() != "GET"
        custom = settings.custom_query_parameters.lstrip("?&")
        self._extra: Params = parse_qsl(custom, keep_blank_values=True)
        if settings.query_timeout:
            self._extra.append(("timeout", settings.query_timeout))

    async def query_range(self, expr: str, grid: Grid, caller: Caller) -> Matrix:
        params = [
            ("query", expr),
            ("start", seconds_text(grid.start_ms)),
            ("end", seconds_text(grid.end_ms)),
            ("step", seconds_text(grid.step_ms)),
            *self._extra,
        ]
        async with self._call("/api/v1/query_range", params, caller) as response:
            return await read_matrix(response.chunks(), grid.step_ms, self._pause, caller.limits)

    async def query(self, expr: str, time_ms: int | None, caller: Caller) -> InstantReply:
        """Return the value at one time; with `None` the server uses its own."""
        params = [("query", expr), *self._extra]
        if time_ms is not None:
            params.insert(1, ("time", seconds_text(time_ms)))
        async with self._call("/api/v1/query", params, caller) as response:
            body = await response.read()
        return await decoded(body, partial(decode_instant, limits=caller.limits))

    async def exemplars(self, expr: str, grid: Grid, caller: Caller) -> Any:
        params = [
            ("query", expr),
            ("start", seconds_text(grid.start_ms)),
            ("end", seconds_text(grid.end_ms)),
        ]
        return (await self.resource("/api/v1/query_exemplars", params, caller))["data"]

    async def resource(
        self, path: str, params: Params, caller: Caller, *, posts: bool = True
    ) -> dict[str, Any]:
        """Return a decoded response of the API. Raises `NotPrometheus` if it is invalid."""
        async with self._call(path, params, caller, posts=posts) as response:
            body = await response.read()
            try:
                reply = await decoded(body, orjson.loads)
            except orjson.JSONDecodeError as error:
                raise NotPrometheus(f"The response of {path} is not JSON.") from error
            if not isinstance(reply, dict) or "data" not in reply:
                raise NotPrometheus(f"The response of {path} has no data.")
            return reply

    async def passed(
        self, path: str, params: Params, caller: Caller, *, posts: bool
    ) -> ResourceAnswer:
        """Return the server's response with any status."""
        async with self._call(path, params, caller, posts=posts, checked=False) as response:
            kind = response.headers.get("Content-Type", "")
            return ResourceAnswer(response.status, await response.read(), kind)

    @asynccontextmanager
    async def _call(
        self,
        path: str,
        params: Params,
        caller: Caller,
        *,
        posts: bool = True,
        checked: bool = True,
    ) -> AsyncIterator[HttpResponse]:
        check = _check if checked else _unchecked
        headers = caller.forwarded_headers
        try:
            if posts and self._posts:
                request = self._http.request("POST", path, form=params, headers=headers)
                async with request as response:
                    if response.status not in _NO_POST:
                        await check(response)
                        yield response
                        return
                self._posts = False
            async with self._http.request("GET", path, params=params, headers=headers) as response:
                await check(response)
                yield response
        except NotPrometheus as error:
            raise NotPrometheus(f"{self.name}: {error.public}") from error


def seconds_text(milliseconds: int) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds}.{rest:03}" if rest else str(seconds)


async def _unchecked(response: HttpResponse) -> None:
    """Accept every response."""


async def _check(response: HttpResponse) -> None:
    """Raise `Refused` with the server's own message unless the status is 2xx."""
    if response.status < 300:
        return
    body = await response.read()
    try:
        failure = msgspec.json.decode(body, type=_Failure)
    except (msgspec.DecodeError, ValueError, RecursionError):
        failure = _Failure()
    if failure.error or failure.message:
        raise refused(failure.error_type, failure.error or failure.message, response.status)
    raise Refused(
        f"Prometheus answered {response.status} without saying why.",
        upstreamStatus=response.status,
    )
