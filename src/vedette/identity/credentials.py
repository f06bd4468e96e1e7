"""Random tokens and what is stored of them."""

import secrets
import string
from hashlib import sha256
from typing import Protocol
from zlib import crc32

_BASE62 = string.ascii_letters + string.digits
TOKEN_PREFIX = "vedette_sa_"  # noqa: S105


class Passwords(Protocol):
    """Slow, salted hashes; only a few are computed at once."""

    async def hash(self, password: str) -> str: ...

    async def verify(self, stored: str | None, password: str) -> bool:
        """Takes as long for an unknown account, whose `stored` is None, as for a wrong password."""
        ...

    def needs_rehash(self, stored: str) -> bool: ...


def new_session_token() -> str:
    return secrets.token_urlsafe(32)


def new_api_token() -> str:
    """`vedette_sa_` + 32 letters and digits + `_` + checksum, so that scanners find leaked ones."""
    body = "".join(secrets.choice(_BASE62) for _ in range(32))
    return f"{TOKEN_PREFIX}{body}_{crc32(body.encode()):08x}"


def is_api_token(text: str) -> bool:
    body, _, checksum = text.removeprefix(TOKEN_PREFIX).rpartition("_")
    return text.startswith(TOKEN_PREFIX) and checksum == f"{crc32(body.encode()):08x}"


def digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def new_password() -> str:
    """For first starts and resets: 20 letters and digits, about 119 bits."""
    return "".join(secrets.choice(_BASE62) for _ in range(20))
