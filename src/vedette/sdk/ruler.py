"""For stores that evaluate rules themselves: their states, and the groups that their ruler keeps.

The ruler's API is the one that Cortex began and Mimir and Loki go on with: groups in namespaces,
written as YAML, below a path that each store has of its own.
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
"""Of an answer with rule groups."""
_NO_PAGE = "404 page not found"
_NO_LOGIN = frozenset({401, 403, 407})
_NO_SUCH_CALL = frozenset({405, 501})
_REFUSED = frozenset({400, 409, 413, 422})


class NoRuler(NotFound):
    """The store has no API for rule groups, or has it switched off."""

    code = "ruler.missing"


class NoSuchGroup(NotFound):
    code = "ruler.not_found"


class RulerRefused(BadRequest):
    """The store's own words on what it was sent."""

    code = "ruler.refused"


class RulerFailed(BadGateway):
    """`detail["upstreamStatus"]` holds the store's HTTP status."""

    code = "ruler.failed"


class RulerAnswerTooLarge(TooLarge):
    code = "ruler.too_large"


class RulerCall(msgspec.Struct, frozen=True):
    """Without `namespace` all of them are meant, without `group` all groups of the namespace."""

    method: Literal["GET", "POST", "DELETE"] = "GET"
    namespace: str = ""
    group: str = ""
    body: bytes = b""
    """One group as YAML, with POST."""
    subtype: str = ""
    """What the caller takes the store for, such as `mimir`; empty where it does not say."""

    @property
    def path(self) -> str:
        """Below the ruler's own path, each name quoted as one segment."""
        names = (self.namespace, self.group)
        return "".join(f"/{quote(name, safe='')}" for name in names if name)


@runtime_checkable
class Ruler(Protocol):
    """Optional: a store that evaluates rules of its own."""

    async def ruler(self, call: RulerCall, caller: Caller) -> bytes:
        """The answer as it came: groups by namespace, or one group, as YAML.

        Raises `NoRuler`, `NoSuchGroup`, `RulerRefused`, `RulerFailed`.
        """
        ...

    async def rule_states(
        self, what: Literal["rules", "alerts"], query: str, caller: Caller
    ) -> bytes:
        """Rules with their states, or alerts, as JSON in Prometheus' own words.

        `query` is a query string, encoded. Raises as `ruler` does.
        """
        ...


class RulerResource:
    """The calls of a `Ruler` over HTTP. `name` is what people call the source."""

    def __init__(self, http: HttpClient, name: str) -> None:
        self._http = http
        self._name = name

    async def ask(self, bases: Sequence[str], call: RulerCall, caller: Caller) -> bytes:
        """See `Ruler.ruler`. `bases` are paths where the ruler may be, the likeliest first: the
        next one is asked where the store has no page at one."""
        *others, last = bases
        for base in others:
            with suppress(NoRuler):
                return await self._asked(base, call, caller)
        return await self._asked(last, call, caller)

    async def states(self, path: str, query: str, caller: Caller) -> bytes:
        """See `Ruler.rule_states`; `path` is where the store answers them."""
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

    async def _asked(self, base: str, call: RulerCall, caller: Caller) -> bytes:
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
        told = f"{source} answered {status}: {words or 'it does not say why.'}"
        if status in _REFUSED:
            return RulerRefused(told)
        return RulerFailed(told, upstreamStatus=status)
