"""Converts drafts of integrations to stored ones with sealed secrets."""

from collections.abc import Collection
from typing import Any

import msgspec
import orjson
from msgspec.structs import replace

from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.model import TABLE, Integration, IntegrationDraft
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.contacts.secret_settings import (
    destinations,
    merge_secrets,
    split_secrets,
    value_at,
    with_secrets,
)
from vedette.alerting.model.provenance import Edit
from vedette.crypto.errors import SecretUnreadable
from vedette.crypto.vault import Vault
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.kernel.ids import check_uid, new_uid
from vedette.plugins.errors import PluginBroken, PluginRefused
from vedette.sdk import Json, ReceiverPlugin, SettingField

_LONGEST_NAME = 190


class Prepared(msgspec.Struct, frozen=True):
    """A valid draft: public settings, and all settings."""

    settings: Json
    secrets: dict[str, str]
    whole: dict[str, Any]


class Drafts:
    def __init__(self, types: ReceiverTypes, vault: Vault, clock: Clock) -> None:
        self._types = types
        self._vault = vault
        self._clock = clock

    async def secrets(self, tx: Tx, integration: Integration) -> dict[str, str]:
        """Return the decrypted secrets. Raises `SecretUnreadable`."""
        return await self._vault.open_all(
            tx, integration.org_id, TABLE, integration.uid, integration.sealed
        )

    async def whole_settings(self, tx: Tx, integration: Integration) -> dict[str, Any]:
        """Return the settings including secrets. Raises `SecretUnreadable`."""
        plugin = self._types.plugin(integration.name, integration.type)
        secrets = await self.secrets(tx, integration)
        return merge_secrets(integration.settings, secrets, plugin.fields)

    async def prepared(
        self,
        tx: Tx,
        draft: IntegrationDraft,
        before: Integration | None,
        *,
        keeps_absent: bool = False,
    ) -> Prepared:
        """Return what would be stored of a draft, with kept secrets decrypted.

        Secrets sent as `[REDACTED]` are kept, and with `keeps_absent` also missing ones. Raises
        `BadContact`, also if the address changes that a kept secret is sent to: otherwise an editor
        could send it to another server.
        """
        plugin = self._types.plugin(draft.name, draft.type)
        sent = with_secrets(draft.settings, draft.secrets)
        self._types.check(draft.name, draft.type, sent)
        upgraded = self._types.upgraded(draft.name, draft.type, sent)
        _check_json(draft.name, upgraded)
        settings, secrets, stay = split_secrets(upgraded, plugin.fields)
        kept = {}
        if before is not None and before.type.lower() == draft.type.lower():
            kept = {
                key: text
                for key, text in before.sealed.items()
                if key in stay
                or (keeps_absent and key not in secrets and value_at(settings, key) is None)
            }
        if not kept or before is None:
            return Prepared(settings, secrets, merge_secrets(settings, secrets, plugin.fields))
        opened = await self.secrets(tx, before)
        secrets = {**{key: opened[key] for key in kept}, **secrets}
        whole = merge_secrets(settings, secrets, plugin.fields)
        old = merge_secrets(before.settings, opened, plugin.fields)
        _check_destinations(plugin, draft.name, old, whole, kept)
        return Prepared(settings, secrets, whole)

    async def _checked(
        self, tx: Tx, draft: IntegrationDraft, before: Integration | None, edit: Edit
    ) -> Prepared:
        check_name(draft.name)
        prepared = await self.prepared(tx, draft, before)
        _, clients = self._types.open(
            draft.name, draft.type, prepared.whole, is_trusted=edit.provenance == "file"
        )
        for client in clients:
            await client.aclose()
        return prepared

    async def new(
        self, tx: Tx, org_id: int, draft: IntegrationDraft, edit: Edit, position: int
    ) -> Integration:
        """Raises `BadContact` or `BadUid`, as does the next."""
        uid = check_uid(draft.uid) if draft.uid else new_uid()
        prepared = await self._checked(tx, draft, None, edit)
        now = self._clock.now_ms()
        return Integration(
            id=0,
            org_id=org_id,
            uid=uid,
            name=draft.name,
            type=draft.type,
            settings=prepared.settings,
            sealed=await self._vault.seal_all(tx, org_id, TABLE, uid, prepared.secrets),
            disable_resolve=draft.disable_resolve,
            provenance=edit.provenance,
            position=position,
            version=1,
            created=now,
            updated=now,
        )

    async def replaced(
        self, tx: Tx, before: Integration, draft: IntegrationDraft, edit: Edit
    ) -> Integration:
        """Return `before` if nothing changes, for example when a file is read again."""
        prepared = await self._checked(tx, draft, before, edit)
        same = replace(
            before,
            type=draft.type,
            settings=prepared.settings,
            disable_resolve=draft.disable_resolve,
            provenance=edit.provenance,
        )
        if same == before and await self._holds(tx, before, prepared.secrets):
            return before
        sealed = await self._vault.seal_all(tx, before.org_id, TABLE, before.uid, prepared.secrets)
        return replace(
            same,
            sealed=sealed,
            version=before.version + 1,
            updated=self._clock.now_ms(),
        )

    async def sealed(self, tx: Tx, integration: Integration) -> Integration | None:
        """Return a stored integration with all its secrets sealed.

        Returns None if they are, or if its plugin cannot be loaded and so defines no public
        settings. Raises `SecretUnreadable` if other secrets of the organization cannot be
        decrypted.
        """
        try:
            fields = self._fields(integration)
        except (PluginBroken, PluginRefused):
            return None
        settings, found, _ = split_secrets(integration.settings, fields)
        if not found:
            return None
        new = {key: text for key, text in found.items() if key not in integration.sealed}
        sealed = await self._vault.seal_all(tx, integration.org_id, TABLE, integration.uid, new)
        return replace(integration, settings=settings, sealed={**integration.sealed, **sealed})

    def without_secrets(self, integration: Integration) -> Integration:
        """Return an integration with its public settings only; `sealed` contains the others."""
        try:
            fields = self._fields(integration)
        except (PluginBroken, PluginRefused):
            fields = ()
        settings, found, _ = split_secrets(integration.settings, fields)
        return replace(
            integration,
            settings=settings,
            sealed={**dict.fromkeys(found, ""), **integration.sealed},
        )

    def _fields(self, integration: Integration) -> tuple[SettingField, ...]:
        """Return None if the plugin of the type is not installed: all its settings are secret.

        Raises `PluginBroken` or `PluginRefused`.
        """
        try:
            return self._types.plugin(integration.name, integration.type).fields
        except BadContact:
            return ()

    async def _holds(self, tx: Tx, integration: Integration, secrets: dict[str, str]) -> bool:
        try:
            return await self.secrets(tx, integration) == secrets
        except SecretUnreadable:
            return False


def check_name(name: str) -> None:
    """Raises `BadContact`."""
    if not name.strip() or len(name) > _LONGEST_NAME:
        raise BadContact(f"The name of a contact point must have 1 to {_LONGEST_NAME} characters.")


def _check_json(name: str, settings: Json) -> None:
    """Reject numbers beyond 64 bits and values that only YAML can represent."""
    try:
        orjson.dumps(settings)
    except TypeError as error:
        raise BadContact(f"Contact point {name[:200]!r}: {error}.") from error


def _check_destinations(
    plugin: ReceiverPlugin[Any], name: str, before: Json, after: Json, kept: Collection[str]
) -> None:
    """Compare whole settings, as an address can itself be a secret."""
    if destinations(after, plugin.fields) - destinations(before, plugin.fields):
        raise BadContact(
            f"Contact point {name[:200]!r} would send its secrets to another server. Enter again:"
            f" {', '.join(sorted(kept))}."
        )
