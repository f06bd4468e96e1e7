"""Live queries: checked like any query, then pushed frame by frame."""

import asyncio
from collections.abc import AsyncIterator, Mapping

from vedette.access.model import Permissions, Principal
from vedette.kernel.clock import Clock
from vedette.kernel.errors import Conflict
from vedette.kernel.memory import MemoryAccount, MemoryLimits, used
from vedette.live.model import Subscribe
from vedette.querying.errors import BadBatch, SourceForbidden, SourceTimeout, UnknownSource
from vedette.querying.frames_json import frame_json
from vedette.querying.limits import QueryLimits, within
from vedette.querying.model import QueryTarget, SourceLookup, SourceRef
from vedette.querying.request import QueryRequest, read_targets
from vedette.querying.service import ACTION
from vedette.sdk import Answer, Caller, DataSource, Streams

_BACK = "now-1m"
"""The start of a query without a time range."""


class NoStream(BadBatch):
    code = "query.no_stream"


class SourceChanged(Conflict):
    code = "query.source_changed"


class QueryFeeds:
    """Implements `Feeds` of `vedette.live`."""

    def __init__(
        self, sources: SourceLookup, permissions: Permissions, clock: Clock, limits: QueryLimits
    ) -> None:
        self._sources = sources
        self._permissions = permissions
        self._clock = clock
        self._limits = limits

    async def open(
        self, who: Principal, headers: Mapping[str, str], asked: Subscribe
    ) -> "QueryFeed":
        """Open a feed.

        Raises `UnknownSource`, `SourceForbidden`, `NoStream`, `BadBatch` or the errors of opening
        the source.
        """
        model = {**asked.query, "datasource": {"uid": asked.datasource}}
        request = QueryRequest(queries=[model], from_=_BACK, to="now")
        (target,) = read_targets(request, self._clock.now())
        source, live = await self.find(who, asked.datasource)
        if not isinstance(live, Streams):
            raise NoStream(f"{source.name} does not support live streaming.")
        caller = Caller(who.org_id, who.login or None, headers)
        caller = self._sources.caller(source, caller)
        return QueryFeed(self, source.uid, live, live, target, caller, self._limits)

    async def find(self, who: Principal, uid: str) -> tuple[SourceRef, DataSource]:
        """Return the current source if `who` can query it."""
        found = await self._sources.find(who.org_id, {uid}, ())
        if not found:
            raise UnknownSource(f"The data source with the uid {uid[:60]!r} does not exist.")
        source = found[0]
        visible = await self._permissions.visible(who, ACTION, "datasources")
        if not visible.everything and source.uid not in visible.uids:
            raise SourceForbidden(f"You do not have permission to query {source.name}.")
        try:
            async with asyncio.timeout(self._limits.timeout):
                return source, await self._sources.connect(source)
        except TimeoutError as error:
            raise SourceTimeout(f"{source.name} did not respond in time.") from error


class QueryFeed:
    """Implements `Feed` of `vedette.live`."""

    def __init__(
        self,
        feeds: QueryFeeds,
        uid: str,
        opened: DataSource,
        stream: Streams,
        target: QueryTarget,
        caller: Caller,
        limits: QueryLimits,
    ) -> None:
        self._feeds = feeds
        self._uid = uid
        self._opened = opened
        self._stream = stream
        self._target = target
        self._caller = caller
        self._limits = limits

    async def frames(self) -> AsyncIterator[bytes]:
        """Yield frames. Raises the errors of the source, `TooManyPoints`, and
        `AnswerNeedsTooMuch`."""
        stream = self._stream.stream(self._target.query(), self._caller)
        while True:
            with used(MemoryAccount(None, MemoryLimits())):  # Each frame is charged separately.
                frame = await anext(stream, None)
                if frame is None:
                    return
                answer = within(Answer(self._target.ref_id, (frame,)), self._limits)
                if answer.error is not None:
                    raise answer.error
                text = frame_json(frame)
            yield text

    async def check(self, who: Principal) -> None:
        """Check permissions. This is called regularly, which also keeps the source from being
        closed as idle."""
        source, live = await self._feeds.find(who, self._uid)
        if live is not self._opened:
            raise SourceChanged(f"{source.name} was changed. Subscribe to the query again.")
