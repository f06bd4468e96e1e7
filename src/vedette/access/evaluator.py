"""Decides: a role of the organization grants its actions on every object of that organization."""

from typing import ClassVar

from vedette.access.actions import ROLES, whole
from vedette.access.model import Principal, Scope, Verdict, Visible
from vedette.kernel.errors import Forbidden


class AccessDenied(Forbidden):
    code: ClassVar[str] = "access.denied"


class RolePermissions:
    async def can(self, who: Principal, action: str, on: Scope | None = None) -> Verdict:
        if who.kind == "system":
            return Verdict(True, "the system itself")
        if whole(action) in ROLES.get(who.role, frozenset()):
            return Verdict(True, f"role {who.role}")
        return Verdict(False, f"role {who.role} does not hold {whole(action)}")

    async def require(self, who: Principal, action: str, on: Scope | None = None) -> None:
        verdict = await self.can(who, action, on)
        if not verdict.allowed:
            raise AccessDenied(
                f"You need the permission {whole(action)}; an organization admin can grant it.",
                title="Access denied",
                action=whole(action),
            )

    async def visible(self, who: Principal, action: str, kind: str) -> Visible:
        verdict = await self.can(who, action)
        return Visible(everything=verdict.allowed)
