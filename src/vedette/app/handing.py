"""Alertmanagers among the data sources that are handed alerts, built from the configuration."""

from datetime import timedelta

import msgspec

from vedette.alerting.alertmanager.handing_api import HandingApi
from vedette.alerting.contacts.host import Lender
from vedette.alerting.delivery.external.receivers import Alertmanagers
from vedette.alerting.delivery.external.service import HandingService
from vedette.alerting.delivery.external.sources import AlertmanagerSources
from vedette.app.contacts import Contacts
from vedette.app.sources import Sources
from vedette.cluster.periodic import PeriodicJobs
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.web.routes import Route

_FOLLOW = timedelta(seconds=5)


class HandingOn(msgspec.Struct, frozen=True):
    receivers: Alertmanagers
    routes: list[Route]

    async def aclose(self) -> None:
        await self.receivers.aclose()


def build(
    database: Database,
    clock: Clock,
    wakeups: Wakeups,
    told: Contacts,
    data: Sources,
    periodic: PeriodicJobs,
) -> HandingOn:
    sources = AlertmanagerSources(data.registry, data.outbound)
    service = HandingService(database, sources, wakeups)
    periodic.add("external_alertmanagers", _FOLLOW, service.follow)
    lender = Lender(data.outbound, clock, told.texts, told.mail)
    receivers = Alertmanagers(database, data.writer, data.registry, lender, clock)
    return HandingOn(receivers, HandingApi(service).routes())
