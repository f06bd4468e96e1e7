"""`/api/v1/provisioning/contact-points`: each object is one integration of a contact point."""

from contextlib import suppress

import msgspec
from msgspec.structs import replace

from vedette.access.guard import needs
from vedette.alerting.contacts.answers import IntegrationAnswer
from vedette.alerting.contacts.api.shapes import IntegrationBody, draft_of, integration_json
from vedette.alerting.contacts.errors import IntegrationNotFound
from vedette.alerting.contacts.service import ContactService
from vedette.alerting.contacts.visibility import Visibility
from vedette.alerting.model.provenance import api_edit
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_PATH = "/api/v1/provisioning/contact-points"


class NameFilter(msgspec.Struct):
    name: str = ""


class ContactPointsApi:
    def __init__(self, service: ContactService, visibility: Visibility) -> None:
        self._service = service
        self._visibility = visibility

    def routes(self) -> list[Route]:
        read, write, delete = (needs(f"alerting:{verb}") for verb in ("read", "write", "delete"))
        one = f"{_PATH}/:uid"
        return [
            Route(
                "GET",
                _PATH,
                self.all,
                read,
                answer=list[IntegrationAnswer],
                query=NameFilter,
                summary="List the integrations of contact points.",
            ),
            Route(
                "POST",
                _PATH,
                self.create,
                write,
                answer=IntegrationAnswer,
                body=IntegrationBody,
                status=202,
                summary="Create an integration; those of one name form a contact point.",
            ),
            Route(
                "PUT",
                one,
                self.update,
                write,
                answer=MessageAnswer,
                body=IntegrationBody,
                status=202,
                summary="Replace an integration. A secret sent as [REDACTED] keeps its value.",
            ),
            Route(
                "DELETE",
                one,
                self.delete,
                delete,
                answer=MessageAnswer,
                status=202,
                summary="Delete an integration, if it exists.",
            ),
        ]

    async def all(self, call: Call) -> list[IntegrationAnswer]:
        wanted = call.query.name
        found = await self._service.integrations(call.who.org_id)
        visible = await self._visibility.of(call.who)
        return [integration_json(visible(each)) for each in found if wanted in ("", each.name)]

    async def create(self, call: Call) -> IntegrationAnswer:
        edit = api_edit(call.header("x-disable-provenance"))
        made = await self._service.create(call.who.org_id, draft_of(call.body), edit)
        return integration_json(made)

    async def update(self, call: Call) -> MessageAnswer:
        uid = call.params["uid"]
        edit = api_edit(call.header("x-disable-provenance"))
        draft = replace(draft_of(call.body), uid=uid)
        await self._service.update(call.who.org_id, uid, draft, edit)
        return {"message": "contactpoint updated"}

    async def delete(self, call: Call) -> MessageAnswer:
        edit = api_edit(call.header("x-disable-provenance"))
        with suppress(IntegrationNotFound):
            await self._service.delete(call.who.org_id, call.params["uid"], edit)
        return {"message": "contactpoint deleted"}
