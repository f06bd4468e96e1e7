"""`/api/v1/alerting/rules/{uid}`: versions of a rule, and rules that query a data source."""

from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec
import orjson

from vedette.access.guard import needs
from vedette.alerting.rules.answers import ProvisionedRule, QueryingRule, RuleVersionAnswer
from vedette.alerting.rules.forms import provisioning_json
from vedette.alerting.rules.model import RuleVersion
from vedette.alerting.rules.service import RuleService
from vedette.kernel.errors import BadRequest
from vedette.web.call import Call
from vedette.web.routes import Route

_RULE = "/api/v1/alerting/rules/:uid"
_VERSIONS = f"{_RULE}/versions"
PageOfRule = Callable[[str], str]


class RuleVersionsQuery(msgspec.Struct):
    limit: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 100


class Pause(msgspec.Struct, rename="camel"):
    is_paused: bool


class RuleVersionsApi:
    def __init__(self, service: RuleService) -> None:
        self._service = service

    def routes(self) -> list[Route]:
        read, write = needs("alert.rules:read"), needs("alert.rules:write")
        return [
            Route(
                "GET",
                _VERSIONS,
                self.list,
                read,
                answer=Sequence[RuleVersionAnswer],
                query=RuleVersionsQuery,
                summary="List the versions of a rule, newest first.",
            ),
            Route(
                "GET",
                f"{_VERSIONS}/:version",
                self.get,
                read,
                answer=RuleVersionAnswer,
                summary="Get a version of a rule.",
            ),
            Route(
                "POST",
                f"{_VERSIONS}/:version/restore",
                self.restore,
                write,
                answer=ProvisionedRule,
                summary="Restore an old version of a rule.",
            ),
            Route(
                "PUT",
                f"{_RULE}/pause",
                self.pause,
                write,
                answer=ProvisionedRule,
                body=Pause,
                summary="Pause or resume a rule.",
            ),
            Route(
                "GET",
                "/api/v1/alerting/datasources/:uid/rules",
                self.of_source,
                read,
                answer=Sequence[QueryingRule],
                summary="List rules that query a data source.",
            ),
        ]

    async def list(self, call: Call) -> Sequence[RuleVersionAnswer]:
        found = await self._service.versions(call.who, call.params["uid"], call.query.limit)
        return [_shown(each) for each in found]

    async def get(self, call: Call) -> RuleVersionAnswer:
        return _shown(await self._service.version(call.who, call.params["uid"], _number(call)))

    async def restore(self, call: Call) -> ProvisionedRule:
        uid = call.params["uid"]
        return provisioning_json(await self._service.restore(call.who, uid, _number(call)))

    async def pause(self, call: Call) -> ProvisionedRule:
        uid = call.params["uid"]
        return provisioning_json(await self._service.pause(call.who, uid, call.body.is_paused))

    async def of_source(self, call: Call) -> Sequence[QueryingRule]:
        found = await self._service.of_source(call.who, call.params["uid"])
        return [
            {
                "uid": each.uid,
                "title": each.title,
                "folderUid": each.group.folder_uid,
                "folderTitle": each.group.folder_title,
                "ruleGroup": each.group.name,
            }
            for each in found
        ]


def _number(call: Call) -> int:
    text = call.params["version"]
    if not text.isascii() or not text.isdecimal() or len(text) > 15:
        raise BadRequest("The version of a rule must be a number.")
    return int(text)


def _shown(version: RuleVersion) -> RuleVersionAnswer:
    return {
        "version": version.version,
        "created": version.created,
        "createdBy": version.created_by,
        "message": version.message,
        "rule": orjson.loads(version.body),
    }
