"""Accounts for the memory of results that requests hold, before it is allocated.

Counts are estimates in bytes. `charge` is for text that a result keeps, `charge_objects` for the
objects of decoding and calculations. Both charge the current account: that of a request, or of a
data source call that several requests share. Without an account they do nothing.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ClassVar

import msgspec

from vedette.kernel.errors import TooLarge, TooManyRequests, Unavailable

MIB = 1024 * 1024
_REDUCE = "Use a shorter range, fewer series or rows, or a larger step"


class AnswerNeedsTooMuch(TooLarge):
    """One request exceeds its own limit."""

    code: ClassVar[str] = "memory.request"


class UserHoldsTooMuch(TooManyRequests):
    code: ClassVar[str] = "memory.user"


class ServerHoldsTooMuch(Unavailable):
    code: ClassVar[str] = "memory.process"


class MemoryLimits(msgspec.Struct, frozen=True):
    """In bytes. `objects` and `request` are per request, `user` is for all concurrent requests of a
    caller, `process` for all of them."""

    objects: int = 48 * MIB
    request: int = 256 * MIB
    user: int = 384 * MIB
    process: int = 768 * MIB


class MemoryBudget:
    """The total of all accounts of this process. Thread-safe."""

    def __init__(self, limits: MemoryLimits | None = None) -> None:
        self.limits = limits or MemoryLimits()
        self.held = 0
        self._of_users: dict[str, int] = {}
        self._lock = threading.Lock()

    def take(self, account: "MemoryAccount", count: int) -> None:
        """Add bytes. Raises `UserHoldsTooMuch` or `ServerHoldsTooMuch`, and adds nothing then."""
        limits, user = self.limits, account.user
        with self._lock:
            if account.is_closed:  # A thread whose request has ended.
                return
            of_user = self._of_users.get(user, 0) + count
            if of_user > limits.user:
                raise UserHoldsTooMuch(
                    f"The results of your concurrent requests use {_mib(limits.user)}, the "
                    f"limit of [query_memory] user_mb. Wait until they end. {_REDUCE}.",
                    1,
                )
            if self.held + count > limits.process:
                raise ServerHoldsTooMuch(
                    f"The results of all requests to this server use {_mib(limits.process)}, "
                    "the limit of [query_memory] process_mb. Try again in a moment. "
                    f"{_REDUCE}."
                )
            self._of_users[user] = of_user
            self.held += count
            account.taken += count

    def give_back(self, account: "MemoryAccount") -> None:
        user = account.user
        with self._lock:
            account.is_closed = True
            self.held -= account.taken
            left = self._of_users.get(user, 0) - account.taken
            if left > 0:
                self._of_users[user] = left
            else:
                self._of_users.pop(user, None)


class MemoryAccount:
    """The memory of one request, or of one data source call.

    It is released when its last user closes it. `ledger` is None for callers without a shared
    limit, such as alert rules. The memory of a call also counts for the request that started it,
    its `parent`. `user` is set before anything is charged.
    """

    __slots__ = (
        "_kept",
        "_ledger",
        "_users",
        "is_closed",
        "limits",
        "objects",
        "parent",
        "taken",
        "total",
        "user",
    )

    def __init__(
        self,
        ledger: MemoryBudget | None,
        limits: MemoryLimits,
        user: str = "",
        parent: "MemoryAccount | None" = None,
    ) -> None:
        self.limits = limits
        self.user = user
        self.parent = parent
        self.objects = self.total = self.taken = 0
        self.is_closed = False
        self._ledger = ledger
        self._users = 1
        self._kept: list[MemoryAccount] = []

    def charge(self, count: int, objects: int = 0) -> None:
        """Add `count` bytes, of which `objects` are for objects.

        Raises `AnswerNeedsTooMuch`, `UserHoldsTooMuch` or `ServerHoldsTooMuch` and adds nothing
        then.
        """
        self.check(count, objects)
        if self.parent is not None:
            self.parent.check(count, objects)
        if self._ledger is not None:
            self._ledger.take(self, count)
        self._count(count, objects)
        if self.parent is not None:
            self.parent._count(count, objects)

    def check(self, count: int, objects: int) -> None:
        if self.objects + objects > self.limits.objects:
            raise AnswerNeedsTooMuch(
                f"The result needs more than {_mib(self.limits.objects)} of memory, the limit "
                f"of [query_memory] request_mb. {_REDUCE}."
            )
        if self.total + count > self.limits.request:
            raise AnswerNeedsTooMuch(
                f"The result is larger than {_mib(self.limits.request)}, the limit of "
                f"[query_memory] answer_mb. {_REDUCE}."
            )

    def opened(self) -> "MemoryAccount":
        """Return an account of a call that others can join, released by the last of its users."""
        account = MemoryAccount(self._ledger, self.limits, self.user, self)
        account._users = 0
        return account

    def separate(self) -> "MemoryAccount":
        """Return an account of the same user that does not count for this one."""
        return MemoryAccount(self._ledger, self.limits, self.user)

    def keep(self, other: "MemoryAccount") -> None:
        """Keep the memory of the other account until this one is closed."""
        other._users += 1
        self._kept.append(other)

    def settle(self, other: "MemoryAccount") -> None:
        """Count the memory of a call that was joined. Raises `AnswerNeedsTooMuch`."""
        if other.parent is not self:  # A call that this request started is counted already.
            self.check(other.total, other.objects)
            self._count(other.total, other.objects)

    def close(self) -> None:
        self._users -= 1
        if self._users:
            return
        if self._ledger is not None:
            self._ledger.give_back(self)
        for each in self._kept:
            each.close()
        self._kept.clear()

    def _count(self, count: int, objects: int) -> None:
        self.total += count
        self.objects += objects


_current: ContextVar[MemoryAccount | None] = ContextVar("memory_account", default=None)


def current() -> MemoryAccount | None:
    return _current.get()


@contextmanager
def used(account: MemoryAccount) -> Iterator[MemoryAccount]:
    """Charge this account inside the block. It stays open."""
    token = _current.set(account)
    try:
        yield account
    finally:
        _current.reset(token)


@contextmanager
def apart() -> Iterator[None]:
    """Charge the block separately, and release its memory at the end.

    For a request that does many things in sequence and keeps little of each.
    """
    outer = _current.get()
    if outer is None:
        yield
        return
    account = outer.separate()
    try:
        with used(account):
            yield
    finally:
        account.close()


def charge(count: int) -> None:
    """Charge text. Raises `AnswerNeedsTooMuch`, `UserHoldsTooMuch` or `ServerHoldsTooMuch`."""
    account = _current.get()
    if account is not None:
        account.charge(count)


def charge_objects(count: int) -> None:
    """Charge objects. Raises the errors of `charge`."""
    account = _current.get()
    if account is not None:
        account.charge(count, count)


def _mib(count: int) -> str:
    return f"{count // MIB} MiB" if count % MIB == 0 else f"{count // 1024} KiB"
