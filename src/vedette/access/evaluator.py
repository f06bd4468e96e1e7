"""Permission checks: a role grants its actions on all objects of the organization."""

from typing import ClassVar

from vedette.access.actions import EXPLORE, ROLES, whole
from vedette.access.model import AccessVerdict, Principal, Scope, Visible
from vedette.kernel.errors import Forbidden


class AccessDenied(Forbidden):
    code: ClassVar[str] = "access.denied"


def require_role(who: Principal, action: str) -> None:
    """Raise `AccessDenied` unless the role grants the action, regardless of settings."""
    if not _role_grants(who, action):
        raise _denied(whole(action))


def _role_grants(who: Principal, action: str) -> bool:
    return who.kind == "system" or whole(action) in ROLES.get(who.role, frozenset())


def _denied(action: str) -> AccessDenied:
    return AccessDenied(
        f"You need the permission {action}. Ask an organization administrator to grant it.",
        title="Access denied",
        action=action,
    )


class RolePermissions:
    """Permissions of roles, and settings that change them. An application has a single instance."""

    def __init__(self, *, viewers_can_edit: bool = False) -> None:
        """`viewers_can_edit` lets viewers use Explore."""
        self._viewers_can_edit = viewers_can_edit

    async def can(self, who: Principal, action: str, on: Scope | None = None) -> AccessVerdict:
        if who.kind == "system":
            return AccessVerdict(True, "the system itself")
        if action == EXPLORE and who.role == "Viewer" and not self._viewers_can_edit:
            return AccessVerdict(False, "viewers_can_edit is off")
        if _role_grants(who, action):
            return AccessVerdict(True, f"role {who.role}")
        return AccessVerdict(False, f"role {who.role} does not include {whole(action)}")

    async def require(self, who: Principal, action: str, on: Scope | None = None) -> None:
        verdict = await self.can(who, action, on)
        if not verdict.allowed:
            raise _denied(action if action == EXPLORE else whole(action))

    async def visible(self, who: Principal, action: str, kind: str) -> Visible:
        verdict = await self.can(who, action)
        return Visible(everything=verdict.allowed)
