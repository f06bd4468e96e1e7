"""Limits password guessing. All instances share the counters in the database.

An account has one counter for all of its names: five failed attempts within five minutes lock it.
Addresses from which the user has an active session are counted separately, so that others cannot
lock out the user. In addition, each address has a limit of failed attempts per minute for all
accounts.
"""

from datetime import timedelta
from math import ceil

import msgspec

from vedette.db.database import Database, Tx
from vedette.identity.errors import TooManyAttempts
from vedette.identity.model import Account, folded
from vedette.identity.store.sessions import AttemptStore, SessionStore
from vedette.kernel.clock import Clock
from vedette.web.ratelimit import TooOften, share_of

_MINUTE_MS = 60_000


class GuessingRules(msgspec.Struct, frozen=True):
    attempts: int = 5
    """Failed attempts for an account within `window`."""
    window: timedelta = timedelta(minutes=5)
    per_address: int = 60
    """Failed attempts per minute from an address, for any account. 0 removes the limit."""
    is_enabled: bool = True


class Guess(msgspec.Struct, frozen=True):
    """A login attempt. `way` is the method of login; each has its own counter per address."""

    name: str
    account: Account | None
    address: str
    way: str

    @property
    def counter(self) -> str:
        return f"account:{self.account.id}" if self.account else f"name:{folded(self.name)}"

    @property
    def share(self) -> str:
        """Return the address, or its /64 network for IPv6."""
        return share_of(self.address)

    @property
    def address_counter(self) -> str:
        return f"{self.way}:{self.share}"


class Guessing:
    def __init__(self, database: Database, clock: Clock, rules: GuessingRules) -> None:
        self._database = database
        self._clock = clock
        self._rules = rules

    async def refuse(self, guess: Guess) -> None:
        """Raises `TooManyAttempts` if the account is locked for the address of the attempt."""
        if self._rules.is_enabled:
            async with self._database.reading() as tx:
                await self._refuse_closed(tx, guess)

    async def begin(self, guess: Guess) -> None:
        """Charge the address before the password is verified, so that every attempt counts.

        Raises `TooOften` with the seconds to wait.
        """
        if not self._rules.is_enabled or not self._rules.per_address:
            return
        each = _MINUTE_MS / self._rules.per_address
        async with self._database.transaction() as tx:
            await tx.lock(guess.address_counter)
            store, now = AttemptStore(tx), self._clock.now_ms()
            owed = max(0, await store.full_at(guess.address_counter) - now)
            excess = owed - (_MINUTE_MS - each)
            if excess > 0:
                wait = ceil(excess / 1000)
                raise TooOften(
                    "Too many failed logins from this address ([security] "
                    "brute_force_login_protection_max_attempts_per_address). Try again in "
                    f"{wait} s.",
                    wait,
                )
            await store.set_full_at(guess.address_counter, guess.share, now + ceil(owed + each))

    async def settle(self, guess: Guess, *, fits: bool) -> None:
        """Count a failed attempt, or reset the counters of this address and refund its charge.

        Raises `TooManyAttempts`, even for the correct password, if other attempts locked the
        account in the meantime: concurrent attempts on several instances reveal no more than
        sequential ones.
        """
        if not self._rules.is_enabled:
            return
        async with self._database.transaction() as tx:
            await tx.lock(guess.counter)
            await self._refuse_closed(tx, guess)
            store, now = AttemptStore(tx), self._clock.now_ms()
            if not fits:
                await store.add(guess.counter, guess.share, now)
                return
            await store.clear(guess.counter, guess.share)
            if self._rules.per_address:
                each = ceil(_MINUTE_MS / self._rules.per_address)
                await store.refund(guess.address_counter, each)

    async def _refuse_closed(self, tx: Tx, guess: Guess) -> None:
        now, window_ms = self._clock.now_ms(), self._rules.window // timedelta(milliseconds=1)
        store, most = AttemptStore(tx), self._rules.attempts
        failures = await store.since(guess.counter, now - window_ms)
        if len(failures) >= most and await self._is_known(tx, guess):
            failures = await store.since(guess.counter, now - window_ms, guess.share)
        if len(failures) >= most:
            wait = ceil((failures[-most] + window_ms - now) / 1000)
            raise TooManyAttempts(
                f"Too many failed logins for this account. Try again in {wait} s.", wait
            )

    async def _is_known(self, tx: Tx, guess: Guess) -> bool:
        if guess.account is None:
            return False
        sessions = await SessionStore(tx).of_account(guess.account.id)
        return any(share_of(session.client_ip) == guess.share for session in sessions)
