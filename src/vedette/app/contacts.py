"""Contact points, templates and the mail server, built from the configuration."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from vedette.alerting.alerts import version_store
from vedette.alerting.contacts.api.points import PointsApi
from vedette.alerting.contacts.api.provisioning import ContactPointsApi
from vedette.alerting.contacts.api.receivers import ReceiversApi
from vedette.alerting.contacts.drafts import Drafts
from vedette.alerting.contacts.host import Lender
from vedette.alerting.contacts.live import LiveReceivers
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.contacts.service import ContactService
from vedette.alerting.contacts.testing import ContactPointTests
from vedette.alerting.contacts.visibility import Visibility
from vedette.alerting.contacts.writer import ContactPointUsers, ContactWriter
from vedette.alerting.routing.service import lock
from vedette.alerting.templates.api import TemplatesApi
from vedette.alerting.templates.service import TemplateService, TemplateVersions
from vedette.alerting.templates.texts import OrgTexts
from vedette.app.foundation import Foundation
from vedette.app.mail import mail_options
from vedette.app.sources import Sources
from vedette.app.version import own_version
from vedette.db.database import Tx
from vedette.outbound.mail import SmtpServer
from vedette.web.routes import Route

if TYPE_CHECKING:
    from vedette.gotemplate import Template


class Contacts(msgspec.Struct, frozen=True):
    service: ContactService
    writer: ContactWriter
    drafts: Drafts
    live: LiveReceivers
    types: ReceiverTypes
    visibility: Visibility
    templates: TemplateService
    texts: OrgTexts
    mail: SmtpServer
    routes: list[Route]

    async def aclose(self) -> None:
        await self.live.aclose()


def build(base: Foundation, data: Sources, users: Sequence[ContactPointUsers]) -> Contacts:
    """Build contact points. `users` are the parts that refer to them by name."""
    database, clock, root_url = base.database, base.clock, base.root_url

    @cache
    def default_templates() -> "Template":
        from vedette.alerting.templates.engine import defaults

        return defaults(root_url, clock.now)

    templates = TemplateService(
        database, clock, TemplateVersions(_bump, _current), default_templates
    )
    texts = OrgTexts(templates, default_templates, own_version())
    mail = SmtpServer(mail_options(base.settings), clock)
    types = ReceiverTypes(data.registry, Lender(data.outbound, clock, texts, mail))
    drafts = Drafts(types, base.vault, clock)
    visibility = Visibility(types, base.permissions)
    writer = ContactWriter(drafts, clock, lock, users)
    service = ContactService(database, writer)
    trials = ContactPointTests(database, drafts, types, clock)
    routes = [
        *ContactPointsApi(service, visibility).routes(),
        *PointsApi(service, visibility).routes(),
        *ReceiversApi(service, types, trials, clock, root_url).routes(),
        *TemplatesApi(templates, texts, clock, root_url, own_version()).routes(),
    ]
    return Contacts(
        service=service,
        writer=writer,
        drafts=drafts,
        live=LiveReceivers(database, drafts, types, clock),
        types=types,
        visibility=visibility,
        templates=templates,
        texts=texts,
        mail=mail,
        routes=routes,
    )


async def _bump(tx: Tx, org_id: int) -> None:
    await version_store.bump(tx, org_id, "contacts")


async def _current(tx: Tx, org_id: int) -> int:
    return (await version_store.of_org(tx, org_id)).get("contacts", 0)
