"""Random tokens and the digests that are stored."""

import secrets
import string
from hashlib import sha256
from typing import Protocol
from zlib import crc32

_BASE62 = string.ascii_letters + string.digits
TOKEN_PREFIX = "vedette_sa_"  # noqa: S105


class Passwords(Protocol):
    """Slow, salted hashes. Only a few are computed concurrently."""

    async def hash(self, password: str) -> str: ...

    async def verify(self, stored: str | None, password: str) -> bool:
        """Verify a password. If `stored` is None because the account is unknown, this takes as
        long."""
        ...

    def needs_rehash(self, stored: str) -> bool: ...


def new_session_token() -> str:
    return secrets.token_urlsafe(32)


def new_api_token() -> str:
    """Return `vedette_sa_` + 32 letters and digits + `_` + checksum, a format that secret scanners
    recognize."""
    body = "".join(secrets.choice(_BASE62) for _ in range(32))
    return f"{TOKEN_PREFIX}{body}_{crc32(body.encode()):08x}"


def is_api_token(text: str) -> bool:
    body, _, checksum = text.removeprefix(TOKEN_PREFIX).rpartition("_")
    return text.startswith(TOKEN_PREFIX) and checksum == f"{crc32(body.encode()):08x}"


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def new_password() -> str:
    """Return a password for first starts and resets: 20 letters and digits, about 119 bits."""
    return "".join(secrets.choice(_BASE62) for _ in range(20))
