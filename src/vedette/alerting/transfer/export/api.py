"""Exports in the provisioning API, and of a group that is being edited."""

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from vedette.access.guard import needs
from vedette.alerting.rules.bodies import RulerRule
from vedette.alerting.rules.errors import BadRule
from vedette.alerting.rules.forms import canonical, from_ruler
from vedette.alerting.transfer.export.service import Exports
from vedette.kernel.errors import NotFound
from vedette.web.answer import ApiAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

if TYPE_CHECKING:
    from vedette.alerting.transfer.export.documents import Document
    from vedette.alerting.transfer.provision.entries import FolderName

_BASE = "/api/v1/provisioning"
_YAML = "text/yaml"
"""The default. `format` selects JSON or HCL."""
_TYPES = {"yaml": _YAML, "json": "application/json", "hcl": "text/hcl"}
_MOST_BYTES = 8 * 1024 * 1024


class ExportQuery(msgspec.Struct):
    """Flags without a value count as set: `?download`."""

    download: str = "false"
    format: str = ""


class RuleExportQuery(ExportQuery, rename="camel"):
    """`folder_uid` can contain several uids, separated by commas."""

    folder_uid: str = ""
    group: str = ""
    rule_uid: str = ""


class ContactPointExportQuery(ExportQuery):
    name: str = ""
    decrypt: str = "false"


class UnsavedGroup(msgspec.Struct):
    name: str
    rules: list[RulerRule] = []
    interval: str = "1m"


class ExportApi:
    def __init__(self, exports: Exports) -> None:
        self._exports = exports

    def routes(self) -> list[Route]:
        read = needs("alerting:read")
        group = f"{_BASE}/folder/:folder/rule-groups/:group/export"
        return [
            Route(
                "GET", f"{_BASE}/alert-rules/export", self.rules, read, query=RuleExportQuery,
                answer=str, media=_YAML,
                summary="Export alert rules as a provisioning file.",
            ),
            Route(
                "GET", f"{_BASE}/alert-rules/:uid/export", self.rule, read, query=ExportQuery,
                answer=str, media=_YAML,
                summary="Export an alert rule as a provisioning file.",
            ),
            Route(
                "GET", group, self.group, read, query=ExportQuery,
                answer=str, media=_YAML,
                summary="Export a rule group as a provisioning file.",
            ),
            Route(
                "GET", f"{_BASE}/contact-points/export", self.points, read,
                query=ContactPointExportQuery, answer=str, media=_YAML,
                summary="Export contact points as a provisioning file; admins can include secrets.",
            ),
            Route(
                "GET", f"{_BASE}/policies/export", self.policies, read, query=ExportQuery,
                answer=str, media=_YAML,
                summary="Export notification policies as a provisioning file.",
            ),
            Route(
                "GET", f"{_BASE}/mute-timings/export", self.timings, read, query=ExportQuery,
                answer=str, media=_YAML,
                summary="Export mute timings as a provisioning file.",
            ),
            Route(
                "GET", f"{_BASE}/mute-timings/:name/export", self.timing, read, query=ExportQuery,
                answer=str, media=_YAML,
                summary="Export a mute timing as a provisioning file.",
            ),
            Route(
                "GET", f"{_BASE}/templates/export", self.templates, read, query=ExportQuery,
                answer=str, media=_YAML,
                summary="Export notification templates as a provisioning file.",
            ),
            Route(
                "POST", "/api/ruler/grafana/api/v1/rules/:folder/:group", self.edited, read,
                body=UnsavedGroup, query=ExportQuery, answer=str, media=_YAML, max_body=_MOST_BYTES,
                summary="At .../export: export an unsaved group as a provisioning file.",
            ),
        ]  # fmt: skip

    async def rules(self, call: Call) -> ApiAnswer:
        query: RuleExportQuery = call.query
        named = call.query_values()
        folders = {uid for text in named.get("folderUid", ()) for uid in text.split(",") if uid}
        if query.rule_uid:
            if query.group or folders:
                raise BadRule("ruleUid cannot be combined with folderUid or group.")
            found = [await self._exports.rules.get(call.who, query.rule_uid)]
            return await self._of_rules(call, found)
        if query.group and len(folders) != 1:
            raise BadRule("group requires the uid of its folder; set folderUid.")
        found = [
            each
            for each in await self._exports.rules.all(call.who)
            if (not folders or each.group.folder_uid in folders)
            and query.group in ("", each.group.name)
        ]
        return await self._of_rules(call, found)

    async def rule(self, call: Call) -> ApiAnswer:
        found = await self._exports.rules.get(call.who, call.params["uid"])
        return await self._of_rules(call, [found])

    async def group(self, call: Call) -> ApiAnswer:
        folder, name = call.params["folder"], call.params["group"]
        found = await self._exports.rules.of_group(call.who, folder, name)
        return await self._of_rules(call, list(found))

    async def points(self, call: Call) -> ApiAnswer:
        query: ContactPointExportQuery = call.query
        document = await self._exports.points(call.who, query.name, decrypt=_is_set(query.decrypt))
        return await self._answer(call, document)

    async def policies(self, call: Call) -> ApiAnswer:
        return await self._answer(call, await self._exports.policies(call.who.org_id))

    async def timings(self, call: Call) -> ApiAnswer:
        return await self._answer(call, await self._exports.timings(call.who.org_id))

    async def timing(self, call: Call) -> ApiAnswer:
        document = await self._exports.timings(call.who.org_id, call.params["name"])
        if not document["muteTimes"]:
            raise NotFound(f"The mute timing {call.params['name'][:200]!r} does not exist.")
        return await self._answer(call, document)

    async def templates(self, call: Call) -> ApiAnswer:
        return await self._answer(call, await self._exports.templates(call.who.org_id))

    async def edited(self, call: Call) -> ApiAnswer:
        if call.params["group"] != "export":
            raise NotFound("The group must be sent to the path of its folder.")
        from vedette.alerting.transfer.export.documents import group_entry

        sent: UnsavedGroup = call.body
        uid = call.params["folder"]
        await self._exports.rules.of_folder(call.who, uid)
        folder = await self._exports.folder(call.who.org_id, uid)
        rules = [_unsaved(each) for each in sent.rules]
        group = group_entry(call.who.org_id, sent.name, folder, sent.interval, rules)
        return await self._answer(call, {"apiVersion": 1, "groups": [group]}, {_key(folder): uid})

    async def _of_rules(self, call: Call, rules: list[Any]) -> ApiAnswer:
        from vedette.alerting.transfer.export.documents import rules_document

        if not rules:
            raise NotFound("There are no alert rules to export.")
        folders = await self._exports.folders(call.who.org_id, rules)
        return await self._answer_made(
            call,
            lambda: rules_document(rules, folders),
            {_key(each): uid for uid, each in folders.items()},
        )

    async def _answer(
        self,
        call: Call,
        document: "Document",
        folders: Mapping[tuple[str, str], str] | None = None,
    ) -> ApiAnswer:
        return await self._answer_made(call, lambda: document, folders)

    async def _answer_made(
        self,
        call: Call,
        make: Callable[[], "Document"],
        folders: Mapping[tuple[str, str], str] | None = None,
    ) -> ApiAnswer:
        """Make, write and free the document in a thread: an organization can have many rules."""
        from vedette.alerting.transfer.export.formats import as_json, as_yaml, format_of
        from vedette.alerting.transfer.export.terraform import as_hcl

        query: ExportQuery = call.query
        kind = format_of(query.format, call.header("accept"))

        def write() -> bytes:
            if kind == "yaml":
                return as_yaml(make()).encode()
            if kind == "json":
                return as_json(make()).encode()
            return as_hcl(make(), folders or {}, self._exports.registry).encode()

        content = await asyncio.to_thread(write)
        headers, type_ = {}, _TYPES[kind]
        if _is_set(query.download):
            suffix = "tf" if kind == "hcl" else kind
            headers["Content-Disposition"] = f'attachment; filename="export.{suffix}"'
            type_ = "application/terraform+hcl" if kind == "hcl" else type_
        return ApiAnswer(200, content, f"{type_}; charset=utf-8", headers)


def _unsaved(given: Mapping[str, Any]) -> "Document":
    from vedette.alerting.transfer.export.documents import rule_entry

    body = from_ruler(given)
    uid = body.pop("uid", None)
    rule = canonical(body)
    data = rule.get("data")
    if "title" not in rule or not isinstance(data, list) or not all(map(_is_query, data)):
        raise BadRule("Each rule of the group must have grafana_alert with a title and data.")
    for key in ("annotations", "labels", "notification_settings"):
        if not isinstance(rule.get(key, {}), Mapping):
            raise BadRule(f"The rule {str(rule['title'])[:190]!r}: {key} must be an object.")
    for query, sent in zip(data, body["data"], strict=True):
        query["model"] = sent.get("model")  # Without the defaults of a saved rule.
    return rule_entry({"uid": uid, **rule} if uid else rule)


def _is_query(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value["relativeTimeRange"], Mapping)


def _key(folder: "FolderName") -> tuple[str, str]:
    return folder.title, folder.uid


def _is_set(flag: str) -> bool:
    return flag.lower() not in ("false", "0")
