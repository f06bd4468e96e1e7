"""Inhibition rules, in the format of `alertmanager.yml`."""

import msgspec

from vedette.access.guard import needs
from vedette.alerting.model.provenance import UI
from vedette.alerting.muting.answers import InhibitionsAnswer
from vedette.alerting.muting.inhibitions.bodies import InhibitionBody
from vedette.alerting.muting.inhibitions.service import InhibitionService
from vedette.alerting.muting.inhibitions.text import parse_rule, rule_json
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_PATH = "/api/v1/alerting/inhibit-rules"


class InhibitionsBody(msgspec.Struct):
    """`version` is the one that was read. Without it, the stored rules are replaced
    unconditionally."""

    inhibit_rules: list[InhibitionBody]
    version: int | None = None


class InhibitionsApi:
    def __init__(self, inhibitions: InhibitionService) -> None:
        self._inhibitions = inhibitions

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                _PATH,
                self.get,
                needs("alerting:read"),
                answer=InhibitionsAnswer,
                summary="List the inhibition rules.",
            ),
            Route(
                "PUT",
                _PATH,
                self.put,
                needs("alerting:write"),
                answer=MessageAnswer,
                body=InhibitionsBody,
                status=202,
                summary="Replace the inhibition rules.",
            ),
        ]

    async def get(self, call: Call) -> InhibitionsAnswer:
        stored = await self._inhibitions.get(call.who.org_id)
        return {
            "inhibit_rules": [rule_json(rule) for rule in stored.rules],
            "provenance": stored.provenance,
            "version": stored.version,
        }

    async def put(self, call: Call) -> MessageAnswer:
        sent: InhibitionsBody = call.body
        rules = [parse_rule(each) for each in sent.inhibit_rules]
        await self._inhibitions.replace(call.who.org_id, rules, UI, sent.version)
        return {"message": "inhibition rules updated"}
