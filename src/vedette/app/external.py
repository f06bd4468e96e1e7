"""External Alertmanagers, built from the configuration."""

from datetime import timedelta

import msgspec

from vedette.alerting.alertmanager.choice_api import AlertmanagerChoiceApi
from vedette.alerting.contacts.host import Lender
from vedette.alerting.delivery.external.receivers import Alertmanagers
from vedette.alerting.delivery.external.service import AlertmanagerChoiceService
from vedette.alerting.delivery.external.sources import AlertmanagerSources
from vedette.app.contacts import Contacts
from vedette.app.foundation import Foundation
from vedette.app.sources import Sources
from vedette.cluster.periodic import Job
from vedette.cluster.wakeups import Wakeups
from vedette.web.routes import Route

_FOLLOW = timedelta(seconds=5)


class ExternalAlertmanagers(msgspec.Struct, frozen=True):
    receivers: Alertmanagers
    routes: list[Route]
    jobs: list[Job]

    async def aclose(self) -> None:
        await self.receivers.aclose()


def build(
    base: Foundation, wakeups: Wakeups, contact_points: Contacts, data: Sources
) -> ExternalAlertmanagers:
    sources = AlertmanagerSources(data.registry, data.outbound)
    service = AlertmanagerChoiceService(base.database, sources, wakeups)
    lender = Lender(data.outbound, base.clock, contact_points.texts, contact_points.mail)
    return ExternalAlertmanagers(
        Alertmanagers(base.database, data.writer, data.registry, lender, base.clock),
        AlertmanagerChoiceApi(service).routes(),
        [Job("external_alertmanagers", _FOLLOW, service.update_all)],
    )
