"""The whole configuration: read as one document, replaced in one transaction."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from vedette.alerting.alertmanager.errors import BadConfiguration
from vedette.alerting.contacts.model import (
    DEFAULT_ADDRESS,
    DEFAULT_POINT,
    REDACTED,
    Integration,
    IntegrationDraft,
)
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.contacts.writer import ContactWriter
from vedette.alerting.model.provenance import UI
from vedette.alerting.model.unreadable import StoredUnreadable
from vedette.alerting.muting.inhibitions.model import InhibitRule, StoredInhibitions
from vedette.alerting.muting.inhibitions.service import InhibitionService
from vedette.alerting.muting.inhibitions.store import InhibitStore
from vedette.alerting.muting.timings.model import StoredTiming, Timing
from vedette.alerting.muting.timings.service import TimingService
from vedette.alerting.muting.timings.store import TimingStore
from vedette.alerting.routing.policies import NotificationPolicy, default_policy
from vedette.alerting.routing.service import PolicyService, lock_name
from vedette.alerting.routing.store import PolicyStore, StoredPolicy
from vedette.alerting.templates.service import TemplateService
from vedette.alerting.templates.store import TemplateGroup, TemplateStore
from vedette.db.database import Database, Tx
from vedette.sdk import Json


class AlertmanagerConfiguration(msgspec.Struct, frozen=True):
    policy: StoredPolicy
    integrations: Sequence[Integration]
    empty: Sequence[str]
    """Names of contact points without integrations."""
    timings: Sequence[StoredTiming]
    templates: Sequence[TemplateGroup]
    inhibitions: StoredInhibitions


class ConfigurationDraft(msgspec.Struct, frozen=True):
    """The desired configuration, by name. None keeps a part."""

    policy: NotificationPolicy
    points: Mapping[str, Sequence[IntegrationDraft]]
    timings: Mapping[str, Timing]
    templates: Mapping[str, str] | None
    inhibitions: Sequence[InhibitRule] | None


class ConfigurationService:
    def __init__(
        self,
        database: Database,
        policies: PolicyService,
        timings: TimingService,
        inhibitions: InhibitionService,
        contacts: ContactWriter,
        templates: TemplateService,
    ) -> None:
        self._database = database
        self._policies = policies
        self._timings = timings
        self._inhibitions = inhibitions
        self._contacts = contacts
        self._templates = templates

    async def get(self, org_id: int) -> AlertmanagerConfiguration:
        """Return the configuration. Raises `StoredUnreadable`."""
        async with self._database.reading() as tx:
            is_new = not await ContactStore(tx).has_points(org_id)
        if is_new:
            async with self._database.transaction() as tx:
                await self._contacts.ensure_default(tx, org_id)
        async with self._database.reading() as tx:
            for error in (await TimingStore(tx).unreadable(org_id)).values():
                raise error
            return AlertmanagerConfiguration(
                policy=await PolicyStore(tx).get(org_id),
                integrations=await ContactStore(tx).of_org(org_id),
                empty=await ContactStore(tx).empty(org_id),
                timings=await TimingStore(tx).all(org_id),
                templates=await TemplateStore(tx).all(org_id),
                inhibitions=await InhibitStore(tx).get(org_id),
            )

    async def replace(self, org_id: int, wanted: ConfigurationDraft) -> None:
        """Replace the configuration. Unchanged parts keep their provenance.

        Raises `OtherProvenance`, `BadPolicy`, `BadTiming`, `BadContact`, `StillUsed`, `TimingUsed`,
        `BadTemplate` and `BadInhibition`; then nothing is changed.
        """
        async with self._database.transaction() as tx:
            await tx.lock(lock_name(org_id))
            await self._put_timings(tx, org_id, wanted.timings)
            if wanted.policy != await _policy(tx, org_id):
                await self._policies.put_in(tx, org_id, wanted.policy, UI)
            if wanted.templates is not None:
                await self._replace_templates(tx, org_id, wanted.templates)
            await self._replace_points(tx, org_id, wanted.points)
            for name in await TimingStore(tx).marks(org_id):
                if name not in wanted.timings:
                    await self._timings.delete_in(tx, org_id, name, UI)
            await self._policies.check_in(tx, org_id, wanted.policy)
            if wanted.inhibitions is not None:
                await self._replace_inhibitions(tx, org_id, wanted.inhibitions)

    async def reset(self, org_id: int) -> None:
        """Reset the configuration to the default. Raises the errors of `replace`."""
        first = IntegrationDraft(DEFAULT_POINT, "email", {"addresses": DEFAULT_ADDRESS})
        known = (await self.get(org_id)).integrations
        kept = [_unchanged(each) for each in known if each.name == DEFAULT_POINT]
        points = {DEFAULT_POINT: kept or [first]}
        await self.replace(org_id, ConfigurationDraft(default_policy(), points, {}, {}, ()))

    async def _put_timings(self, tx: Tx, org_id: int, timings: Mapping[str, Timing]) -> None:
        known = {each.timing.name: each.timing for each in await TimingStore(tx).all(org_id)}
        for name, timing in timings.items():
            if known.get(name) != timing:
                await self._timings.put_in(tx, org_id, timing, UI)

    async def _replace_templates(self, tx: Tx, org_id: int, wanted: Mapping[str, str]) -> None:
        known = {each.name: each.body for each in await TemplateStore(tx).all(org_id)}
        for name, text in wanted.items():
            if known.get(name) != text:
                await self._templates.put_in(tx, org_id, name, text, UI)
        for name in known:
            if name not in wanted:
                await self._templates.delete_in(tx, org_id, name, UI)

    async def _replace_points(
        self, tx: Tx, org_id: int, wanted: Mapping[str, Sequence[IntegrationDraft]]
    ) -> None:
        store = ContactStore(tx)
        before, names = await store.of_org(org_id), await store.names(org_id)
        by_uid = {each.uid: each for each in before}
        for name, drafts in wanted.items():
            beside = [each for each in before if each.name == name]
            kept = [_keeping(draft, by_uid.get(draft.uid)) for draft in drafts]
            if name not in names or not _are_as_before(kept, beside):
                await self._contacts.replace_point(tx, org_id, name, kept, UI, may_be_empty=True)
        for name in sorted(await store.names(org_id) - set(wanted)):
            await self._contacts.delete_point(tx, org_id, name, UI)

    async def _replace_inhibitions(
        self, tx: Tx, org_id: int, wanted: Sequence[InhibitRule]
    ) -> None:
        if list(wanted) != await _inhibitions(tx, org_id):
            await self._inhibitions.replace_in(tx, org_id, wanted, UI)


async def _policy(tx: Tx, org_id: int) -> NotificationPolicy | None:
    try:
        return (await PolicyStore(tx).get(org_id)).policy
    except StoredUnreadable:
        return None


async def _inhibitions(tx: Tx, org_id: int) -> list[InhibitRule] | None:
    try:
        return list((await InhibitStore(tx).get(org_id)).rules)
    except StoredUnreadable:
        return None


def check_names(kind: str, names: Sequence[str]) -> None:
    """Raises `BadConfiguration` if two have the same name."""
    for name, count in Counter(names).items():
        if count > 1:
            raise BadConfiguration(f"{count} {kind} have the name {name[:200]!r}.")


def _keeping(draft: IntegrationDraft, before: Integration | None) -> IntegrationDraft:
    """Return the draft with secrets that were not sent, as in the API of Grafana."""
    if before is None or before.type.lower() != draft.type.lower():
        return draft
    stay = {key: REDACTED for key in before.sealed if not _is_sent(draft.settings, key)}
    return replace(draft, secrets={**stay, **draft.secrets})


def _is_sent(settings: Json, key: str) -> bool:
    """Return whether a setting was sent. `key` can be nested: `tlsConfig.caCertificate`."""
    first, dot, rest = key.partition(".")
    inner = settings.get(first)
    if not dot:
        return inner not in (None, "")
    return isinstance(inner, Mapping) and _is_sent(inner, rest)


def _unchanged(integration: Integration) -> IntegrationDraft:
    return IntegrationDraft(
        integration.name,
        integration.type,
        integration.settings,
        integration.uid,
        integration.disable_resolve,
    )


def _are_as_before(drafts: Sequence[IntegrationDraft], before: Sequence[Integration]) -> bool:
    return len(drafts) == len(before) and all(
        draft.uid == integration.uid
        and draft.type == integration.type
        and draft.disable_resolve == integration.disable_resolve
        and draft.settings == integration.settings
        and all(text == REDACTED for text in draft.secrets.values())
        for draft, integration in zip(drafts, before, strict=True)
    )
