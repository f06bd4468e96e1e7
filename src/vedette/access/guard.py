"""Policies that routes name. Objects are checked again below, in the services."""

from vedette.access.actions import ACTIONS, EXPLORE, whole
from vedette.access.evaluator import AccessDenied, require_role
from vedette.access.model import Permissions
from vedette.kernel.errors import Unauthorized
from vedette.web.call import Call


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

    def __init__(self, action: str, permissions: Permissions | None) -> None:
        if whole(action) not in ACTIONS:
            raise ValueError(f"{action} is no action.")
        if action == EXPLORE and permissions is None:
            raise ValueError(f"A setting decides who holds {action}: permissions are needed.")
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
    """Return the policy of an action; one that a setting grants or denies needs `permissions`."""
    return Needs(action, permissions)
