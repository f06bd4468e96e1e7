"""Whole contact points, as the user interface shows and saves them."""

from collections.abc import Mapping, Sequence

import msgspec

from vedette.access.guard import needs
from vedette.alerting.contacts.answers import ContactPointAnswer
from vedette.alerting.contacts.api.shapes import (
    IntegrationBody,
    draft_of,
    integration_json,
    point_json,
)
from vedette.alerting.contacts.errors import PointNotFound
from vedette.alerting.contacts.health_store import LastAttempt
from vedette.alerting.contacts.model import ContactPoint
from vedette.alerting.contacts.service import ContactService
from vedette.alerting.contacts.visibility import Visibility, Visible
from vedette.alerting.model.provenance import UI
from vedette.web.answer import ApiAnswer, no_content
from vedette.web.call import Call
from vedette.web.routes import Route

_PATH = "/api/v1/alerting/contact-points"


class PointBody(msgspec.Struct):
    """`name` is the new name, if it changes."""

    integrations: list[IntegrationBody]
    name: str = ""


class PointsApi:
    def __init__(self, service: ContactService, visibility: Visibility) -> None:
        self._service = service
        self._visibility = visibility

    def routes(self) -> list[Route]:
        read, write, delete = (needs(f"alerting:{verb}") for verb in ("read", "write", "delete"))
        one = f"{_PATH}/name/:name"
        return [
            Route(
                "GET",
                _PATH,
                self.all,
                read,
                answer=list[ContactPointAnswer],
                summary="List contact points with their health and uses.",
            ),
            Route(
                "GET",
                one,
                self.get,
                read,
                answer=ContactPointAnswer,
                summary="Get a contact point.",
            ),
            Route(
                "PUT",
                one,
                self.put,
                write,
                answer=ContactPointAnswer,
                body=PointBody,
                summary="Create, update or rename a contact point with all its integrations.",
            ),
            Route(
                "DELETE", one, self.delete, delete, status=204, summary="Delete a contact point."
            ),
        ]

    async def all(self, call: Call) -> list[ContactPointAnswer]:
        org_id = call.who.org_id
        attempts = await self._service.last_attempts(org_id)
        uses = await self._service.uses(org_id)
        visible = await self._visibility.of(call.who)
        return [
            _shape(point, attempts, uses.get(point.name, ()), visible)
            for point in await self._service.points(org_id)
        ]

    async def get(self, call: Call) -> ContactPointAnswer:
        return await self._one(call, call.params["name"])

    async def put(self, call: Call) -> ContactPointAnswer:
        org_id, body = call.who.org_id, call.body
        name = body.name or call.params["name"]
        drafts = [draft_of(each, name) for each in body.integrations]
        await self._service.save_point(org_id, call.params["name"], name, drafts, UI)
        return await self._one(call, name)

    async def delete(self, call: Call) -> ApiAnswer:
        await self._service.delete_point(call.who.org_id, call.params["name"], UI)
        return no_content()

    async def _one(self, call: Call, name: str) -> ContactPointAnswer:
        org_id = call.who.org_id
        points = await self._service.points(org_id)
        point = next((each for each in points if each.name == name), None)
        if point is None:
            raise PointNotFound(name)
        attempts = await self._service.last_attempts(org_id)
        uses = await self._service.uses(org_id)
        visible = await self._visibility.of(call.who)
        return _shape(point, attempts, uses.get(name, ()), visible)


def _shape(
    point: ContactPoint,
    attempts: Mapping[str, LastAttempt],
    uses: Sequence[str],
    visible: Visible,
) -> ContactPointAnswer:
    """Return an integration in the format of the provisioning API with its last attempt."""
    health = point_json(point, attempts, bool(uses))["integrations"]
    return {
        "name": point.name,
        "provenance": point.provenance,
        "usedBy": list(uses),
        "integrations": [
            {**integration_json(visible(each)), "health": its}
            for each, its in zip(point.integrations, health, strict=True)
        ],
    }
