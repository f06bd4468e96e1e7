"""Encrypts secrets with one random data key per organization, which is stored encrypted.

An encrypted text is `v1.<data key id>.<nonce and ciphertext>`, so that texts of earlier keys can
still be decrypted after a change of the data key or the `secret_key`.
"""

from collections.abc import Collection, Mapping

from vedette.crypto.envelope import (
    KeyEncryptionKey,
    SecretLocation,
    key_encryption_key,
    new_data_key,
    seal,
    unseal,
)
from vedette.crypto.errors import SecretUnreadable
from vedette.crypto.store import DataKeyStore, StoredKey
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.kernel.ids import new_uid
from vedette.kernel.secret import Secret

_VERSION = "v1"


def key_id_of(sealed: str) -> str:
    """Return the id of the data key that a text is encrypted with."""
    return sealed.split(".", 2)[1] if sealed.count(".") > 1 else ""


class Vault:
    """Works in the caller's transaction, so that a secret and its row are committed together."""

    def __init__(
        self, secret_key: Secret, clock: Clock, fallbacks: Collection[Secret] = ()
    ) -> None:
        """`fallbacks` open what was sealed with another key, while `secret_key` changes."""
        self._secret_key = secret_key
        self._fallbacks = fallbacks
        self._clock = clock
        self._kek: KeyEncryptionKey | None = None
        self._other_keks: dict[str, KeyEncryptionKey] | None = None
        self._opened: dict[str, bytes] = {}
        """Data keys by id. Ids are random, so an id that was rolled back is never used again."""

    async def seal(self, tx: Tx, place: SecretLocation, text: str) -> str:
        key_id, key = await self._current(tx, place.org_id)
        return f"{_VERSION}.{key_id}.{seal(key, place.bytes(), text.encode())}"

    async def open(self, tx: Tx, place: SecretLocation, sealed: str) -> str:
        """Decrypt a text. Raises `SecretUnreadable`."""
        version, _, rest = sealed.partition(".")
        key_id, _, body = rest.partition(".")
        if version != _VERSION or not body:
            raise SecretUnreadable("A stored secret has an unknown format. Enter it again.")
        key = self._opened.get(key_id)
        if key is None:
            stored = await DataKeyStore(tx).by_id(place.org_id, key_id)
            if stored is None:
                raise SecretUnreadable(
                    "The data key of a stored secret is missing. Enter the secret again."
                )
            key = self._unwrap(stored)
        return unseal(key, place.bytes(), body).decode()

    async def seal_all(
        self, tx: Tx, org_id: int, table: str, uid: str, texts: Mapping[str, str]
    ) -> dict[str, str]:
        return {
            field: await self.seal(tx, SecretLocation(org_id, table, uid, field), text)
            for field, text in texts.items()
        }

    async def open_all(
        self, tx: Tx, org_id: int, table: str, uid: str, sealed: Mapping[str, str]
    ) -> dict[str, str]:
        """Decrypt all texts of a row. Raises `SecretUnreadable`."""
        return {
            field: await self.open(tx, SecretLocation(org_id, table, uid, field), text)
            for field, text in sealed.items()
        }

    def is_current(self, key: StoredKey) -> bool:
        """Return whether a data key is encrypted with `secret_key` itself, not with a fallback."""
        return key.kek_id == self._key_encryption_key().id

    def rewrapped(self, key: StoredKey) -> StoredKey:
        """Return a data key encrypted with `secret_key`. Raises `SecretUnreadable`."""
        return self._wrapped(key.org_id, key.id, self._unwrap(key))

    async def new_key(self, tx: Tx, org_id: int) -> StoredKey:
        """Store a new data key for the organization's secrets."""
        store = DataKeyStore(tx)
        key = self._wrapped(org_id, new_uid(), new_data_key())
        await store.add(key, max(self._clock.now_ms(), await store.newest_created(org_id) + 1))
        return key

    async def _current(self, tx: Tx, org_id: int) -> tuple[str, bytes]:
        store = DataKeyStore(tx)
        stored = await store.newest(org_id)
        if stored is None:
            await tx.lock(f"data_key:{org_id}")
            stored = await store.newest(org_id) or await self.new_key(tx, org_id)
        return stored.id, self._opened.get(stored.id) or self._unwrap(stored)

    def _wrapped(self, org_id: int, key_id: str, key: bytes) -> StoredKey:
        kek = self._key_encryption_key()
        return StoredKey(key_id, org_id, kek.id, seal(kek.key, _bound(org_id, key_id), key))

    def _unwrap(self, stored: StoredKey) -> bytes:
        kek = self._key_encryption_key()
        if stored.kek_id != kek.id:
            kek = self._fallback(stored.kek_id)
        key = unseal(kek.key, _bound(stored.org_id, stored.id), stored.sealed)
        self._opened[stored.id] = key
        return key

    def _fallback(self, kek_id: str) -> KeyEncryptionKey:
        if self._other_keks is None:
            found = map(key_encryption_key, self._fallbacks)
            self._other_keks = {each.id: each for each in found}
        if kek_id not in self._other_keks:
            raise SecretUnreadable(
                "The stored secrets were encrypted with another secret_key. Set that key "
                "again, add it to secret_key_fallbacks, or enter the secrets again."
            )
        return self._other_keks[kek_id]

    def _key_encryption_key(self) -> KeyEncryptionKey:
        if self._kek is None:
            self._kek = key_encryption_key(self._secret_key)
        return self._kek


def _bound(org_id: int, key_id: str) -> bytes:
    return SecretLocation(org_id, "data_key", key_id, "sealed").bytes()
