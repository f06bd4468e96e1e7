"""The signed-in user's own account."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, TypedDict

import msgspec

from vedette.access.actions import ROLES
from vedette.access.guard import PERSON, SIGNED_IN, needs
from vedette.identity.api import shapes
from vedette.identity.authenticate import Authenticator, CookieRules
from vedette.identity.credentials import digest
from vedette.identity.errors import BadUser, NoLogin, UserNotFound
from vedette.identity.model import Session
from vedette.identity.service.people import People
from vedette.identity.service.profile import ORG, Profile
from vedette.identity.service.sessions import Sessions
from vedette.kernel.principal import Principal
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


class NavbarBody(TypedDict, total=False):
    savedItems: Any


class QueryHistoryBody(TypedDict, total=False):
    homeTab: Any


class PreferencesBody(TypedDict, total=False):
    """What it holds is checked by `Profile`."""

    theme: Any
    homeDashboardId: Any
    homeDashboardUID: Any
    timezone: Any
    weekStart: Any
    language: Any
    navbar: NavbarBody
    queryHistory: QueryHistoryBody
    cookiePreferences: Any
    palette: Any
    shortcuts: Any


def routes(
    people: People,
    profile: Profile,
    sessions: Sessions,
    authenticator: Authenticator,
    cookies: CookieRules,
) -> list[Route]:
    async def me(call: Call) -> dict[str, Any]:
        return await describe(people, profile, call.who)

    async def change_me(call: Call) -> dict[str, str]:
        sent: OwnChanges = call.body
        if not sent.login and not sent.email:
            raise NoLogin
        changes = {"name": sent.name, "login": sent.login, "email": sent.email}
        await people.update_user(call.who, call.who.id, **changes)
        if sent.theme is not None:
            await profile.merge(call.who, call.who.id, {"theme": sent.theme})
        return {"message": "User updated"}

    async def change_password(call: Call) -> dict[str, str]:
        sent: PasswordChange = call.body
        if sent.confirm_new and sent.confirm_new != sent.new_password:
            raise BadUser("The two new passwords differ.")
        if sent.new_password == sent.old_password:
            raise BadUser("The new password is the old one.")
        keep = call.cookie(cookies.name)
        await people.change_own_password(call.who.id, sent.old_password, sent.new_password, keep)
        return {"message": "User password changed"}

    async def orgs(call: Call) -> list[shapes.Membership]:
        return [
            {"orgId": org_id, "name": name, "role": role}
            for org_id, name, role in await people.orgs_of(call.who.id)
        ]

    async def teams(call: Call) -> list[Any]:
        return []

    async def switch(call: Call) -> dict[str, str]:
        await people.switch_org(call.who.id, number(call, "orgId"))
        return {"message": "Active organization changed"}

    def in_use(call: Call) -> Callable[[Session], bool]:
        """A test for the session of the request, whose token may have been replaced just now."""
        sent = digest(call.cookie(cookies.name))
        return lambda session: sent in (session.digest, session.previous_digest)

    async def list_sessions(call: Call) -> list[Any]:
        is_in_use = in_use(call)
        return [
            shapes.session(found, is_active=is_in_use(found))
            for found in await sessions.of_account(call.who.id)
        ]

    async def revoke(call: Call) -> dict[str, str]:
        token_id, is_in_use = call.body.auth_token_id, in_use(call)
        found = await sessions.of_account(call.who.id)
        if any(each.id == token_id and is_in_use(each) for each in found):
            raise BadUser("Cannot revoke the session in use; sign out instead.")
        if not await sessions.end(call.who.id, token_id):
            raise UserNotFound("User auth token not found")
        authenticator.forget(call.who.id)
        return {"message": "User auth token revoked"}

    def preferences(path: str, *, of_org: bool) -> list[Route]:
        def owner(call: Call) -> int:
            return ORG if of_org else call.who.id

        async def read(call: Call) -> dict[str, Any]:
            return await profile.preferences(call.who.org_id, owner(call))

        async def put(call: Call) -> dict[str, str]:
            await profile.replace(call.who, owner(call), call.body)
            return {"message": "Preferences updated"}

        async def patch(call: Call) -> dict[str, str]:
            await profile.merge(call.who, owner(call), call.body)
            return {"message": "Preferences updated"}

        reading = SIGNED_IN if of_org else PERSON
        writing = needs("org.users:write") if of_org else PERSON
        whose = "the organization" if of_org else "the user"
        return [
            Route("GET", path, read, reading, summary=f"Preferences of {whose}."),
            Route(
                "PUT",
                path,
                put,
                writing,
                body=PreferencesBody,
                summary=f"Set the preferences of {whose}; what is not sent is reset.",
            ),
            Route(
                "PATCH",
                path,
                patch,
                writing,
                body=PreferencesBody,
                summary=f"Change some preferences of {whose}.",
            ),
        ]

    return [
        Route("GET", "/api/user", me, SIGNED_IN, summary="Who is signed in."),
        Route("PUT", "/api/user", change_me, PERSON, body=OwnChanges, summary="Change yourself."),
        Route(
            "PUT",
            "/api/user/password",
            change_password,
            PERSON,
            body=PasswordChange,
            rate=_PASSWORD_RATE,
            summary="Change your password; every other session ends.",
        ),
        Route(
            "GET",
            "/api/user/orgs",
            orgs,
            PERSON,
            answer=list[shapes.Membership],
            summary="Your organizations.",
        ),
        Route(
            "GET",
            "/api/user/teams",
            teams,
            PERSON,
            answer=list[Any],
            summary="Your teams: none, as there are no teams.",
        ),
        Route("POST", "/api/user/using/:orgId", switch, PERSON, summary="Work in another one."),
        Route("GET", "/api/user/auth-tokens", list_sessions, PERSON, summary="Your sessions."),
        Route(
            "POST",
            "/api/user/revoke-auth-token",
            revoke,
            PERSON,
            body=TokenChoice,
            summary="End one of your sessions.",
        ),
        *preferences("/api/user/preferences", of_org=False),
        *preferences("/api/org/preferences", of_org=True),
    ]


async def describe(people: People, profile: Profile, who: Principal) -> dict[str, Any]:
    """Who is signed in, what they may do and what they prefer."""
    preferences, org_name, (account, must_change) = await asyncio.gather(
        profile.effective(who.org_id, who.id),
        people.org_name(who.org_id),
        _account(people, who),
    )
    return {
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


async def _account(people: People, who: Principal) -> tuple[Mapping[str, Any], bool]:
    """The account as it is shown, and whether its password has to be changed."""
    if who.kind == "user":
        stored = await people.user(who.id)
        return shapes.user(stored), stored.must_change_password
    shown = {"id": who.id, "login": who.login, "name": who.name}
    return {**shown, "email": "", "isGrafanaAdmin": False}, False


def number(call: Call, name: str) -> int:
    """The path's parameter as a positive number. Raises `BadUser`."""
    text = call.params[name]
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise BadUser(f"{name} is a number.")
    return int(text)
