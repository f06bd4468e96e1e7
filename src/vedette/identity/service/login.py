"""Verification of passwords at login, with the same error for every reason."""

import asyncio
import hmac
import logging
import secrets
from collections import OrderedDict
from hashlib import sha256
from weakref import WeakValueDictionary

from vedette.cache.singleflight import SingleFlight
from vedette.db.database import Database
from vedette.identity.credentials import Passwords
from vedette.identity.errors import WrongCredentials
from vedette.identity.model import Account
from vedette.identity.service.guessing import Guess, Guessing, GuessingRules
from vedette.identity.service.password_rules import MAX_PASSWORD
from vedette.identity.store.accounts import AccountStore
from vedette.kernel.clock import Clock

log = logging.getLogger("vedette.identity")
_LONGEST_LOGGED = 100
_REMEMBERED = 1_000
_REMEMBER_SECONDS = 30.0
_AT_ONCE = 2
"""Concurrent verifications per address. Fewer than `Passwords` computes, so that one address does
not delay others."""


class Login:
    def __init__(
        self, database: Database, clock: Clock, passwords: Passwords, rules: GuessingRules
    ) -> None:
        self._database = database
        self._clock = clock
        self._passwords = passwords
        self._guessing = Guessing(database, clock, rules)
        self._salt = secrets.token_bytes(32)
        self._verified: OrderedDict[bytes, float] = OrderedDict()
        self._verifying = SingleFlight[bool]()
        self._turns_of_names = _Turns(1)
        self._turns_of_addresses = _Turns(_AT_ONCE)

    async def check(self, login_or_email: str, password: str, client_ip: str, way: str) -> Account:
        """Return the account. `way` names the method of login, such as `login`.

        Raises `WrongCredentials`, or `TooManyAttempts` or `TooOften` with the seconds to wait.
        """
        async with self._database.reading() as tx:
            found = await AccountStore(tx).by_name(login_or_email)
        guess = Guess(login_or_email, found, client_ip, way)
        await self._guessing.refuse(guess)
        usable = found if found and found.kind == "user" and not found.is_disabled else None
        stored = usable.password if usable else None
        if not await self._verify(guess, stored, password) or usable is None:
            said = {"login": login_or_email[:_LONGEST_LOGGED], "address": client_ip}
            log.info("A login failed.", extra=said)
            raise WrongCredentials
        await self._welcome(usable, password)
        return usable

    async def _verify(self, guess: Guess, stored: str | None, password: str) -> bool:
        """Verify a password.

        A correct one is cached for half a minute, because basic authentication sends it with each
        request. Concurrent requests with the same password share one verification.
        """
        sent = f"{guess.counter}\0{stored}\0{password}".encode(errors="surrogatepass")
        key = hmac.digest(self._salt, sent, sha256)
        now = self._clock.monotonic()
        if self._verified.get(key, -_REMEMBER_SECONDS) > now - _REMEMBER_SECONDS:
            return True

        async def verify() -> bool:
            async with self._turns_of_names(guess.counter):
                await self._guessing.refuse(guess)
                return await self._judge(guess, stored, password)

        if not await self._verifying.run(key, verify):
            return False
        self._verified[key] = now
        if len(self._verified) > _REMEMBERED:
            self._verified.popitem(last=False)
        return True

    async def _judge(self, guess: Guess, stored: str | None, password: str) -> bool:
        """Verify passwords of an address one after another: each one is charged until it proves
        correct."""
        async with self._turns_of_addresses(guess.share):
            await self._guessing.begin(guess)
            against = stored if len(password) <= MAX_PASSWORD else None
            fits = await self._passwords.verify(against, password[:MAX_PASSWORD])
            await self._guessing.settle(guess, fits=fits)
        return fits

    async def _welcome(self, account: Account, password: str) -> None:
        now = self._clock.now_ms()
        stale_hash = account.password and self._passwords.needs_rehash(account.password)
        new_hash = await self._passwords.hash(password) if stale_hash else None
        recently_seen = account.last_seen is not None and now - account.last_seen < 60_000
        if recently_seen and not new_hash:
            return
        async with self._database.transaction() as tx:
            store = AccountStore(tx)
            await store.touch(account.id, now)
            if account.password and new_hash:
                await store.renew_hash(account.id, account.password, new_hash)


class _Turns:
    """A semaphore for each key that is in use."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._known = WeakValueDictionary[str, asyncio.Semaphore]()

    def __call__(self, key: str) -> asyncio.Semaphore:
        return self._known.setdefault(key, asyncio.Semaphore(self._at_once))
