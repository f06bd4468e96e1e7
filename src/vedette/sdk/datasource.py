"""Interfaces of data source plugins, and the services that the server provides for them."""

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
    """One target of a panel. `model` is the part that only the data source interprets."""

    ref_id: str
    model: Json
    range: TimeRange
    interval: timedelta
    max_points: int


class Caller(msgspec.Struct, frozen=True):
    """Information about the caller of a query."""

    org_id: int
    login: str | None = None
    forwarded_headers: Mapping[str, str] = msgspec.field(default_factory=dict)
    from_alert: bool = False
    for_expressions: bool = False
    """Whether the results are inputs of expressions, which calculate with series and numbers.
    Tables that a panel displays are created in the browser."""
    wants_fresh: bool = False
    """Whether cached results must be bypassed, as the refresh button does."""
    limits: ReadLimits | None = None
    """Limits of a result for callers that need complete results, such as alert rules: larger
    results are refused with `TooLarge`, never truncated. The HTTP client of the host enforces the
    size limit."""


class Answer(msgspec.Struct, frozen=True):
    """The result of a query: frames or an error. An error in one query does not affect the
    others."""

    ref_id: str
    frames: tuple[Frame, ...] = ()
    error: VedetteError | None = None


class Health(msgspec.Struct, frozen=True):
    ok: bool
    message: str
    detail: Json = msgspec.field(default_factory=dict)


class DataSource(Protocol):
    """A connection to a store. Created once per (uid, version), closed when either changes."""

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]: ...
    async def check(self) -> Health: ...
    async def aclose(self) -> None: ...


class ResourceAnswer(msgspec.Struct, frozen=True):
    """The response of a store to a resource call. Status and body are forwarded unchanged. A
    redirect, or a response that refuses the data source's own login, becomes a 502."""

    status: int
    body: bytes
    content_type: str = "application/json"


@runtime_checkable
class Resources(Protocol):
    """Optional: resources for query editors, such as label names."""

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
    """Optional: live streaming."""

    def stream(self, query: Query, caller: Caller) -> AsyncIterator[Frame]: ...


class LinkedQuery(msgspec.Struct, frozen=True):
    """A query to another configured data source, identified by its uid."""

    source_uid: str
    query: Query


@runtime_checkable
class Linked(Protocol):
    """Optional: queries that are calculated from results of another data source, such as service
    graphs.

    The server runs the linked queries with the identity and the permissions of the caller.
    """

    def linked(self, query: Query) -> Sequence[LinkedQuery]:
        """Return the linked queries, each with its own refId. Empty if there are none.

        Raises `BadRequest` if the data source is not configured for it.
        """
        ...

    def combine(self, query: Query, answers: Mapping[str, Answer]) -> Answer:
        """Return the result of `query` from the results of its linked queries by refId."""
        ...


class ProxyRoute(msgspec.Struct, frozen=True):
    """A path of the store's API that the data source proxy allows.

    `path` matches whole segments; `*` matches one segment. `action` is the permission that the
    caller needs.
    """

    method: str
    path: str
    action: str = "datasources:read"


class Sharing(StrEnum):
    """Which equal queries can share a result, now or from the cache.

    Shared queries are sent without the login of a `Caller`, unless the data source forwards the
    user.
    """

    ALONE = "alone"
    """The result depends on the query only."""
    TOGETHER = "together"
    """The result also depends on the other queries of its kind in the same request."""
    NEVER = "never"
    """Every query gets its own result."""


def shared_alone(query: Query) -> Sharing:
    return Sharing.ALONE


SettingsT = TypeVar("SettingsT")


class Connection(msgspec.Struct, Generic[SettingsT], frozen=True):
    """Address and credentials of a data source, with decrypted secrets."""

    uid: str
    name: str
    url: str
    user: str
    database: str
    settings: SettingsT
    secrets: Mapping[str, str]
    """Decrypted `secureJsonData`. Never log it."""

    def __repr__(self) -> str:
        """Omit values that can contain secrets, including addresses and settings."""
        return f"Connection(uid={self.uid!r}, name={self.name!r})"


class Network(Protocol):
    """Access to the network for stores without HTTP."""

    async def address(self, host: str, port: int) -> str:
        """Return the IP address to connect to, resolved and allowed by the egress policy.

        Raises `Forbidden` if the policy refuses it, `BadGateway` if the name is unknown.
        """
        ...


class PoolSize(msgspec.Struct, frozen=True):
    """Default size of a connection pool.

    With `most_open` 0 the plugin chooses the limit. `lifetime` is in seconds, 0 for no limit.
    """

    most_open: int = 5
    most_idle: int = 2
    lifetime: float = 14_400.0


class Host(msgspec.Struct, frozen=True):
    """Services of the server for a plugin."""

    clock: Clock
    http: HttpClient
    """HTTP client with TLS, basic auth, headers, time-outs and egress policy of the data source."""
    log: logging.Logger
    network: Network
    limits: ReadLimits = ReadLimits()
    directories: tuple[Path, ...] = ()
    """Directories of files that a data source may open."""
    pool: PoolSize = PoolSize()


class DataSourcePlugin(msgspec.Struct, Generic[SettingsT], frozen=True):
    """The object that the folder of a data source exports."""

    settings: type[SettingsT]
    """A msgspec struct for `jsonData`. Unknown keys are ignored."""
    open: Callable[[Connection[SettingsT], Host], Awaitable[DataSource]]
    proxy_routes: tuple[ProxyRoute, ...] = ()
    query_schema: Json | None = None
    """JSON schema of the keys of a query, such as `msgspec.json.schema` returns for a struct. Data
    sources without their own query editor get a generated one."""
    sharing: Callable[[Query], Sharing] = shared_alone
