"""Notification policies over the provisioning API, as clients of Grafana 10.4 use it."""

from typing import Any

from vedette.access.guard import needs
from vedette.alerting.model.provenance import api_edit
from vedette.alerting.routing.policy_text import parse_policy, policy_json
from vedette.alerting.routing.service import PolicyService
from vedette.web.call import Call
from vedette.web.routes import Route

_PATH = "/api/v1/provisioning/policies"
_MAX_BODY = 4 * 1024 * 1024
_OF_THE_STORE = ("orgId", "provenance", "version")


class PoliciesApi:
    def __init__(self, policies: PolicyService) -> None:
        self._policies = policies

    def routes(self) -> list[Route]:
        read, write, delete = (needs(f"alerting:{verb}") for verb in ("read", "write", "delete"))
        return [
            Route("GET", _PATH, self.get, read, summary="The tree of notification policies."),
            Route(
                "PUT",
                _PATH,
                self.put,
                write,
                body=dict[str, Any],
                status=202,
                max_body=_MAX_BODY,
                summary="Replace the tree of notification policies.",
            ),
            Route(
                "DELETE",
                _PATH,
                self.delete,
                delete,
                status=202,
                summary="Back to the policies an organization begins with.",
            ),
        ]

    async def get(self, call: Call) -> Any:
        stored = await self._policies.get(call.who.org_id)
        shown = policy_json(stored.policy)
        return {**shown, "provenance": stored.provenance} if stored.provenance else shown

    async def put(self, call: Call) -> Any:
        sent = {key: value for key, value in call.body.items() if key not in _OF_THE_STORE}
        edit = api_edit(call.header("x-disable-provenance"))
        await self._policies.replace(call.who.org_id, parse_policy(sent), edit)
        return {"message": "policies updated"}

    async def delete(self, call: Call) -> Any:
        edit = api_edit(call.header("x-disable-provenance"))
        return policy_json(await self._policies.reset(call.who.org_id, edit))
