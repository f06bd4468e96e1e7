"""Objects and results of permission checks."""

from typing import Protocol

import msgspec

from vedette.kernel.principal import Principal


class Scope(msgspec.Struct, frozen=True):
    """An object. `parents` are the uids of its folders, nearest first."""

    kind: str
    uid: str
    parents: tuple[str, ...] = ()


class AccessVerdict(msgspec.Struct, frozen=True):
    allowed: bool
    reason: str
    """The grant that decided."""


class Visible(msgspec.Struct, frozen=True):
    """A permission as a filter that a store turns into one WHERE clause, so lists page in SQL."""

    everything: bool
    uids: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()


class Permissions(Protocol):
    async def can(self, who: Principal, action: str, on: Scope | None = None) -> AccessVerdict: ...

    async def require(self, who: Principal, action: str, on: Scope | None = None) -> None:
        """Raises `AccessDenied`."""
        ...

    async def visible(self, who: Principal, action: str, kind: str) -> Visible: ...


__all__ = ["AccessVerdict", "Permissions", "Principal", "Scope", "Visible"]
