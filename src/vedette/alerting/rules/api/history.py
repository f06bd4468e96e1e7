"""State history of rules: `/api/v1/rules/history`, and as annotations of dashboards."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import msgspec

from vedette.access.guard import needs
from vedette.alerting.rules.api.readers import RecordRead, RuleHistory
from vedette.alerting.rules.api.state_answers import AnnotationAnswer, HistoryField, HistoryFrame
from vedette.alerting.rules.api.state_shapes import finite, public, state_text
from vedette.alerting.rules.model import StoredRule
from vedette.alerting.rules.service import RuleService
from vedette.kernel.clock import Clock, milliseconds
from vedette.kernel.errors import BadRequest
from vedette.sdk.receiver_text import number_text
from vedette.web.call import Call
from vedette.web.routes import Route

_MOST = 5_000
_SCANNED = 50_000
"""Maximum entries that a filter by labels or states reads."""
_FIRST_MS = 10**11
"""Times below this are in seconds."""
_Time = Annotated[float, msgspec.Meta(ge=0, le=10**14)]
_Limit = Annotated[int, msgspec.Meta(ge=0, le=_MOST)]
_FIELDS = (("time", "time", "time.Time"), ("line", "other", "json.RawMessage"))
_LABELS = ("labels", "other", "json.RawMessage")


class RuleHistoryQuery(msgspec.Struct):
    rule_uid: str = msgspec.field(default="", name="ruleUID")
    dashboard_uid: str = msgspec.field(default="", name="dashboardUID")
    panel_id: int | None = msgspec.field(default=None, name="panelID")
    from_: _Time | None = msgspec.field(default=None, name="from")
    to: _Time | None = None
    limit: _Limit = 0
    previous: str = ""
    current: str = ""


class AnnotationsQuery(msgspec.Struct):
    """`type` selects annotations of alerts or of users. There are none of users yet."""

    from_: _Time | None = msgspec.field(default=None, name="from")
    to: _Time | None = None
    type: str = ""
    dashboard_uid: str = msgspec.field(default="", name="dashboardUID")
    panel_id: int | None = msgspec.field(default=None, name="panelId")
    alert_uid: str = msgspec.field(default="", name="alertUID")
    limit: _Limit = 100
    tags: list[str] = []
    match_any: bool = msgspec.field(default=False, name="matchAny")


class RuleHistoryApi:
    def __init__(self, service: RuleService, history: RuleHistory, clock: Clock) -> None:
        self._service = service
        self._history = history
        self._clock = clock

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/v1/rules/history",
                self.frame,
                needs("alert.rules:read"),
                answer=HistoryFrame,
                query=RuleHistoryQuery,
                summary="List state transitions as a data frame.",
            ),
            Route(
                "GET",
                "/api/annotations",
                self.annotations,
                needs("alert.instances:read"),
                answer=list[AnnotationAnswer],
                query=AnnotationsQuery,
                summary="List state transitions as annotations of panels.",
            ),
        ]

    async def frame(self, call: Call) -> HistoryFrame:
        asked: RuleHistoryQuery = call.query
        limit = asked.limit or _MOST
        labels = {
            name.removeprefix("labels_"): values[-1]
            for name, values in call.query_values().items()
            if name.startswith("labels_")
        }
        is_narrow = bool(labels or asked.previous or asked.current or asked.panel_id is not None)
        since, until = self._range(asked.from_, asked.to)
        found = await self._history.records(
            call.who.org_id,
            since,
            until,
            _SCANNED if is_narrow else limit,
            rule_uid=asked.rule_uid,
            dashboard_uid=asked.dashboard_uid,
        )
        wanted = [each for each in found if _matches(each, asked, labels)][:limit]
        rules = {each.uid: each for each in await self._service.all(call.who)}
        wanted.reverse()
        return _frame(wanted, rules, call.who.org_id)

    async def annotations(self, call: Call) -> list[AnnotationAnswer]:
        asked: AnnotationsQuery = call.query
        if asked.type == "annotation" or asked.tags:
            return []
        since, until = self._range(asked.from_, asked.to)
        limit = asked.limit or 100
        found = await self._history.records(
            call.who.org_id,
            since,
            until,
            limit if asked.panel_id is None else _SCANNED,
            rule_uid=asked.alert_uid,
            dashboard_uid=asked.dashboard_uid,
        )
        wanted = [each for each in found if asked.panel_id in (None, each.panel_id)]
        return [_annotation(each) for each in wanted[:limit]]

    def _range(self, since: float | None, until: float | None) -> tuple[datetime, datetime]:
        """Return the range of a request. Default: the last 30 days."""
        now = self._clock.now()
        last = _moment(until) if until else now + timedelta(milliseconds=1)
        first = _moment(since) if since else last - timedelta(days=30)
        if first > last:
            raise BadRequest("The time range ends before it starts.")
        return first, last


def _matches(each: RecordRead, asked: RuleHistoryQuery, labels: Mapping[str, str]) -> bool:
    before = "Normal" if each.before is None else each.before.shown
    return (
        all(each.labels.get(name) == value for name, value in labels.items())
        and asked.previous.lower() in ("", before.lower())
        and asked.current.lower() in ("", each.after.shown.lower())
        and asked.panel_id in (None, each.panel_id)
        and (not asked.dashboard_uid or each.dashboard_uid == asked.dashboard_uid)
    )


def _frame(found: list[RecordRead], rules: Mapping[str, StoredRule], org_id: int) -> HistoryFrame:
    """Return `{schema, data: {values: [times, lines, labels]}}`, oldest first."""
    times = [milliseconds(each.slot) for each in found]
    lines = [_line(each, rules.get(each.rule_uid)) for each in found]
    streams = [
        {
            "from": "state-history",
            "orgID": str(org_id),
            "group": each.group,
            "folderUID": each.folder_uid,
        }
        for each in found
    ]
    fields: list[HistoryField] = [
        {"name": name, "type": kind, "typeInfo": {"frame": go}}
        for name, kind, go in (*_FIELDS, _LABELS)
    ]
    return {
        "schema": {"name": "states", "fields": fields},
        "data": {"values": [times, lines, streams]},
    }


def _line(each: RecordRead, stored: StoredRule | None) -> dict[str, Any]:
    """Return an entry in the format of Grafana 10.4 with two more keys: `isFirst` for the first
    transition of a series, and the creation time of the rule in milliseconds."""
    line: dict[str, Any] = {
        "schemaVersion": 1,
        "previous": "Normal" if each.before is None else each.before.shown,
        "current": state_text(each.after.shown, each.reason),
        "values": {name: finite(value) for name, value in each.values.items()},
        "condition": stored.rule.condition if stored else "",
        "dashboardUID": each.dashboard_uid,
        "panelID": each.panel_id,
        "fingerprint": each.fingerprint,
        "ruleTitle": each.rule_title,
        "ruleID": stored.id if stored else 0,
        "ruleUID": each.rule_uid,
        "labels": public(each.labels),
    }
    if each.before is None:
        line["isFirst"] = True
    if stored:
        line["ruleCreated"] = stored.created
    return line | {"error": each.failure} if each.failure else line


def _annotation(each: RecordRead) -> AnnotationAnswer:
    when = milliseconds(each.slot)
    values = " ".join(
        f"{name}={number_text(value)}"
        for name, value in sorted(each.values.items())
        if math.isfinite(value)
    )
    labels = ", ".join(f"{name}={value}" for name, value in sorted(public(each.labels).items()))
    text = (
        f"{each.rule_title} {{{labels}}} - {values}"
        if values
        else f"{each.rule_title} {{{labels}}}"
    )
    return {
        "id": each.id,
        "alertId": each.id,
        "alertUID": each.rule_uid,
        "alertName": each.rule_title,
        "dashboardId": 0,
        "dashboardUID": each.dashboard_uid,
        "panelId": each.panel_id,
        "userId": 0,
        "login": "",
        "email": "",
        "avatarUrl": "",
        "prevState": "Normal" if each.before is None else each.before.shown,
        "newState": state_text(each.after.shown, each.reason),
        "created": milliseconds(each.created),
        "updated": milliseconds(each.created),
        "time": when,
        "timeEnd": when,
        "text": text,
        "tags": [],
        "data": {"values": {name: finite(value) for name, value in each.values.items()}},
    }


def _moment(value: float) -> datetime:
    return datetime.fromtimestamp(value / 1_000 if value >= _FIRST_MS else value, UTC)
