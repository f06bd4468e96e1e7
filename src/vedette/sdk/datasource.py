"""What a data-source plugin implements, and what the server lends it."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError
from vedette.sdk.frame import Frame, Json
from vedette.sdk.http import HttpClient
from vedette.sdk.limits import ReadLimits
from vedette.sdk.timerange import TimeRange


class Query(msgspec.Struct, frozen=True):
    """One target of a panel: `model` is the part that only its data source understands."""

    ref_id: str
    model: Json
    range: TimeRange
    interval: timedelta
    max_points: int


class Caller(msgspec.Struct, frozen=True):
    """What a source may know about who asks."""

    org_id: int
    login: str | None = None
    forwarded_headers: Mapping[str, str] = msgspec.field(default_factory=dict)
    from_alert: bool = False
    for_expressions: bool = False
    """The answers are inputs of expressions, which calculate with series and numbers; a table that
    a panel would draw from them is made of the same answer by the page."""
    wants_fresh: bool = False
    """Asked to pass by what is kept, as the refresh button does."""
    limits: ReadLimits | None = None
    """Of one answer, for a caller whom half of it would mislead, such as an alert rule: more is
    refused with `TooLarge`, and never cut. The client of the host keeps to the bytes by itself."""


class Answer(msgspec.Struct, frozen=True):
    """One per query: frames or an error. One bad query never spoils its neighbours."""

    ref_id: str
    frames: tuple[Frame, ...] = ()
    error: VedetteError | None = None


class Health(msgspec.Struct, frozen=True):
    ok: bool
    message: str
    detail: Json = msgspec.field(default_factory=dict)


class DataSource(Protocol):
    """A live connection to one store: built once per (uid, version), closed when either changes."""

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]: ...
    async def check(self) -> Health: ...
    async def aclose(self) -> None: ...


class ResourceAnswer(msgspec.Struct, frozen=True):
    """The store's own answer to a resource call. Status and body reach the client as they are;
    a redirect, or a refusal of the source's own login, becomes a 502."""

    status: int
    body: bytes
    content_type: str = "application/json"


@runtime_checkable
class Resources(Protocol):
    """Optional: what query editors ask for, such as label names."""

    async def resource(
        self,
        method: str,
        path: str,
        params: Mapping[str, Sequence[str]],
        body: bytes,
        caller: Caller,
    ) -> ResourceAnswer | Json | Sequence[Any]: ...


@runtime_checkable
class Streams(Protocol):
    """Optional: live tail."""

    def stream(self, query: Query, caller: Caller) -> AsyncIterator[Frame]: ...


class LinkedQuery(msgspec.Struct, frozen=True):
    """A query that another configured source answers, named by its uid."""

    source_uid: str
    query: Query


@runtime_checkable
class Linked(Protocol):
    """Optional: queries whose answer is made of another source's answers, such as a service graph.

    The server runs the linked queries itself, as the caller and with the caller's permissions.
    """

    def linked(self, query: Query) -> Sequence[LinkedQuery]:
        """What to ask others, each under a refId of its own; empty where the source answers alone.

        Raises `BadRequest` where the source is not configured for it.
        """
        ...

    def combine(self, query: Query, answers: Mapping[str, Answer]) -> Answer:
        """The answer to `query` from those of its linked queries, by their refIds."""
        ...


class ProxyRoute(msgspec.Struct, frozen=True):
    """One path of the store's own API that the data-source proxy lets through.

    `path` matches whole segments; `*` stands for one segment. `action` is what the caller needs.
    """

    method: str
    path: str
    action: str = "datasources:read"


class Sharing(StrEnum):
    """Which equal queries may share one answer, now or, where answers are kept, later.

    A query that is shared is asked without the login of a `Caller`, unless the source is set up to
    pass on who asks.
    """

    ALONE = "alone"
    """The answer depends on nothing but the query itself."""
    TOGETHER = "together"
    """It also depends on which others of its kind are asked at once."""
    NEVER = "never"
    """Each asking gets an answer of its own."""


def shared_alone(query: Query) -> Sharing:
    return Sharing.ALONE


SettingsT = TypeVar("SettingsT")


class Connection(msgspec.Struct, Generic[SettingsT], frozen=True):
    """Where a source is and how to log in: the stored record, its secrets opened."""

    uid: str
    name: str
    url: str
    user: str
    database: str
    settings: SettingsT
    secrets: Mapping[str, str]
    """`secureJsonData`, decrypted. Never log it."""

    def __repr__(self) -> str:
        """Without what may hold secrets: addresses and settings of careless people do too."""
        return f"Connection(uid={self.uid!r}, name={self.name!r})"


class Network(Protocol):
    """For stores with a protocol of their own: where a plugin may connect to."""

    async def address(self, host: str, port: int) -> str:
        """The IP address to connect to, looked up and allowed by the egress policy.

        Raises `Forbidden` where the policy says no, `BadGateway` where the name is unknown.
        """
        ...


class PoolSize(msgspec.Struct, frozen=True):
    """Connections to one database where its source does not say.

    `most_open` 0 leaves the bound to the plugin, `lifetime` (seconds) 0 means that age does not
    matter.
    """

    most_open: int = 5
    most_idle: int = 2
    lifetime: float = 14_400.0


class Host(msgspec.Struct, frozen=True):
    """Everything the server lends a plugin. Nothing else is reachable."""

    clock: Clock
    http: HttpClient
    """Already set up with the source's TLS, basic auth, headers, time-outs and egress policy."""
    log: logging.Logger
    network: Network
    limits: ReadLimits = ReadLimits()
    directories: tuple[Path, ...] = ()
    """Where files may be read, for sources that are files. Nothing outside is to be opened."""
    pool: PoolSize = PoolSize()


class DataSourcePlugin(msgspec.Struct, Generic[SettingsT], frozen=True):
    """The single object a data-source folder exports."""

    settings: type[SettingsT]
    """A msgspec struct decoded from `jsonData`; unknown keys are kept out of it and ignored."""
    open: Callable[[Connection[SettingsT], Host], Awaitable[DataSource]]
    proxy_routes: tuple[ProxyRoute, ...] = ()
    query_schema: Json | None = None
    """JSON schema of a query's own keys. Sources without a page side of their own get a query
    editor generated from it; `msgspec.json.schema` makes one of a struct."""
    sharing: Callable[[Query], Sharing] = shared_alone
