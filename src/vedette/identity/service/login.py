"""Passwords at the door: checked slowly, counted by name, answered alike whatever was wrong."""

import asyncio
import hmac
import logging
import secrets
from collections import OrderedDict
from hashlib import sha256
from math import ceil
from weakref import WeakValueDictionary

from vedette.cache.singleflight import SingleFlight
from vedette.db.database import Database
from vedette.identity.credentials import Passwords
from vedette.identity.errors import TooManyAttempts, WeakPassword, WrongCredentials
from vedette.identity.model import Account, folded
from vedette.identity.store.accounts import AccountStore
from vedette.identity.store.sessions import AttemptStore
from vedette.kernel.clock import Clock
from vedette.web.ratelimit import RateLimits, share_of
from vedette.web.routes import RateLimit

log = logging.getLogger("vedette.identity")
MIN_PASSWORD, MAX_PASSWORD = 8, 1_024
_WINDOW_MS = 5 * 60_000
_MAX_FAILURES = 5
_LONGEST_LOGGED = 100
_REMEMBERED = 1_000
_REMEMBER_SECONDS = 30.0
_AT_ONCE = 2
"""Passwords of one address; fewer than `Passwords` computes, so that nobody else waits for them."""


class Login:
    def __init__(
        self, database: Database, clock: Clock, passwords: Passwords, *, guard_brute_force: bool
    ) -> None:
        self._database = database
        self._clock = clock
        self._passwords = passwords
        self._guard = guard_brute_force
        self._salt = secrets.token_bytes(32)
        self._verified: OrderedDict[bytes, float] = OrderedDict()
        self._verifying = SingleFlight[bool]()
        self._guesses = RateLimits(clock)
        self._turns_of_names = _Turns(1)
        self._turns_of_addresses = _Turns(_AT_ONCE)

    async def check(
        self, login_or_email: str, password: str, client_ip: str, guesses: RateLimit
    ) -> Account:
        """The account. `guesses` is how many wrong passwords an address may send.

        Raises `WrongCredentials`, or `TooManyAttempts` or `TooOften` with the seconds to wait.
        """
        name = folded(login_or_email)
        await self._refuse_guessing(name)
        async with self._database.reading() as tx:
            found = await AccountStore(tx).by_name(login_or_email)
        usable = found if found and found.kind == "user" and not found.is_disabled else None
        stored = usable.password if usable else None
        if not await self._verify(name, stored, password, client_ip, guesses) or usable is None:
            said = {"login": login_or_email[:_LONGEST_LOGGED], "address": client_ip}
            log.info("A sign-in failed.", extra=said)
            raise WrongCredentials
        await self._welcome(usable, name, password)
        return usable

    async def _refuse_guessing(self, name: str) -> None:
        if not self._guard:
            return
        now = self._clock.now_ms()
        async with self._database.reading() as tx:
            failures = await AttemptStore(tx).since(name, now - _WINDOW_MS)
        if len(failures) >= _MAX_FAILURES:
            wait = ceil((failures[-_MAX_FAILURES] + _WINDOW_MS - now) / 1000)
            raise TooManyAttempts(
                f"Too many failed logins for this name; try again in {wait} s.", wait
            )

    async def _verify(
        self, name: str, stored: str | None, password: str, client_ip: str, guesses: RateLimit
    ) -> bool:
        """Remembers a fit for half a minute, as basic auth sends the password each time, and
        verifies once what many requests send at once."""
        sent = f"{name}\0{stored}\0{password}".encode(errors="surrogatepass")
        key = hmac.digest(self._salt, sent, sha256)
        now = self._clock.monotonic()
        if self._verified.get(key, -_REMEMBER_SECONDS) > now - _REMEMBER_SECONDS:
            return True

        async def verify() -> bool:
            async with self._turns_of_names(name):
                await self._refuse_guessing(name)
                fits = await self._judge(stored, password, guesses, share_of(client_ip))
                if not fits:
                    async with self._database.transaction() as tx:
                        await AttemptStore(tx).add(name, client_ip, self._clock.now_ms())
                return fits

        if not await self._verifying.run(key, verify):
            return False
        self._verified[key] = now
        if len(self._verified) > _REMEMBERED:
            self._verified.popitem(last=False)
        return True

    async def _judge(
        self, stored: str | None, password: str, guesses: RateLimit, share: str
    ) -> bool:
        """Only what does not fit uses up `guesses`, or what nobody waited for. Nobody knows that
        before, so that an address has turns, and the rest of what it sends at once waits."""
        async with self._turns_of_addresses(share):
            self._guesses.check(guesses, share)
            fits = False
            try:
                against = stored if len(password) <= MAX_PASSWORD else None
                fits = await self._passwords.verify(against, password[:MAX_PASSWORD])
            finally:
                if not fits:
                    self._guesses.charge(guesses, share)
        return fits

    async def _welcome(self, account: Account, name: str, password: str) -> None:
        now = self._clock.now_ms()
        stale_hash = account.password and self._passwords.needs_rehash(account.password)
        new_hash = await self._passwords.hash(password) if stale_hash else None
        recently_seen = account.last_seen is not None and now - account.last_seen < 60_000
        if recently_seen and not new_hash:
            return
        async with self._database.transaction() as tx:
            store = AccountStore(tx)
            await AttemptStore(tx).clear(name)
            await store.touch(account.id, now)
            if account.password and new_hash:
                await store.renew_hash(account.id, account.password, new_hash)


class _Turns:
    """A semaphore for each key, as long as somebody has or awaits it."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._known = WeakValueDictionary[str, asyncio.Semaphore]()

    def __call__(self, key: str) -> asyncio.Semaphore:
        return self._known.setdefault(key, asyncio.Semaphore(self._at_once))


def check_password(password: str) -> str:
    """Raises `WeakPassword`: 8 to 1024 characters, no other rule (NIST SP 800-63B)."""
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise WeakPassword(f"A password has {MIN_PASSWORD} to {MAX_PASSWORD} characters.")
    return password
