"""API of the signed-in user's own account."""

import asyncio
from collections.abc import Callable
from typing import NotRequired, TypedDict, cast

import msgspec

from vedette.access.actions import ROLES
from vedette.access.guard import PERSON, SIGNED_IN
from vedette.identity.api import shapes
from vedette.identity.api.preferences import Preferences
from vedette.identity.authenticate import Authenticator, CookieRules
from vedette.identity.credentials import digest
from vedette.identity.errors import BadUser, NoLogin, UserNotFound
from vedette.identity.model import Session
from vedette.identity.service.members import OrgMembers
from vedette.identity.service.organizations import Organizations
from vedette.identity.service.profile import Profile
from vedette.identity.service.sessions import Sessions
from vedette.identity.service.users import UserAccounts
from vedette.kernel.principal import Principal
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

_PASSWORD_RATE = RateLimit("password_changes", burst_seconds=30)


class OwnChanges(msgspec.Struct):
    name: str | None = None
    login: str | None = None
    email: str | None = None
    theme: str | None = None


class PasswordChange(msgspec.Struct, rename="camel"):
    old_password: str
    new_password: str
    confirm_new: str = ""


class TokenChoice(msgspec.Struct, rename="camel"):
    auth_token_id: int


class ShownAccount(TypedDict):
    """The account of the caller; anonymous visitors and service accounts have fewer keys."""

    id: int
    login: str
    name: str
    email: str
    isGrafanaAdmin: bool
    uid: NotRequired[str]
    isDisabled: NotRequired[bool]
    isExternal: NotRequired[bool]
    isExternallySynced: NotRequired[bool]
    authLabels: NotRequired[list[str]]
    updatedAt: NotRequired[str]
    createdAt: NotRequired[str]
    avatarUrl: NotRequired[str]


class CurrentUser(ShownAccount):
    """The caller with role, permissions and the preferences in effect."""

    mustChangePassword: bool
    orgId: int
    orgName: str
    orgRole: str
    permissions: list[str]
    isSignedIn: bool
    preferences: Preferences
    theme: str


class UserApi:
    def __init__(
        self,
        users: UserAccounts,
        members: OrgMembers,
        orgs: Organizations,
        profile: Profile,
        sessions: Sessions,
        authenticator: Authenticator,
        cookies: CookieRules,
    ) -> None:
        self._users = users
        self._members = members
        self._orgs = orgs
        self._profile = profile
        self._sessions = sessions
        self._authenticator = authenticator
        self._cookies = cookies

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/user",
                self.me,
                SIGNED_IN,
                answer=CurrentUser,
                summary="Get the signed-in user.",
            ),
            Route(
                "PUT",
                "/api/user",
                self.change_me,
                PERSON,
                body=OwnChanges,
                answer=MessageAnswer,
                summary="Update the signed-in user.",
            ),
            Route(
                "PUT",
                "/api/user/password",
                self.change_password,
                PERSON,
                body=PasswordChange,
                answer=MessageAnswer,
                rate=_PASSWORD_RATE,
                summary="Change the password and end all other sessions.",
            ),
            Route(
                "GET",
                "/api/user/orgs",
                self.orgs,
                PERSON,
                answer=list[shapes.OrgMembership],
                summary="List the user's organizations.",
            ),
            Route(
                "GET",
                "/api/user/teams",
                self.teams,
                PERSON,
                answer=tuple[()],
                summary="List the user's teams. There are no teams, so the list is empty.",
            ),
            Route(
                "POST",
                "/api/user/using/:orgId",
                self.switch,
                PERSON,
                answer=MessageAnswer,
                summary="Switch to another organization.",
            ),
            Route(
                "GET",
                "/api/user/auth-tokens",
                self.list_sessions,
                PERSON,
                answer=list[shapes.ListedSession],
                summary="List the user's sessions.",
            ),
            Route(
                "POST",
                "/api/user/revoke-auth-token",
                self.revoke,
                PERSON,
                body=TokenChoice,
                answer=MessageAnswer,
                summary="End a session of the user.",
            ),
        ]

    async def me(self, call: Call) -> CurrentUser:
        return await describe(self._users, self._orgs, self._profile, call.who)

    async def change_me(self, call: Call) -> MessageAnswer:
        sent: OwnChanges = call.body
        if not sent.login and not sent.email:
            raise NoLogin
        changes = {"name": sent.name, "login": sent.login, "email": sent.email}
        await self._users.update(call.who, call.who.id, **changes)
        if sent.theme is not None:
            await self._profile.merge(call.who, call.who.id, {"theme": sent.theme})
        return {"message": "User updated"}

    async def change_password(self, call: Call) -> MessageAnswer:
        sent: PasswordChange = call.body
        if sent.confirm_new and sent.confirm_new != sent.new_password:
            raise BadUser("The two new passwords are not equal.")
        if sent.new_password == sent.old_password:
            raise BadUser("The new password must differ from the old one.")
        keep = call.cookie(self._cookies.name)
        await self._users.change_own_password(
            call.who.id, sent.old_password, sent.new_password, keep
        )
        return {"message": "User password changed"}

    async def orgs(self, call: Call) -> list[shapes.OrgMembership]:
        return [
            {"orgId": org_id, "name": name, "role": cast(shapes.Role, role)}
            for org_id, name, role in await self._members.orgs_of(call.who.id)
        ]

    async def teams(self, call: Call) -> tuple[()]:
        return ()

    async def switch(self, call: Call) -> MessageAnswer:
        await self._members.switch_org(call.who.id, number(call, "orgId"))
        return {"message": "Active organization changed"}

    def _in_use(self, call: Call) -> Callable[[Session], bool]:
        """Return a predicate for the session of the request, whose token may have been rotated."""
        sent = digest(call.cookie(self._cookies.name))
        return lambda session: sent in (session.digest, session.previous_digest)

    async def list_sessions(self, call: Call) -> list[shapes.ListedSession]:
        is_in_use = self._in_use(call)
        return [
            shapes.session(found, is_active=is_in_use(found))
            for found in await self._sessions.of_account(call.who.id)
        ]

    async def revoke(self, call: Call) -> MessageAnswer:
        token_id, is_in_use = call.body.auth_token_id, self._in_use(call)
        found = await self._sessions.of_account(call.who.id)
        if any(each.id == token_id and is_in_use(each) for each in found):
            raise BadUser("Cannot revoke the current session. Sign out instead.")
        if not await self._sessions.end(call.who.id, token_id):
            raise UserNotFound("User auth token not found")
        self._authenticator.forget(call.who.id)
        return {"message": "User auth token revoked"}


async def describe(
    users: UserAccounts, orgs: Organizations, profile: Profile, who: Principal
) -> CurrentUser:
    """Return the caller with permissions and preferences."""
    preferences, org_name, (account, must_change) = await asyncio.gather(
        profile.effective(who.org_id, who.id),
        orgs.name(who.org_id),
        _account(users, who),
    )
    described = {
        **account,
        "mustChangePassword": must_change,
        "orgId": who.org_id,
        "orgName": org_name,
        "orgRole": who.role,
        "permissions": sorted(ROLES.get(who.role, ())),
        "isSignedIn": who.kind == "user",
        "preferences": preferences,
        "theme": preferences["theme"],
    }
    return cast(CurrentUser, described)


async def _account(users: UserAccounts, who: Principal) -> tuple[ShownAccount, bool]:
    """Return the account for display, and whether its password must be changed."""
    if who.kind == "user":
        stored = await users.get(who.id)
        return cast(ShownAccount, shapes.user(stored)), stored.must_change_password
    shown: ShownAccount = {
        "id": who.id,
        "login": who.login,
        "name": who.name,
        "email": "",
        "isGrafanaAdmin": False,
    }
    return shown, False


def number(call: Call, name: str) -> int:
    """Return a path parameter as a positive number. Raises `BadUser`."""
    text = call.params[name]
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise BadUser(f"{name} must be a number.")
    return int(text)
