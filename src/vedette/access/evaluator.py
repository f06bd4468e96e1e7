"""Decides: a role of the organization grants its actions on every object of that organization."""

from typing import ClassVar

from vedette.access.actions import EXPLORE, ROLES, whole
from vedette.access.model import Principal, Scope, Verdict, Visible
from vedette.kernel.errors import Forbidden


class AccessDenied(Forbidden):
    code: ClassVar[str] = "access.denied"


class RolePermissions:
    def __init__(self, *, viewers_can_edit: bool = False) -> None:
        """`viewers_can_edit` lets viewers use Explore."""
        self._viewers_can_edit = viewers_can_edit

    async def can(self, who: Principal, action: str, on: Scope | None = None) -> Verdict:
        if who.kind == "system":
            return Verdict(True, "the system itself")
        if action == EXPLORE and who.role == "Viewer" and not self._viewers_can_edit:
            return Verdict(False, "viewers_can_edit is off")
        if whole(action) in ROLES.get(who.role, frozenset()):
            return Verdict(True, f"role {who.role}")
        return Verdict(False, f"role {who.role} does not hold {whole(action)}")

    async def require(self, who: Principal, action: str, on: Scope | None = None) -> None:
        verdict = await self.can(who, action, on)
        if not verdict.allowed:
            needed = action if action == EXPLORE else whole(action)
            raise AccessDenied(
                f"You need the permission {needed}; an organization admin can grant it.",
                title="Access denied",
                action=needed,
            )

    async def visible(self, who: Principal, action: str, kind: str) -> Visible:
        verdict = await self.can(who, action)
        return Visible(everything=verdict.allowed)
