"""What a data-source plugin implements, and what the server lends it."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError
from vedette.sdk.frame import Frame, Json
from vedette.sdk.http import HttpClient
from vedette.sdk.timerange import TimeRange


@dataclass(frozen=True, slots=True)
class Query:
    """One target of a panel: `model` is the part that only its data source understands."""

    ref_id: str
    model: Json
    range: TimeRange
    interval: timedelta
    max_points: int


@dataclass(frozen=True, slots=True)
class Caller:
    """What a source may know about who asks."""

    org_id: int
    login: str | None = None
    forwarded_headers: Mapping[str, str] = field(default_factory=dict)
    from_alert: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """One per query: frames or an error. One bad query never spoils its neighbours."""

    ref_id: str
    frames: tuple[Frame, ...] = ()
    error: VedetteError | None = None


@dataclass(frozen=True, slots=True)
class Health:
    ok: bool
    message: str
    detail: Json = field(default_factory=dict)


class DataSource(Protocol):
    """A live connection to one store: built once per (uid, version), closed when either changes."""

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]: ...
    async def check(self) -> Health: ...
    async def aclose(self) -> None: ...


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
    ) -> Json | Sequence[Any]: ...


@runtime_checkable
class Streams(Protocol):
    """Optional: live tail."""

    def stream(self, query: Query, caller: Caller) -> AsyncIterator[Frame]: ...


@dataclass(frozen=True, slots=True)
class ProxyRoute:
    """One path of the store's own API that the data-source proxy lets through.

    `path` matches whole segments; `*` stands for one segment. `action` is what the caller needs.
    """

    method: str
    path: str
    action: str = "datasources:read"


SettingsT = TypeVar("SettingsT")


@dataclass(frozen=True, slots=True)
class Connection(Generic[SettingsT]):
    """Where a source is and how to log in: the stored record, its secrets opened."""

    uid: str
    name: str
    url: str
    user: str
    database: str
    settings: SettingsT
    secrets: Mapping[str, str]
    """`secureJsonData`, decrypted. Never log it."""


@dataclass(frozen=True, slots=True)
class Host:
    """Everything the server lends a plugin. Nothing else is reachable."""

    clock: Clock
    http: HttpClient
    """Already set up with the source's TLS, basic auth, headers, time-outs and egress policy."""
    log: logging.Logger


@dataclass(frozen=True, slots=True)
class DataSourcePlugin(Generic[SettingsT]):
    """The single object a data-source folder exports."""

    settings: type[SettingsT]
    """A msgspec struct decoded from `jsonData`; unknown keys are kept out of it and ignored."""
    open: Callable[[Connection[SettingsT], Host], Awaitable[DataSource]]
    proxy_routes: tuple[ProxyRoute, ...] = ()
