"""Live channels of dashboards: saved, deleted, and who edits.

The database is the source, so that events arrive from all instances: a loop reads the states of
the dashboards that clients of this instance watch. Saves on this instance wake it up.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from vedette.access.model import Permissions, Scope
from vedette.cluster.loop import run_loop
from vedette.cluster.time import database_now
from vedette.cluster.wakeups import Wakeups
from vedette.dashboards.errors import DashboardNotFound
from vedette.dashboards.model import READ, WRITE, Dashboard
from vedette.dashboards.moments import iso
from vedette.dashboards.service.writer import CHANGED
from vedette.dashboards.store.dashboards import DashboardStore
from vedette.dashboards.store.editors import (
    DashboardEditor,
    DashboardEditorStore,
    DashboardState,
)
from vedette.dashboards.store.trash import TrashStore
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock
from vedette.kernel.ids import new_uid
from vedette.kernel.principal import Principal
from vedette.live.model import Subscribe

PREFIX = "grafana/dashboard/uid/"
LOOK_SECONDS, IDLE_SECONDS = 2.0, 60.0
RENEW_MS, EXPIRE_MS = 20_000, 60_000
_MOST_WAITING = 100


class DashboardFeeds:
    """Implements live's `Feeds` for the channels `grafana/dashboard/uid/<uid>`."""

    def __init__(
        self, database: Database, permissions: Permissions, clock: Clock, wakeups: Wakeups
    ) -> None:
        self.database = database
        self.permissions = permissions
        self._clock = clock
        self.wakeups = wakeups
        self.open_feeds: set[DashboardFeed] = set()
        self._renewed = 0

    async def open(
        self, who: Principal, headers: Mapping[str, str], asked: Subscribe
    ) -> "DashboardFeed":
        """Raises `DashboardNotFound`, and `AccessDenied` unless the user may read the dashboard,
        or change it if `editing` is set."""
        async with self.database.reading() as tx:
            uid = asked.channel.removeprefix(PREFIX)
            dashboard = await DashboardStore(tx).by_uid(who.org_id, uid)
        if dashboard is None:
            raise DashboardNotFound
        feed = DashboardFeed(self, who, dashboard, is_editing=asked.editing)
        await feed.check(who)
        return feed

    async def run(self) -> None:
        """Look for changes until cancelled."""

        async def wait(seconds: float) -> None:
            await self.wakeups.wait(CHANGED, seconds)

        await run_loop("dashboard-events", self._clock, self.look, wait=wait)

    async def look(self) -> float:
        """Read the states of all watched dashboards once. Return the seconds to the next look."""
        if not self.open_feeds:
            return IDLE_SECONDS
        watched: defaultdict[int, set[int]] = defaultdict(set)
        for feed in self.open_feeds:
            watched[feed.org_id].add(feed.dashboard_id)
        await self._renew()
        states: dict[int, DashboardState] = {}
        async with self.database.reading() as tx:
            now = await database_now(tx, self._clock)
            store = DashboardEditorStore(tx)
            for org_id, ids in watched.items():
                states |= await store.states(org_id, sorted(ids), now - EXPIRE_MS)
        for feed in list(self.open_feeds):
            if feed.dashboard_id in watched[feed.org_id]:
                await feed.tell(states.get(feed.dashboard_id))
        return LOOK_SECONDS

    async def join(self, feed: "DashboardFeed") -> None:
        self.open_feeds.add(feed)
        if feed.session:
            async with self.database.transaction() as tx:
                since = await database_now(tx, self._clock)
                editor = DashboardEditor(feed.session, feed.who.login, feed.who.name, since)
                await DashboardEditorStore(tx).join(feed.org_id, feed.dashboard_id, editor)
        self.wakeups.notify(CHANGED)

    async def leave(self, feed: "DashboardFeed") -> None:
        """If the database is unavailable, the session expires by itself."""
        self.open_feeds.discard(feed)
        if feed.session:
            with suppress(DatabaseUnavailable):
                async with self.database.statement() as tx:
                    await DashboardEditorStore(tx).leave(feed.org_id, feed.session)
            self.wakeups.notify(CHANGED)

    async def _renew(self) -> None:
        if self._clock.now_ms() - self._renewed < RENEW_MS:
            return
        sessions = [feed.session for feed in self.open_feeds if feed.session]
        async with self.database.transaction() as tx:
            now = await database_now(tx, self._clock)
            await DashboardEditorStore(tx).renew(sessions, now)
            await DashboardEditorStore(tx).delete_before(now - EXPIRE_MS)
        self._renewed = self._clock.now_ms()


class DashboardFeed:
    """Implements live's `Feed`: the events of one dashboard for one client."""

    def __init__(
        self, feeds: DashboardFeeds, who: Principal, dashboard: Dashboard, *, is_editing: bool
    ) -> None:
        self._feeds = feeds
        self.who = who
        self.org_id = dashboard.org_id
        self.dashboard_id = dashboard.id
        self._uid = dashboard.uid
        self._scope: Scope = dashboard.scope
        self.session = new_uid() if is_editing else ""
        self._last: DashboardState | None = None
        self._version = dashboard.version
        self._events: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_WAITING)

    async def frames(self) -> AsyncIterator[bytes]:
        """Events as JSON, until the dashboard is deleted."""
        await self._feeds.join(self)
        try:
            while (event := await self._events.get()) is not None:
                yield event
        finally:
            await self._feeds.leave(self)

    async def check(self, who: Principal) -> None:
        """Raises `AccessDenied`."""
        await self._feeds.permissions.require(who, READ, self._scope)
        if self.session:
            await self._feeds.permissions.require(who, WRITE, self._scope)

    async def tell(self, state: DashboardState | None) -> None:
        """Queue the events that lead to this state; None is a deleted dashboard."""
        if state is None:
            self._add(action="deleted", uid=self._uid, deletedBy=await self._deleted_by())
            self._put(None)
            return
        if state.version != self._version:
            self._add(
                action="saved",
                uid=state.uid,
                version=state.version,
                savedBy=state.updated_by,
                savedAt=iso(state.updated),
            )
        if self._last is None or state.editors != self._last.editors:
            editors = [
                {
                    "session": each.session,
                    "login": each.login,
                    "name": each.name,
                    "since": iso(each.since),
                }
                for each in state.editors
            ]
            self._add(
                action="presence",
                uid=state.uid,
                version=state.version,
                session=self.session,
                editors=editors,
            )
        self._last, self._version, self._uid = state, state.version, state.uid

    async def _deleted_by(self) -> str:
        async with self._feeds.database.reading() as tx:
            entry = await TrashStore(tx).newest(self.org_id, self._uid)
        return entry.deleted_by if entry else ""

    def _add(self, **event: Any) -> None:
        self._put(msgspec.json.encode(event))

    def _put(self, event: bytes | None) -> None:
        """A client that reads nothing loses the oldest events."""
        if self._events.full():
            self._events.get_nowait()
        self._events.put_nowait(event)
