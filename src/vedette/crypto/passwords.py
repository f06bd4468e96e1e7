"""Password hashes: Argon2id with 46 MiB, two passes and one lane, as PHC strings.

At most three are computed concurrently, so that logins cannot exhaust the memory.
"""

import asyncio
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from vedette.crypto.errors import PasswordTooLong

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MEMORY_KIB, PASSES, LANES = 46 * 1024, 2, 1
MAX_BYTES = 1024
_AT_ONCE = 3
_T = TypeVar("_T")


class PasswordHashes:
    """Hashes passwords. The cost parameters can be lowered for tests."""

    def __init__(self, memory_kib: int = MEMORY_KIB, passes: int = PASSES) -> None:
        self._memory_kib = memory_kib
        self._passes = passes
        self._made: PasswordHasher | None = None
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="password")

    async def hash(self, password: str) -> str:
        """Return the hash. Raises `PasswordTooLong`."""
        text = _normal(password)
        if len(text) > MAX_BYTES:
            raise PasswordTooLong(f"A password can have at most {MAX_BYTES} bytes.")
        return await self._run(lambda: self._hasher().hash(text))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Verify a password. An unknown account, whose `stored` is None, takes as long as a wrong
        password."""
        text = _normal(password)[: MAX_BYTES + 1]
        against = stored if stored else self._dummy()
        matches = await self._run(lambda: self._matches(against, text))
        return matches and stored is not None and len(text) <= MAX_BYTES

    def needs_rehash(self, stored: str) -> bool:
        """Return whether `stored` has other cost parameters than the current ones."""
        return self._hasher().check_needs_rehash(stored)

    def _matches(self, stored: str, text: bytes) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return self._hasher().verify(stored, text)
        except (VerificationError, InvalidHashError):
            return False

    def _dummy(self) -> str:
        salt, digest = (b64encode(bytes(size)).decode().rstrip("=") for size in (16, 32))
        costs = f"m={self._memory_kib},t={self._passes},p={LANES}"
        return f"$argon2id$v=19${costs}${salt}${digest}"

    def _hasher(self) -> "PasswordHasher":
        if self._made is None:
            from argon2 import PasswordHasher

            self._made = PasswordHasher(self._passes, self._memory_kib, LANES)
        return self._made

    async def _run(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _normal(password: str) -> bytes:
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
