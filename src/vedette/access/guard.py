"""Access policies of routes. Services check permissions on objects."""

from vedette.access.actions import ACTIONS, EXPLORE, whole
from vedette.access.evaluator import AccessDenied, require_role
from vedette.access.model import Permissions
from vedette.kernel.errors import Unauthorized
from vedette.web.call import Call


class Public:
    """Admits everyone without authentication."""

    name, identifies = "public", False

    async def admit(self, call: Call) -> None:
        """Admit the call."""


class Open:
    """Admits everyone; the response depends on the caller."""

    name, identifies = "open", True

    async def admit(self, call: Call) -> None:
        """Admit the call."""


class SignedIn:
    """Admits any principal, including anonymous visitors if they are enabled."""

    name, identifies = "signed in", True

    async def admit(self, call: Call) -> None:
        _ = call.who


class Person:
    """Admits users with an account, but no tokens and no anonymous visitors."""

    name, identifies = "user", True

    async def admit(self, call: Call) -> None:
        if call.who.kind == "anonymous":
            raise Unauthorized("Sign in to use this endpoint.")
        if call.who.kind != "user":
            raise AccessDenied("Only users have a profile. Tokens have none.")


class ServerAdmin:
    name, identifies = "server admin", True

    async def admit(self, call: Call) -> None:
        if not call.who.is_server_admin:
            raise AccessDenied("Only a server administrator can do this.", title="Access denied")


class Needs:
    """Admits principals whose role grants the action."""

    identifies = True

    def __init__(self, action: str, permissions: Permissions | None) -> None:
        if whole(action) not in ACTIONS:
            raise ValueError(f"{action} is not an action.")
        if action == EXPLORE and permissions is None:
            raise ValueError(f"A setting controls {action}: permissions are required.")
        self.name = action
        self._permissions = permissions

    async def admit(self, call: Call) -> None:
        if self._permissions is None:
            require_role(call.who, self.name)
        else:
            await self._permissions.require(call.who, self.name)


PUBLIC, OPEN, SIGNED_IN, PERSON, SERVER_ADMIN = (
    Public(),
    Open(),
    SignedIn(),
    Person(),
    ServerAdmin(),
)


def needs(action: str, permissions: Permissions | None = None) -> Needs:
    """Return the policy of an action. Actions that a setting controls require `permissions`."""
    return Needs(action, permissions)
