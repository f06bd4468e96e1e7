"""Policies that routes name. Objects are checked again below, in the services."""

from vedette.access.actions import ACTIONS, whole
from vedette.access.evaluator import AccessDenied, RolePermissions
from vedette.access.model import Permissions
from vedette.kernel.errors import Unauthorized
from vedette.web.call import Call

_permissions = RolePermissions()


class Public:
    """Anyone, without a look at who asks."""

    name, identifies = "public", False

    async def admit(self, call: Call) -> None:
        """Nothing to ask."""


class Open:
    """Anyone; the answer depends on who asks."""

    name, identifies = "open", True

    async def admit(self, call: Call) -> None:
        """Nothing to ask."""


class SignedIn:
    """Any principal, anonymous visitors included where they are enabled."""

    name, identifies = "signed in", True

    async def admit(self, call: Call) -> None:
        _ = call.who


class Person:
    """A user with an account: not a token, not an anonymous visitor."""

    name, identifies = "user", True

    async def admit(self, call: Call) -> None:
        if call.who.kind == "anonymous":
            raise Unauthorized("Sign in to use this address.")
        if call.who.kind != "user":
            raise AccessDenied("Only a signed-in user has a profile; tokens have none.")


class ServerAdmin:
    name, identifies = "server admin", True

    async def admit(self, call: Call) -> None:
        if not call.who.is_server_admin:
            raise AccessDenied("Only a server admin may do this.", title="Access denied")


class Needs:
    """A principal whose role holds the action."""

    identifies = True

    def __init__(self, action: str, permissions: Permissions = _permissions) -> None:
        if whole(action) not in ACTIONS:
            raise ValueError(f"{action} is no action.")
        self.name = action
        self._permissions = permissions

    async def admit(self, call: Call) -> None:
        await self._permissions.require(call.who, self.name)


PUBLIC, OPEN, SIGNED_IN, PERSON, SERVER_ADMIN = (
    Public(),
    Open(),
    SignedIn(),
    Person(),
    ServerAdmin(),
)


def needs(action: str, permissions: Permissions = _permissions) -> Needs:
    """Return the policy of an action; `permissions` matter where a setting changes who holds it."""
    return Needs(action, permissions)
