"""Open connections: one for each source and version.

A connection is opened at its first use, shared, and closed when the source changes, is deleted, or
is not used for long.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from vedette.datasources.client_options import client_options
from vedette.datasources.errors import BadSettings, SourceNotFound
from vedette.datasources.forwarding import forwarded
from vedette.datasources.keeping import Keeping, kept_seconds
from vedette.datasources.kinds import plugin_id
from vedette.datasources.known import KnownSources
from vedette.datasources.model import Source, SourceRef
from vedette.datasources.secret_settings import joined
from vedette.datasources.store import SourceStore, commits
from vedette.datasources.writer import SourceWriter
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError
from vedette.kernel.live_pool import LivePool
from vedette.kernel.memory import MemoryLimits
from vedette.outbound.client import Outbound, SourceClient
from vedette.outbound.errors import EgressRefused
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import (
    Caller,
    Connection,
    DataSource,
    DataSourcePlugin,
    Host,
    HttpClient,
    HttpResponse,
    PoolSize,
    ReadLimits,
    WebSocket,
)

log = logging.getLogger("vedette.datasources")
_IDLE_SECONDS = 1_800.0
_GRACE_SECONDS = 60.0
_ROWS_SHARE = 3 / 4
"""The part of the memory for rows; frames add the rest."""
_Key = tuple[int, str]


class Live(msgspec.Struct, frozen=True):
    """An open source, with the data of the proxy."""

    record: Source
    plugin: DataSourcePlugin[Any]
    source: DataSource
    http: HttpClient


class ConnectionOptions(msgspec.Struct, frozen=True):
    directories: tuple[Path, ...] = ()
    """Directories that contain the files that data sources can open."""
    pool: PoolSize = PoolSize()
    memory: MemoryLimits = MemoryLimits()


_DEFAULT_OPTIONS = ConnectionOptions()


class Connections:
    """Implements querying's `SourceLookup`. `own_cookies` are never forwarded."""

    def __init__(
        self,
        database: Database,
        writer: SourceWriter,
        registry: PluginRegistry,
        outbound: Outbound,
        clock: Clock,
        own_cookies: Collection[str] = (),
        options: ConnectionOptions = _DEFAULT_OPTIONS,
    ) -> None:
        self._database = database
        self._writer = writer
        self._registry = registry
        self._outbound = outbound
        self._clock = clock
        self._own_cookies = frozenset(own_cookies)
        self._directories = options.directories
        self._pool = options.pool
        proxy = outbound.settings
        self._limits = ReadLimits(
            rows=proxy.row_limit,
            bytes=int(options.memory.objects * _ROWS_SHARE),
            seconds=float(proxy.timeout),
        )
        self._known = KnownSources(clock)
        self._live = LivePool[_Key, Live](
            clock,
            _close,
            idle_seconds=_IDLE_SECONDS,
            grace_seconds=proxy.timeout + _GRACE_SECONDS,
        )

    async def find(
        self, org_id: int, uids: Collection[str], ids: Collection[int]
    ) -> Sequence[SourceRef]:
        known = self._known.all_of(org_id, uids, ids)
        if known is not None:
            return known
        commits_before = commits.count
        async with self._database.reading() as tx:
            rows = await SourceStore(tx).of_uids_or_ids(org_id, uids, ids)
        found = [
            SourceRef(
                org_id=row["org_id"],
                id=row["id"],
                uid=row["uid"],
                name=row["name"],
                kind=plugin_id(self._registry, row["type"]),
                version=row["version"],
            )
            for row in rows
        ]
        self._known.remember(found, commits_before)
        return found

    async def connect(self, source: SourceRef) -> DataSource:
        return (await self.live(source)).source

    def caller(self, source: SourceRef, caller: Caller) -> Caller:
        live = self._live.peek((source.org_id, source.uid))
        if live is None:
            return replace(caller, forwarded_headers={})
        return self.caller_of(live.record, caller)

    def keeping(self, source: SourceRef) -> Keeping | None:
        live = self._live.peek((source.org_id, source.uid))
        if live is None or not _is_current(live, source):
            return None
        return Keeping(live.plugin.sharing, kept_seconds(live.record.json_data))

    def caller_of(self, record: Source, caller: Caller) -> Caller:
        headers = forwarded(
            record,
            caller.forwarded_headers,
            caller.login,
            send_user=self._outbound.settings.send_user_header,
            own_cookies=self._own_cookies,
        )
        return replace(caller, forwarded_headers=headers)

    async def live(self, source: Source | SourceRef) -> Live:
        """Return the connection of the row at that version or newer; open it if needed.

        Raises `SourceNotFound`, `BadSettings`, `Unreadable`, plugin errors and the errors of the
        plugin's `open`.
        """
        return await self._live.get(
            (source.org_id, source.uid),
            lambda live: _is_current(live, source),
            lambda: self._open(source.org_id, source.uid),
        )

    async def aclose(self) -> None:
        await self._live.aclose()

    async def _open(self, org_id: int, uid: str) -> Live:
        async with self._database.reading() as tx:
            record = await SourceStore(tx).by_uid(org_id, uid)
            if record is None:
                raise SourceNotFound
            secrets = await self._writer.secrets(tx, record)
        plugin = self._registry.datasource(record.type)
        http = self._client(record, secrets)
        host = Host(
            clock=self._clock,
            http=http,
            log=logging.getLogger(f"vedette.datasource.{plugin_id(self._registry, record.type)}"),
            network=self._outbound.network(is_trusted=record.is_provisioned),
            limits=self._limits,
            directories=self._directories,
            pool=self._pool,
        )
        try:
            source = await plugin.open(_connection(record, plugin, secrets), host)
        except BaseException:
            await _close_client(http)
            raise
        return Live(record, plugin, source, http)

    def _client(self, record: Source, secrets: Mapping[str, str]) -> HttpClient:
        kind = plugin_id(self._registry, record.type)
        options = client_options(record, kind, secrets)
        if options is None:
            return _NoAddress(record.name)
        try:
            return self._outbound.client(options)
        except EgressRefused as error:
            raise EgressRefused(options.name, error.reason) from error


def _is_current(live: Live, source: Source | SourceRef) -> bool:
    """Return whether the connection fits. A source that was deleted and created again with its uid
    is another one."""
    return live.record.id == source.id and live.record.version >= source.version


class _NoAddress:
    """The client of a source without a URL."""

    def __init__(self, name: str) -> None:
        self._name = name

    def request(
        self, method: str, url: str, **rest: Any
    ) -> AbstractAsyncContextManager[HttpResponse]:
        raise self._error()

    def websocket(self, url: str, **rest: Any) -> AbstractAsyncContextManager[WebSocket]:
        raise self._error()

    def _error(self) -> BadSettings:
        return BadSettings(f"The data source {self._name!r} has no URL; enter one in its settings.")


def _connection(
    record: Source, plugin: DataSourcePlugin[Any], secrets: Mapping[str, str]
) -> Connection[Any]:
    try:
        keys = {field.encode_name for field in msgspec.structs.fields(plugin.settings)}
        read = joined(record.json_data, secrets, keys)
        settings = msgspec.convert(read, plugin.settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSettings(
            f"The settings of the data source {record.name!r} are not valid: {error}."
        ) from error
    return Connection(
        uid=record.uid,
        name=record.name,
        url=record.url,
        user=record.user,
        database=record.database or str(record.json_data.get("database") or ""),
        settings=settings,
        secrets=secrets,
    )


async def _close(live: Live) -> None:
    try:
        await live.source.aclose()
    except (VedetteError, OSError):
        log.warning("A data source could not be closed.", exc_info=True)
    finally:
        await _close_client(live.http)


async def _close_client(http: HttpClient) -> None:
    if isinstance(http, SourceClient):
        await http.aclose()
