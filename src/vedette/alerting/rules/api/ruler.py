"""`/api/ruler/grafana`: rule groups by folder, for rule editors of Grafana 10.4."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

import msgspec

from vedette.access.guard import needs
from vedette.alerting.model.provenance import OtherProvenance
from vedette.alerting.rules.answers import (
    RulerChange,
    RulerGroupAnswer,
    RulerGroups,
    RulerRuleAnswer,
)
from vedette.alerting.rules.bodies import RulerRule
from vedette.alerting.rules.errors import (
    BadRule,
    FolderMissing,
    GroupNotFound,
    PanelWithoutDashboard,
    RulerFolderForbidden,
    RulesFolderNotFound,
)
from vedette.alerting.rules.forms import from_ruler, interval_text, ruler_json
from vedette.alerting.rules.model import RuleDraft, StoredRule
from vedette.alerting.rules.service import RuleLocation, RuleService
from vedette.kernel.durations import BadDuration, parse_duration
from vedette.kernel.threads import apart
from vedette.web.answer import MessageAnswer, encoded
from vedette.web.call import Call
from vedette.web.routes import Route

_BASE = "/api/ruler/grafana/api/v1"
_RULES = f"{_BASE}/rules"
_FOLDER = f"{_RULES}/:folder"
_GROUP = f"{_FOLDER}/:group"
_MOST_BYTES = 8 * 1024 * 1024
_ACCEPTED = 202


class OfPanel(msgspec.Struct):
    dashboard_uid: str = ""
    panel_id: int | None = None


class RulerGroup(msgspec.Struct):
    """`interval` is a duration such as 1m."""

    name: str
    rules: list[RulerRule] = []
    interval: str | None = None
    message: str = ""


class RulerApi:
    def __init__(self, service: RuleService) -> None:
        self._service = service

    def routes(self) -> list[Route]:
        read, write = needs("alert.rules:read"), needs("alert.rules:write")
        delete = needs("alert.rules:delete")
        return [
            Route(
                "GET",
                _RULES,
                self.all,
                read,
                answer=RulerGroups,
                query=OfPanel,
                summary="List the rule groups by folder.",
            ),
            Route(
                "GET",
                _FOLDER,
                self.folder,
                read,
                answer=RulerGroups,
                status=_ACCEPTED,
                summary="List the rule groups of a folder.",
            ),
            Route(
                "GET",
                _GROUP,
                self.group,
                read,
                answer=RulerGroupAnswer,
                status=_ACCEPTED,
                summary="Get a rule group.",
            ),
            Route(
                "POST",
                _FOLDER,
                self.replace,
                write,
                answer=RulerChange,
                body=RulerGroup,
                max_body=_MOST_BYTES,
                status=_ACCEPTED,
                summary="Replace a rule group with all its rules.",
            ),
            Route(
                "DELETE",
                _FOLDER,
                self.delete_folder,
                delete,
                answer=MessageAnswer,
                status=_ACCEPTED,
                summary="Delete all rules of a folder.",
            ),
            Route(
                "DELETE",
                _GROUP,
                self.delete_group,
                delete,
                answer=MessageAnswer,
                status=_ACCEPTED,
                summary="Delete a rule group.",
            ),
            Route(
                "GET",
                f"{_BASE}/rule/:uid",
                self.rule,
                read,
                answer=RulerRuleAnswer,
                summary="Get a rule.",
            ),
        ]

    async def all(self, call: Call) -> RulerGroups:
        asked: OfPanel = call.query
        if asked.dashboard_uid:
            found = await self._service.of_panel(call.who, asked.dashboard_uid, asked.panel_id)
        elif asked.panel_id is not None:
            raise PanelWithoutDashboard
        else:
            found = await self._service.all(call.who)
        return await apart(len(found), lambda: _by_folder(found))

    async def folder(self, call: Call) -> RulerGroups:
        with _as_ruler():
            found = await self._service.of_folder(call.who, call.params["folder"])
        return await apart(len(found), lambda: _by_folder(found))

    async def group(self, call: Call) -> RulerGroupAnswer:
        place = _place(call)
        try:
            with _as_ruler():
                found = await self._service.of_group(call.who, place.folder_uid, place.group)
        except GroupNotFound:
            return {"name": place.group, "rules": []}
        return _group(found)

    async def rule(self, call: Call) -> RulerRuleAnswer:
        return ruler_json(await self._service.get(call.who, call.params["uid"]))

    async def replace(self, call: Call) -> RulerChange:
        sent: RulerGroup = call.body
        interval = None
        if sent.interval:
            try:
                interval = parse_duration(sent.interval)
            except BadDuration as error:
                raise BadRule(f"The group {sent.name!r}: {error.public}") from error
        drafts = [_draft(each, index, sent.name) for index, each in enumerate(sent.rules)]
        with _as_ruler():
            change = await self._service.replace_group(
                call.who,
                RuleLocation(call.params["folder"], sent.name),
                interval or None,
                drafts,
                message=sent.message,
            )
        changed: RulerChange = {"message": "rule group updated successfully"}
        if change.created:
            changed["created"] = change.created
        if change.updated:
            changed["updated"] = change.updated
        if change.deleted:
            changed["deleted"] = change.deleted
        if len(changed) == 1:
            changed["message"] = "no changes detected in the rule group"
        return changed

    async def delete_folder(self, call: Call) -> MessageAnswer:
        with _as_ruler():
            await self._service.delete_own(call.who, call.params["folder"])
        return {"message": "rules deleted"}

    async def delete_group(self, call: Call) -> MessageAnswer:
        with _as_ruler():
            place = _place(call)
            await self._service.delete_own(call.who, place.folder_uid, place.group)
        return {"message": "rules deleted"}


@contextmanager
def _as_ruler() -> Iterator[None]:
    """Map errors to the statuses of the ruler API: 400 for provisioned rules, and 403 for a folder
    that does not exist."""
    try:
        yield
    except OtherProvenance as error:
        raise BadRule(error.public) from error
    except (FolderMissing, RulesFolderNotFound) as error:
        raise RulerFolderForbidden(error.uid) from error


def _draft(given: Mapping[str, Any], index: int, group: str) -> RuleDraft:
    if not isinstance(given.get("grafana_alert"), Mapping):
        raise BadRule(
            f"The group {group[:190]!r}: rules[{index}].grafana_alert is missing; rules of other"
            " rulers are kept there, or imported."
        )
    body = from_ruler(given)
    uid = body.pop("uid", None) or ""
    if not isinstance(uid, str):
        raise BadRule(
            f"The group {group[:190]!r}: rules[{index}].grafana_alert.uid is not a string."
        )
    return RuleDraft(body, uid, is_patch=True)


def _place(call: Call) -> RuleLocation:
    return RuleLocation(call.params["folder"], call.params["group"])


def _by_folder(rules: Sequence[StoredRule]) -> RulerGroups:
    """Return the rule groups by folder title. Folders with equal titles differ in the
    `namespace_uid` of their rules."""
    found: RulerGroups = {}
    for _, of_group in groupby(rules, lambda each: each.group.id):
        group = list(of_group)
        found.setdefault(group[0].group.folder_title, []).append(encoded(_group(group)))
    return found


def _group(rules: Sequence[StoredRule]) -> RulerGroupAnswer:
    group = rules[0].group
    return {
        "name": group.name,
        "interval": interval_text(group.interval),
        "rules": [ruler_json(each) for each in rules],
    }
