"""The Alertmanager choice, under the paths of Grafana 10.4."""

from typing import ClassVar

import msgspec

from vedette.access.guard import needs
from vedette.alerting.alertmanager.answers import (
    ChoiceAnswer,
    ExternalAlertmanager,
    ExternalAlertmanagersAnswer,
)
from vedette.alerting.delivery.external.model import AlertmanagerChoice
from vedette.alerting.delivery.external.service import AlertmanagerChoiceService
from vedette.alerting.delivery.external.sources import Candidate
from vedette.kernel.errors import NotFound
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_PATH = "/api/v1/ngalert"


class AdminConfig(msgspec.Struct, rename="camel"):
    alertmanagers_choice: AlertmanagerChoice


class NoAlertmanagerChoice(NotFound):
    code: ClassVar[str] = "alerting.nothing_chosen"

    def __init__(self) -> None:
        super().__init__(
            "No Alertmanager choice is stored. The default applies: the built-in Alertmanager."
        )


class AlertmanagerChoiceApi:
    def __init__(self, service: AlertmanagerChoiceService) -> None:
        self._service = service

    def routes(self) -> list[Route]:
        read, write, delete = (needs(f"alerting:{verb}") for verb in ("read", "write", "delete"))
        config = f"{_PATH}/admin_config"
        return [
            Route(
                "GET",
                _PATH,
                self.choice,
                read,
                answer=ChoiceAnswer,
                summary="Get the Alertmanager choice.",
            ),
            Route(
                "GET",
                config,
                self.config,
                read,
                answer=ChoiceAnswer,
                summary="Get the Alertmanager choice.",
            ),
            Route(
                "POST",
                config,
                self.choose,
                write,
                answer=MessageAnswer,
                body=AdminConfig,
                status=201,
                summary="Set the Alertmanager choice: policies, external Alertmanagers or both.",
            ),
            Route(
                "DELETE",
                config,
                self.reset,
                delete,
                answer=MessageAnswer,
                summary="Reset the Alertmanager choice to the policies.",
            ),
            Route(
                "GET",
                f"{_PATH}/alertmanagers",
                self.alertmanagers,
                read,
                answer=ExternalAlertmanagersAnswer,
                summary="List the external Alertmanagers, and those that cannot be used.",
            ),
        ]

    async def choice(self, call: Call) -> ChoiceAnswer:
        """`numExternalAlertmanagers` counts those that receive alerts and can be used."""
        candidates = await self._service.candidates(call.who.org_id)
        return {
            "alertmanagersChoice": await self._service.choice(call.who.org_id),
            "numExternalAlertmanagers": sum(not each.problem for each in candidates),
        }

    async def config(self, call: Call) -> ChoiceAnswer:
        """Raises `NoAlertmanagerChoice`."""
        if not await self._service.is_set(call.who.org_id):
            raise NoAlertmanagerChoice
        return await self.choice(call)

    async def choose(self, call: Call) -> MessageAnswer:
        sent: AdminConfig = call.body
        await self._service.choose(call.who.org_id, sent.alertmanagers_choice)
        return {"message": "admin configuration updated"}

    async def reset(self, call: Call) -> MessageAnswer:
        await self._service.reset(call.who.org_id)
        return {"message": "admin configuration deleted"}

    async def alertmanagers(self, call: Call) -> ExternalAlertmanagersAnswer:
        """Both lists are empty if no external Alertmanager is chosen."""
        found = await self._service.candidates(call.who.org_id)
        if await self._service.choice(call.who.org_id) is AlertmanagerChoice.INTERNAL:
            found = []
        return {
            "status": "success",
            "data": {
                "activeAlertManagers": [_json(each) for each in found if not each.problem],
                "droppedAlertManagers": [
                    {**_json(each), "reason": each.problem} for each in found if each.problem
                ],
            },
        }


def _json(candidate: Candidate) -> ExternalAlertmanager:
    """`name` and `uid` of the data source are additions to the format of Grafana."""
    url = f"{candidate.url}/api/v2/alerts" if candidate.url else ""
    return {"url": url, "name": candidate.name, "uid": candidate.uid}
