"""API for statistics of the server."""

from collections.abc import Callable
from typing import TypedDict

from vedette.access.guard import SERVER_ADMIN
from vedette.dashboards.store.search import SearchStore
from vedette.db.database import Database
from vedette.db.totals import totals
from vedette.identity.store.statistics import Active, StatisticsStore
from vedette.kernel.clock import Clock
from vedette.web.call import Call
from vedette.web.routes import Route


class Statistics(TypedDict):
    """Counts of resources. Active users were active in the last 30 days, daily active users in the
    last 24 hours.

    `admins`, `editors` and `viewers` count each user once, with the highest role in any
    organization. Users without a role are counted in `users` only. `alerts` counts alert rules.
    Snapshots, playlists and devices do not exist and are 0.
    """

    orgs: int
    dashboards: int
    snapshots: int
    tags: int
    datasources: int
    playlists: int
    stars: int
    alerts: int
    users: int
    admins: int
    editors: int
    viewers: int
    activeUsers: int
    activeAdmins: int
    activeEditors: int
    activeViewers: int
    activeSessions: int
    monthlyActiveUsers: int
    dailyActiveUsers: int
    dailyActiveAdmins: int
    dailyActiveEditors: int
    dailyActiveViewers: int
    dailyActiveSessions: int
    activeDevices: int


class StatisticsApi:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/admin/stats",
                self.statistics,
                SERVER_ADMIN,
                answer=Statistics,
                summary="Return statistics of the server.",
            )
        ]

    async def statistics(self, call: Call) -> Statistics:
        stored = await totals(self._database)
        async with self._database.reading() as tx:
            tags = await SearchStore(tx).count_tags()
            store = StatisticsStore(tx, self._clock.now_ms())
            users, sessions = await store.users(), await store.sessions()

        def sum_of(count: Callable[[Active], int]) -> int:
            return sum(map(count, users.values()))

        admins, editors, viewers = users["Admin"], users["Editor"], users["Viewer"]
        return {
            "orgs": stored["orgs"],
            "dashboards": stored["dashboards"],
            "snapshots": 0,
            "tags": tags,
            "datasources": stored["datasources"],
            "playlists": 0,
            "stars": stored["stars"],
            "alerts": stored["alert_rules"],
            "users": sum_of(lambda each: each.all),
            "admins": admins.all,
            "editors": editors.all,
            "viewers": viewers.all,
            "activeUsers": sum_of(lambda each: each.monthly),
            "activeAdmins": admins.monthly,
            "activeEditors": editors.monthly,
            "activeViewers": viewers.monthly,
            "activeSessions": sessions.monthly,
            "monthlyActiveUsers": sum_of(lambda each: each.monthly),
            "dailyActiveUsers": sum_of(lambda each: each.daily),
            "dailyActiveAdmins": admins.daily,
            "dailyActiveEditors": editors.daily,
            "dailyActiveViewers": viewers.daily,
            "dailyActiveSessions": sessions.daily,
            "activeDevices": 0,
        }
