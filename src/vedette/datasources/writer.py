"""Writes records and secrets in the caller's transaction, for the API and for files."""

from collections.abc import Mapping

from msgspec.structs import replace

from vedette.crypto.vault import Vault
from vedette.datasources.errors import DataSourceUidTaken, NameTaken
from vedette.datasources.model import TABLE, DataSourceDraft, Source
from vedette.datasources.rules import check_draft, target_of
from vedette.datasources.secret_settings import public_settings, separated, split
from vedette.datasources.store import SourceStore
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.kernel.ids import new_uid
from vedette.plugins.registry import PluginRegistry


class SourceWriter:
    def __init__(self, vault: Vault, clock: Clock, registry: PluginRegistry) -> None:
        self._vault = vault
        self._clock = clock
        self._registry = registry

    def separated(self, draft: DataSourceDraft) -> DataSourceDraft:
        """Return the draft as it is stored, with the secrets among its settings separated."""
        return separated(draft, public_settings(self._registry, draft.type))

    async def create(self, tx: Tx, org_id: int, draft: DataSourceDraft) -> Source:
        """Create a source. Raises `NameTaken`, `DataSourceUidTaken` or the errors of
        `check_draft`."""
        draft = self.separated(draft)
        check_draft(draft)
        store = SourceStore(tx)
        if await store.by_name(org_id, draft.name):
            raise NameTaken
        if draft.uid and await store.by_uid(org_id, draft.uid):
            raise DataSourceUidTaken
        uid = draft.uid or new_uid()
        now = self._clock.now_ms()
        secrets = {key: text for key, text in draft.secrets.items() if text}
        sealed = await self._vault.seal_all(tx, org_id, TABLE, uid, secrets)
        source = _from_draft(draft, 0, org_id, uid, sealed, max(1, draft.file_version), now, now)
        if draft.is_default:
            await store.clear_default(org_id, 0)
        new_id = await store.insert(source)
        return _from_draft(draft, new_id, org_id, uid, sealed, source.version, now, now)

    async def replace(
        self, tx: Tx, before: Source, draft: DataSourceDraft, *, keep_secrets: bool
    ) -> tuple[Source, tuple[str, ...]]:
        """Return the new record, and the names of secrets that were cleared.

        With `keep_secrets`, secrets that are not in `draft` stay unless their target changes:
        otherwise an editor could have the secrets sent to another server. An empty text removes a
        secret.
        """
        draft = self.separated(draft)
        check_draft(draft)
        store = SourceStore(tx)
        uid = draft.uid or before.uid
        await self._check_free(store, before, draft.name, uid)
        kept: Mapping[str, str] = {}
        if keep_secrets and target_of(before.type, before.url) == target_of(draft.type, draft.url):
            sent = draft.secrets.keys() | draft.json_data.keys()
            kept = {key: text for key, text in before.sealed.items() if key not in sent}
            if uid != before.uid:
                opened = await self.secrets(tx, before, kept)
                kept = await self._vault.seal_all(tx, before.org_id, TABLE, uid, opened)
        new = {key: text for key, text in draft.secrets.items() if text}
        sealed = {**kept, **await self._vault.seal_all(tx, before.org_id, TABLE, uid, new)}
        cleared = tuple(key for key in before.sealed if key not in sealed)
        version = max(before.version + 1, draft.file_version)
        now = self._clock.now_ms()
        source = _from_draft(
            draft, before.id, before.org_id, uid, sealed, version, before.created, now
        )
        if draft.is_default:
            await store.clear_default(before.org_id, before.id)
        await store.update(source)
        return source, cleared if keep_secrets else ()

    async def sealed(self, tx: Tx, source: Source) -> Source | None:
        """Return the stored source with all its secrets encrypted; None if they already are.

        Raises `Unreadable` if other secrets of the organization cannot be decrypted.
        """
        shown, hidden = split(source.json_data, public_settings(self._registry, source.type))
        if not hidden:
            return None
        new = {key: text for key, text in hidden.items() if key not in source.sealed}
        sealed = await self._vault.seal_all(tx, source.org_id, TABLE, source.uid, new)
        return replace(source, json_data=shown, sealed={**source.sealed, **sealed})

    async def secrets(
        self, tx: Tx, source: Source, sealed: Mapping[str, str] | None = None
    ) -> dict[str, str]:
        """Return the secrets in clear text. Raises `Unreadable`."""
        chosen = source.sealed if sealed is None else sealed
        return await self._vault.open_all(tx, source.org_id, TABLE, source.uid, chosen)

    async def _check_free(self, store: SourceStore, before: Source, name: str, uid: str) -> None:
        if name != before.name and await store.by_name(before.org_id, name):
            raise NameTaken
        if uid != before.uid and await store.by_uid(before.org_id, uid):
            raise DataSourceUidTaken


def _from_draft(
    draft: DataSourceDraft,
    id: int,
    org_id: int,
    uid: str,
    sealed: Mapping[str, str],
    version: int,
    created: int,
    updated: int,
) -> Source:
    return Source(
        id=id,
        org_id=org_id,
        uid=uid,
        name=draft.name,
        type=draft.type,
        access=draft.access,
        url=draft.url,
        user=draft.user,
        database=draft.database,
        is_basic_auth=draft.is_basic_auth,
        basic_auth_user=draft.basic_auth_user,
        is_with_credentials=draft.is_with_credentials,
        is_default=draft.is_default,
        is_read_only=draft.is_read_only,
        is_provisioned=draft.is_provisioned,
        is_prunable=draft.is_prunable,
        file_version=draft.file_version,
        json_data=draft.json_data,
        sealed=sealed,
        version=version,
        created=created,
        updated=updated,
    )
