"""Interfaces of stores that evaluate rules: rule states, and rule groups of their ruler.

The ruler API is that of Cortex, Mimir and Loki: groups in namespaces as YAML, below a path that
depends on the store.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Literal, Protocol, runtime_checkable
from urllib.parse import quote

import msgspec

from vedette.kernel.errors import BadGateway, BadRequest, NotFound, TooLarge, VedetteError
from vedette.sdk.datasource import Caller
from vedette.sdk.decoding import joined
from vedette.sdk.http import HttpClient, HttpResponse, said

MOST_BYTES = 2_000_000
"""The maximum size of a response with rule groups."""
_NO_PAGE = "404 page not found"
_NO_LOGIN = frozenset({401, 403, 407})
_NO_SUCH_CALL = frozenset({405, 501})
_REFUSED = frozenset({400, 409, 413, 422})


class NoRuler(NotFound):
    """The store has no API for rule groups, or it is disabled."""

    code = "ruler.missing"


class NoSuchGroup(NotFound):
    code = "ruler.not_found"


class RulerRefused(BadRequest):
    """The ruler refused a request; the message is its own."""

    code = "ruler.refused"


class RulerFailed(BadGateway):
    """The ruler failed. `detail["upstreamStatus"]` holds the store's HTTP status."""

    code = "ruler.failed"


class RulerAnswerTooLarge(TooLarge):
    code = "ruler.too_large"


class RulerCall(msgspec.Struct, frozen=True):
    """A call. Without `namespace` it concerns all of them, without `group` all groups of the
    namespace."""

    method: Literal["GET", "POST", "DELETE"] = "GET"
    namespace: str = ""
    group: str = ""
    body: bytes = b""
    """A group as YAML, for POST."""
    subtype: str = ""
    """The subtype of the store that the caller assumes, such as `mimir`; empty if it gives none."""

    @property
    def path(self) -> str:
        """Return the path below the ruler's own path, with each name quoted as one segment."""
        names = (self.namespace, self.group)
        return "".join(f"/{quote(name, safe='')}" for name in names if name)


@runtime_checkable
class Ruler(Protocol):
    """Optional: a store that evaluates rules."""

    async def ruler(self, call: RulerCall, caller: Caller) -> bytes:
        """Return the unchanged response: groups by namespace, or one group, as YAML.

        Raises `NoRuler`, `NoSuchGroup`, `RulerRefused`, `RulerFailed`.
        """
        ...

    async def rule_states(
        self, what: Literal["rules", "alerts"], query: str, caller: Caller
    ) -> bytes:
        """Return rules with their states, or alerts, as JSON in the format of Prometheus.

        `query` is an encoded query string. Raises the errors of `ruler`.
        """
        ...


class RulerResource:
    """Calls a `Ruler` over HTTP. `name` is the name of the source in messages."""

    def __init__(self, http: HttpClient, name: str) -> None:
        self._http = http
        self._name = name

    async def ask(self, bases: Sequence[str], call: RulerCall, caller: Caller) -> bytes:
        """Call the ruler; see `Ruler.ruler`.

        `bases` are paths where the ruler may be, the most likely first: the next one is tried if
        the store has no page at one.
        """
        *others, last = bases
        for base in others:
            with suppress(NoRuler):
                return await self._read(base, call, caller)
        return await self._read(last, call, caller)

    async def states(self, path: str, query: str, caller: Caller) -> bytes:
        """Return rule states; see `Ruler.rule_states`. `path` is the path of the store's
        endpoint."""
        target = f"{path}?{query}" if query else path
        request = self._http.request("GET", target, headers=caller.forwarded_headers)
        async with request as response:
            if response.status >= 300:
                raise self._failure(response.status, said(await response.read()))
            body = await joined(response)
            kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise RulerFailed(
                    f"The data source {self._name!r} did not return its rules as JSON. Check "
                    "its URL."
                )
            return body

    async def _read(self, base: str, call: RulerCall, caller: Caller) -> bytes:
        headers = dict(caller.forwarded_headers)
        if call.body:
            headers["Content-Type"] = "application/yaml"
        request = self._http.request(
            call.method, base + call.path, body=call.body or None, headers=headers
        )
        async with request as response:
            if response.status >= 300:
                raise self._failure(response.status, said(await response.read()))
            return await self._bounded(response)

    async def _bounded(self, response: HttpResponse) -> bytes:
        found = bytearray()
        async for piece in response.chunks():
            found += piece
            if len(found) > MOST_BYTES:
                raise RulerAnswerTooLarge(
                    f"The rule groups of the data source {self._name!r} are larger than "
                    f"{MOST_BYTES} bytes. Request a single namespace."
                )
        return bytes(found)

    def _failure(self, status: int, words: str) -> VedetteError:
        source = f"The data source {self._name!r}"
        if status == 404 and words.rstrip(".") not in ("", _NO_PAGE):
            return NoSuchGroup(f"{source} answered: {words}")
        if status == 404 or status in _NO_SUCH_CALL:
            return NoRuler(
                f"{source} has no ruler API at its URL, or the API is disabled. Change its "
                "rules where they are stored."
            )
        if status in _NO_LOGIN:
            return RulerFailed(
                f"{source} rejected its configured credentials with status {status}.",
                upstreamStatus=status,
            )
        message = f"{source} answered {status}: {words or 'it does not say why.'}"
        if status in _REFUSED:
            return RulerRefused(message)
        return RulerFailed(message, upstreamStatus=status)
