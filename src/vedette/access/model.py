"""What permissions are asked about, and what they answer."""

from dataclasses import dataclass
from typing import Protocol

from vedette.kernel.principal import Principal


@dataclass(frozen=True, slots=True)
class Scope:
    """One object; `parents` are the uids of its folders, nearest first."""

    kind: str
    uid: str
    parents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    allowed: bool
    reason: str
    """Which grant decided."""


@dataclass(frozen=True, slots=True)
class Visible:
    """A permission as a filter that a store turns into one WHERE clause, so lists page in SQL."""

    everything: bool
    uids: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()


class Permissions(Protocol):
    async def can(self, who: Principal, action: str, on: Scope | None = None) -> Verdict: ...

    async def require(self, who: Principal, action: str, on: Scope | None = None) -> None:
        """Raises `AccessDenied`."""
        ...

    async def visible(self, who: Principal, action: str, kind: str) -> Visible: ...


__all__ = ["Permissions", "Principal", "Scope", "Verdict", "Visible"]
