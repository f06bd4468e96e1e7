"""Notification policies in the provisioning API of Grafana 10.4, and for the user interface."""

from typing import cast

from vedette.access.guard import needs
from vedette.alerting.model.provenance import UI, Edit, api_edit
from vedette.alerting.routing.answers import PoliciesAnswer
from vedette.alerting.routing.bodies import PoliciesBody
from vedette.alerting.routing.policy_text import BadPolicy, parse_policy, policy_json
from vedette.alerting.routing.service import PolicyService
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_PROVISIONING, _OWN = "/api/v1/provisioning/policies", "/api/v1/alerting/policies"
_MAX_BODY = 4 * 1024 * 1024


class PoliciesApi:
    """`own` serves the user interface, whose changes have no provenance. The `version` of the tree
    prevents overwriting a concurrent change."""

    def __init__(self, policies: PolicyService, *, own: bool = False) -> None:
        self._policies = policies
        self._path = _OWN if own else _PROVISIONING
        self._own = own

    def routes(self) -> list[Route]:
        read, write, delete = (needs(f"alerting:{verb}") for verb in ("read", "write", "delete"))
        return [
            Route(
                "GET",
                self._path,
                self.get,
                read,
                answer=PoliciesAnswer,
                summary="Get the tree of notification policies.",
            ),
            Route(
                "PUT",
                self._path,
                self.put,
                write,
                answer=MessageAnswer,
                body=PoliciesBody,
                status=202,
                max_body=_MAX_BODY,
                summary="Replace the tree of notification policies.",
            ),
            Route(
                "DELETE",
                self._path,
                self.delete,
                delete,
                answer=PoliciesAnswer,
                status=202,
                summary="Reset the tree to the default policy.",
            ),
        ]

    async def get(self, call: Call) -> PoliciesAnswer:
        stored = await self._policies.get(call.who.org_id)
        shown = cast(PoliciesAnswer, policy_json(stored.policy))
        if stored.provenance:
            shown["provenance"] = stored.provenance
        if self._own:
            shown["version"] = stored.version
        return shown

    async def put(self, call: Call) -> MessageAnswer:
        sent = {key: value for key, value in call.body.items() if key != "version"}
        version = call.body.get("version") if self._own else None
        if version is not None and (isinstance(version, bool) or not isinstance(version, int)):
            raise BadPolicy("version must be the number that was read with the policies.")
        await self._policies.replace(call.who.org_id, parse_policy(sent), self._edit(call), version)
        return {"message": "policies updated"}

    async def delete(self, call: Call) -> PoliciesAnswer:
        policy = await self._policies.reset(call.who.org_id, self._edit(call))
        return cast(PoliciesAnswer, policy_json(policy))

    def _edit(self, call: Call) -> Edit:
        return UI if self._own else api_edit(call.header("x-disable-provenance"))
