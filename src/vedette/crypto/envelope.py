"""AES-256-GCM with a random data key, which is itself encrypted with a key derived from
`secret_key`.

A ciphertext is bound to its location, so that a copy in another row cannot be decrypted.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from secrets import token_bytes

import msgspec

from vedette.crypto.errors import SecretUnreadable
from vedette.kernel.secret import Secret

_NONCE_BYTES = 12
_KEY_BYTES = 32
_SALT = b"vedette.data-keys.v1"


class SecretLocation(msgspec.Struct, frozen=True):
    """Where a secret is stored."""

    org_id: int
    table: str
    uid: str
    field: str

    def bytes(self) -> bytes:
        return "\0".join((str(self.org_id), self.table, self.uid, self.field)).encode()


class KeyEncryptionKey(msgspec.Struct, frozen=True):
    id: str
    """A fingerprint that identifies the key without revealing it."""
    key: bytes

    def __repr__(self) -> str:
        return f"KeyEncryptionKey({self.id})"


def new_data_key() -> bytes:
    return token_bytes(_KEY_BYTES)


def key_encryption_key(secret_key: Secret) -> KeyEncryptionKey:
    material = secret_key.reveal().encode()
    return KeyEncryptionKey(
        id=_derived(material, b"id", 8).hex(), key=_derived(material, b"encryption", _KEY_BYTES)
    )


def seal(key: bytes, bound_to: bytes, plain: bytes) -> str:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce = token_bytes(_NONCE_BYTES)
    return urlsafe_b64encode(nonce + AESGCM(key).encrypt(nonce, plain, bound_to)).decode()


def unseal(key: bytes, bound_to: bytes, sealed: str) -> bytes:
    """Decrypt. Raises `SecretUnreadable` if key, location or ciphertext differ from those of
    `seal`."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        raw = urlsafe_b64decode(sealed)
        return AESGCM(key).decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], bound_to)
    except (InvalidTag, ValueError) as error:
        raise SecretUnreadable("A stored secret cannot be decrypted. Enter it again.") from error


def _derived(material: bytes, purpose: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, _SALT, purpose).derive(material)
