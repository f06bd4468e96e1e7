"""Contact points, templates and the mail server, built from the configuration."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from vedette.access.model import Permissions
from vedette.alerting.alerts import versions
from vedette.alerting.contacts.api.points import PointsApi
from vedette.alerting.contacts.api.provisioning import ContactPointsApi
from vedette.alerting.contacts.api.receivers import ReceiversApi
from vedette.alerting.contacts.drafts import Drafts
from vedette.alerting.contacts.host import Lender
from vedette.alerting.contacts.live import LiveReceivers
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.contacts.service import ContactService
from vedette.alerting.contacts.trying import Trials
from vedette.alerting.contacts.visibility import Visibility
from vedette.alerting.contacts.writer import ContactWriter, Lock, Users
from vedette.alerting.model.provenance import FILE, Edit
from vedette.alerting.rules.model import Draft as RuleDraft
from vedette.alerting.rules.writer import RuleWriter
from vedette.alerting.templates.api import TemplatesApi
from vedette.alerting.templates.rule_texts import RuleTexts
from vedette.alerting.templates.service import TemplateService, Versions
from vedette.alerting.templates.texts import OrgTexts
from vedette.app.sources import Sources
from vedette.app.version import own_version
from vedette.crypto.vault import Vault
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock
from vedette.outbound.mail import (
    Encryption,
    MailOptions,
    SmtpServer,
    client_certificate,
    host_and_port,
)
from vedette.outbound.mail_message import Sender, mailbox
from vedette.sdk import Undeliverable
from vedette.server.sections.mail import EmailsSettings, SmtpHeadersSettings, SmtpSettings
from vedette.server.sections.process import ServerSettings
from vedette.settings import Settings
from vedette.web.routes import Route

if TYPE_CHECKING:
    from vedette.gotemplate import Template

_AS_KEPT = {"": Edit("file", ""), "api": Edit("file", "api")}
"""Changes that leave a rule with who keeps it."""


class RulesThatTell:
    """Rules that name a contact point themselves, past the policies."""

    def __init__(self, rules: RuleWriter) -> None:
        self._rules = rules

    async def uses_of_receiver(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        found = await self._rules.rules(tx).telling(org_id, name)
        return [f"the rule {each.rule.title!r}" for each in found]

    async def rename_receiver(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        """Rules follow as policies do, whoever keeps them."""
        await self._rules.lock(tx, org_id)
        for rule in await self._rules.rules(tx).telling(org_id, old):
            settings = {**rule.body["notification_settings"], "receiver": new}
            draft = RuleDraft({**rule.body, "notification_settings": settings})
            edit = _AS_KEPT.get(rule.provenance, FILE)
            message = f"The contact point {old} was renamed to {new}."
            await self._rules.update(tx, rule, draft, edit, rule.updated_by, message)


class Contacts(msgspec.Struct, frozen=True):
    service: ContactService
    writer: ContactWriter
    drafts: Drafts
    live: LiveReceivers
    types: ReceiverTypes
    visibility: Visibility
    templates: TemplateService
    texts: OrgTexts
    rule_texts: RuleTexts
    mail: SmtpServer
    routes: list[Route]

    async def aclose(self) -> None:
        await self.live.aclose()


def build(
    database: Database,
    permissions: Permissions,
    clock: Clock,
    settings: Settings,
    vault: Vault,
    data: Sources,
    lock: Lock,
    users: Sequence[Users],
    root_url: str,
) -> Contacts:
    """`users` may be filled later; `root_url` is the address people use, a slash at its end."""

    @cache
    def base() -> "Template":
        from vedette.alerting.templates.engine import defaults

        return defaults(root_url, clock.now)

    templates = TemplateService(database, clock, Versions(_bump, _current), base)
    texts = OrgTexts(templates, base, own_version())
    mail = SmtpServer(mail_options(settings), clock)
    types = ReceiverTypes(data.registry, Lender(data.outbound, clock, texts, mail))
    drafts = Drafts(types, vault, clock)
    visibility = Visibility(types, permissions)
    writer = ContactWriter(drafts, clock, lock, users)
    service = ContactService(database, writer)
    trials = Trials(database, drafts, types, clock)
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
        rule_texts=RuleTexts(root_url, clock.now),
        mail=mail,
        routes=routes,
    )


def mail_options(settings: Settings) -> MailOptions:
    """Raises `SettingsError` where e-mail is enabled and its settings cannot be used."""
    smtp = settings[SmtpSettings]
    if smtp.enabled:
        _check_mail(settings, smtp)
    return MailOptions(
        enabled=smtp.enabled,
        host=smtp.host,
        sender=Sender(
            address=smtp.from_address,
            name=smtp.from_name,
            headers=settings[SmtpHeadersSettings].headers,
            content_types=settings[EmailsSettings].content_types,
        ),
        ehlo_name=smtp.ehlo_identity or settings[ServerSettings].domain,
        user=smtp.user,
        password=smtp.password,
        cert_file=smtp.cert_file,
        key_file=smtp.key_file,
        skip_verify=smtp.skip_verify,
        encryption=_encryption(smtp.starttls_policy),
    )


def _check_mail(settings: Settings, smtp: SmtpSettings) -> None:
    try:
        host_and_port(smtp.host)
    except ValueError as error:
        raise settings.wrong("smtp", "host", f"host:port, not {smtp.host[:60]!r}") from error
    try:
        mailbox(smtp.from_address, "")
    except Undeliverable as error:
        expected = f"an e-mail address, not {smtp.from_address[:60]!r}"
        raise settings.wrong("smtp", "from_address", expected) from error
    if smtp.cert_file:
        try:
            client_certificate(smtp.cert_file, smtp.key_file)
        except (OSError, ValueError) as error:
            expected = f"a PEM certificate that fits key_file: {error}"
            raise settings.wrong("smtp", "cert_file", expected) from error


def _encryption(policy: str) -> Encryption:
    if policy == "MandatoryStartTLS":
        return "MandatoryStartTLS"
    return "NoStartTLS" if policy == "NoStartTLS" else "OpportunisticStartTLS"


async def _bump(tx: Tx, org_id: int) -> None:
    await versions.bump(tx, org_id, "contacts")


async def _current(tx: Tx, org_id: int) -> int:
    return (await versions.of_org(tx, org_id)).get("contacts", 0)
