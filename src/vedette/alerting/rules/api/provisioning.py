"""`/api/v1/provisioning`: rules and rule groups, for provisioning tools."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any

from vedette.access.guard import needs
from vedette.alerting.model.provenance import Edit, api_edit
from vedette.alerting.rules.answers import ProvisionedGroup, ProvisionedRule
from vedette.alerting.rules.bodies import GroupBody, RuleBody
from vedette.alerting.rules.errors import BadRule, RuleNotFound, RuleTitleTaken, RuleUidTaken
from vedette.alerting.rules.forms import group_json, provisioning_json
from vedette.alerting.rules.model import RuleDraft
from vedette.alerting.rules.service import RuleLocation, RuleService
from vedette.kernel.threads import apart
from vedette.web.answer import ApiAnswer, encoded, no_content
from vedette.web.call import Call
from vedette.web.routes import Route

_BASE = "/api/v1/provisioning"
_RULES = f"{_BASE}/alert-rules"
_RULE = f"{_RULES}/:uid"
_GROUP = f"{_BASE}/folder/:folder/rule-groups/:group"
_MOST_BYTES = 8 * 1024 * 1024


class ProvisioningApi:
    def __init__(self, service: RuleService) -> None:
        self._service = service

    def routes(self) -> list[Route]:
        read, write = needs("alert.provisioning:read"), needs("alert.provisioning:write")
        delete = needs("alert.rules:delete")
        most = _MOST_BYTES
        return [
            Route(
                "GET",
                _RULES,
                self.list,
                read,
                answer=Sequence[ProvisionedRule],
                summary="List the alert rules.",
            ),
            Route(
                "POST",
                _RULES,
                self.create,
                write,
                answer=ProvisionedRule,
                body=RuleBody,
                max_body=most,
                status=201,
                summary="Create an alert rule.",
            ),
            Route(
                "GET", _RULE, self.get, read, answer=ProvisionedRule, summary="Get an alert rule."
            ),
            Route(
                "PUT",
                _RULE,
                self.update,
                write,
                answer=ProvisionedRule,
                body=RuleBody,
                max_body=most,
                summary="Replace an alert rule; with If-Match, only that version.",
            ),
            Route(
                "DELETE", _RULE, self.delete, delete, status=204, summary="Delete an alert rule."
            ),
            Route(
                "GET",
                _GROUP,
                self.group,
                read,
                answer=ProvisionedGroup,
                summary="Get a rule group.",
            ),
            Route(
                "PUT",
                _GROUP,
                self.replace_group,
                write,
                answer=ProvisionedGroup,
                body=GroupBody,
                max_body=most,
                summary="Replace a rule group with all its rules; without rules, its interval.",
            ),
            Route(
                "DELETE",
                _GROUP,
                self.delete_group,
                delete,
                status=204,
                summary="Delete a rule group.",
            ),
        ]

    async def list(self, call: Call) -> Sequence[ProvisionedRule]:
        found = await self._service.all(call.who)
        return await apart(len(found), lambda: [encoded(provisioning_json(each)) for each in found])

    async def get(self, call: Call) -> ProvisionedRule:
        return provisioning_json(await self._service.get(call.who, call.params["uid"]))

    async def create(self, call: Call) -> ProvisionedRule:
        sent: dict[str, Any] = call.body
        place = RuleLocation(_text(sent, "folderUID"), _text(sent, "ruleGroup"))
        draft = RuleDraft(sent, _text(sent, "uid", is_needed=False))
        with _as_bad_request():
            made = await self._service.create(call.who, place, draft, _edit(call))
        return provisioning_json(made)

    async def update(self, call: Call) -> ProvisionedRule:
        sent: dict[str, Any] = call.body
        place = None
        if sent.get("folderUID") or sent.get("ruleGroup"):
            place = RuleLocation(_text(sent, "folderUID"), _text(sent, "ruleGroup"))
        draft = RuleDraft(sent, version=_version(call))
        uid = call.params["uid"]
        with _as_bad_request():
            changed = await self._service.update(call.who, uid, draft, _edit(call), place)
        return provisioning_json(changed)

    async def delete(self, call: Call) -> ApiAnswer:
        with suppress(RuleNotFound):
            await self._service.delete(call.who, call.params["uid"], _edit(call))
        return no_content()

    async def group(self, call: Call) -> ProvisionedGroup:
        place = _place(call)
        found = await self._service.of_group(call.who, place.folder_uid, place.group)
        return group_json(place.group, place.folder_uid, found)

    async def replace_group(self, call: Call) -> ProvisionedGroup:
        sent: dict[str, Any] = call.body
        place = _place(call)
        rules = sent.get("rules") or []
        if not isinstance(rules, list) or not all(isinstance(each, Mapping) for each in rules):
            raise BadRule(f"The group {place.group!r}: rules must be a list of rules.")
        drafts = [RuleDraft(dict(each), _text(each, "uid", is_needed=False)) for each in rules]
        interval = _seconds(sent.get("interval"), place.group)
        if not drafts:
            await self._service.set_interval(call.who, place, interval)
            return {
                "title": place.group,
                "folderUid": place.folder_uid,
                "interval": int(interval.total_seconds()),
                "rules": [],
            }
        with _as_bad_request():
            await self._service.replace_group(call.who, place, interval, drafts, _edit(call))
        return await self.group(call)

    async def delete_group(self, call: Call) -> ApiAnswer:
        await self._service.delete_group(call.who, _place(call), _edit(call))
        return no_content()


@contextmanager
def _as_bad_request() -> Iterator[None]:
    """In this API, a conflict of titles or uids is a bad request."""
    try:
        yield
    except (RuleTitleTaken, RuleUidTaken) as error:
        raise BadRule(error.public) from error


def _edit(call: Call) -> Edit:
    return api_edit(call.header("x-disable-provenance"))


def _place(call: Call) -> RuleLocation:
    return RuleLocation(call.params["folder"], call.params["group"])


def _text(sent: Mapping[str, Any], key: str, *, is_needed: bool = True) -> str:
    value = sent.get(key)
    if isinstance(value, str) and value:
        return value
    if value in (None, "") and not is_needed:
        return ""
    raise BadRule(f"The rule {str(sent.get('title', ''))[:190]!r}: {key} is missing; set it.")


def _seconds(value: object, group: str) -> timedelta:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 10**9:
        raise BadRule(f"The group {group!r}: interval must be a number of seconds, such as 60.")
    return timedelta(seconds=value)


def _version(call: Call) -> int | None:
    text = call.header("if-match").strip().removeprefix("W/").strip('"')
    if text in ("", "*"):
        return None
    if not text.isdecimal() or len(text) > 15:
        raise BadRule("If-Match must be a version of the rule, such as 3.")
    return int(text)
