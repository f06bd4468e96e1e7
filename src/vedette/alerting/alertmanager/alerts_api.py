"""Alerts and alert groups in the Alertmanager API v2, and alerts posted by other servers."""

from vedette.access.guard import needs
from vedette.alerting.alertmanager.answers import AlertAnswer, AlertGroupAnswer, ReceiverName
from vedette.alerting.alertmanager.filters import AlertQuery
from vedette.alerting.alertmanager.intake import Intake, PostedAlert
from vedette.alerting.alertmanager.shapes import alert_json, group_json, groups_of
from vedette.alerting.alertmanager.store import due_times
from vedette.alerting.alertmanager.view import Views
from vedette.db.database import Database
from vedette.kernel.threads import apart
from vedette.web.answer import ApiAnswer, encoded
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

BASE = "/api/alertmanager/grafana/api/v2"
_MAX_BODY = 8 * 1024 * 1024
_RATE = RateLimit("alert_intake", burst_seconds=6)


class AlertsApi:
    """`root_url` is the public address of the server with a trailing slash."""

    def __init__(self, database: Database, views: Views, intake: Intake, root_url: str) -> None:
        self._root_url = root_url
        self._database = database
        self._views = views
        self._intake = intake

    def routes(self) -> list[Route]:
        read, write = needs("alerting:read"), needs("alerting:write")
        return [
            Route(
                "GET",
                f"{BASE}/alerts",
                self.alerts,
                read,
                answer=list[AlertAnswer],
                query=AlertQuery,
                summary="List the firing alerts.",
            ),
            Route(
                "POST",
                f"{BASE}/alerts",
                self.post,
                write,
                body=list[PostedAlert],
                max_body=_MAX_BODY,
                rate=_RATE,
                summary="Post alerts of another server, such as Prometheus.",
            ),
            Route(
                "GET",
                f"{BASE}/alerts/groups",
                self.groups,
                read,
                answer=list[AlertGroupAnswer],
                query=AlertQuery,
                summary="List the firing alerts by group.",
            ),
            Route(
                "GET",
                f"{BASE}/receivers",
                self.receivers,
                read,
                answer=list[ReceiverName],
                summary="List the contact points.",
            ),
        ]

    async def alerts(self, call: Call) -> list[AlertAnswer]:
        sent: AlertQuery = call.query
        view = await self._views.of_org(call.who.org_id)
        chosen = sent.chosen(await self._views.seen(view))
        ordered = sorted(chosen, key=lambda seen: seen.alert.fingerprint)
        return await apart(
            len(ordered),
            lambda: [encoded(alert_json(seen, view.now, self._root_url)) for seen in ordered],
        )

    async def post(self, call: Call) -> ApiAnswer:
        await self._intake.post(call.who.org_id, call.body)
        return ApiAnswer(200, b"", "")

    async def groups(self, call: Call) -> list[AlertGroupAnswer]:
        sent: AlertQuery = call.query
        view = await self._views.of_org(call.who.org_id)
        async with self._database.reading() as tx:
            due = await due_times(tx, call.who.org_id)
        chosen = sent.chosen(await self._views.seen(view))
        return [
            group_json(group, view, due.get((group.key, group.route.receiver)), self._root_url)
            for group in groups_of(chosen)
            if sent.takes(group.route.receiver) and (sent.muted or not view.timings_of(group.route))
        ]

    async def receivers(self, call: Call) -> list[ReceiverName]:
        view = await self._views.of_org(call.who.org_id)
        return [{"name": name} for name in sorted(view.configuration.receivers)]
