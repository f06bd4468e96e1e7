"""Users of the whole server, for server admins; members of an organization, for its admins."""

from datetime import timedelta
from typing import Any

import msgspec

from vedette.access.guard import SERVER_ADMIN, needs
from vedette.identity.api import shapes
from vedette.identity.api.user import TokenChoice, number
from vedette.identity.errors import NoLogin, UserNotFound
from vedette.identity.service.people import Page, People
from vedette.identity.service.sessions import Sessions
from vedette.kernel.clock import Clock
from vedette.web.answer import Message
from vedette.web.call import Call
from vedette.web.routes import Route

READ, WRITE, DELETE = needs("org.users:read"), needs("org.users:write"), needs("org.users:delete")


class Listing(msgspec.Struct):
    query: str = ""
    perpage: int = 0
    page: int = 0
    limit: int = 0
    sort: str = ""

    def as_page(self) -> Page:
        return Page.asked(self.page, self.limit or self.perpage)


class UserListing(Listing):
    filter: str = ""

    def seen_within(self) -> timedelta | None:
        return timedelta(days=30) if self.filter == "activeLast30Days" else None


class OrgListing(msgspec.Struct):
    """Pages are counted from 0, as Grafana 10.4 counts those of organizations."""

    name: str = ""
    query: str = ""
    perpage: int = 0
    page: int = 0

    def as_page(self) -> Page:
        return Page.asked(self.page + 1, self.perpage)


class NameLookup(msgspec.Struct, rename="camel"):
    login_or_email: str = ""


class NewUser(msgspec.Struct):
    password: str
    name: str = ""
    email: str = ""
    login: str = ""
    org_id: int = msgspec.field(default=0, name="OrgId")


class UserChanges(msgspec.Struct):
    name: str | None = None
    login: str | None = None
    email: str | None = None


class NewPassword(msgspec.Struct):
    password: str


class ServerPermissions(msgspec.Struct, rename="camel"):
    is_grafana_admin: bool = False


class NewMember(msgspec.Struct, rename="camel"):
    login_or_email: str
    role: str


class RoleChange(msgspec.Struct):
    role: str


class OrgName(msgspec.Struct):
    name: str


def routes(
    people: People,
    sessions: Sessions,
    clock: Clock,
    *,
    default_org: int,
) -> list[Route]:
    async def list_users(call: Call) -> list[shapes.ListedUser]:
        asked: Listing = call.query
        _, users = await people.search_users(asked.query, asked.as_page(), sort=asked.sort)
        return [shapes.listed_user(user, clock.now_ms()) for user in users]

    async def search_users(call: Call) -> shapes.FoundUsers:
        asked: UserListing = call.query
        page = asked.as_page()
        total, users = await people.search_users(
            asked.query, page, sort=asked.sort, seen_within=asked.seen_within()
        )
        return {
            "totalCount": total,
            "users": [shapes.listed_user(user, clock.now_ms()) for user in users],
            "page": page.number,
            "perPage": page.size,
        }

    async def lookup(call: Call) -> shapes.UserAnswer:
        return shapes.user(await people.user_by_name(call.query.login_or_email))

    async def get_user(call: Call) -> shapes.UserAnswer:
        return shapes.user(await people.user(number(call, "id")))

    async def user_orgs(call: Call) -> list[shapes.Membership]:
        await people.user(number(call, "id"))
        return [
            {"orgId": org_id, "name": name, "role": role}
            for org_id, name, role in await people.orgs_of(number(call, "id"))
        ]

    async def user_teams(call: Call) -> list[Any]:
        return []

    async def switch_org(call: Call) -> Message:
        account = await people.user(number(call, "id"))
        await people.switch_org(account.id, number(call, "orgId"))
        return {"message": "Active organization changed"}

    async def update_user(call: Call) -> Message:
        sent: UserChanges = call.body
        if not sent.login and not sent.email:
            raise NoLogin
        await people.update_user(
            call.who, number(call, "id"), name=sent.name, login=sent.login, email=sent.email
        )
        return {"message": "User updated"}

    async def create_user(call: Call) -> shapes.MadeUser:
        sent: NewUser = call.body
        account_id = await people.create_user(
            name=sent.name,
            login=sent.login,
            email=sent.email,
            password=sent.password,
            org_id=sent.org_id or default_org,
        )
        return {"id": account_id, "message": "User created"}

    async def delete_user(call: Call) -> Message:
        await people.delete_user(call.who, number(call, "id"))
        return {"message": "User deleted"}

    async def set_password(call: Call) -> Message:
        await people.set_password(call.who, number(call, "id"), call.body.password)
        return {"message": "User password updated"}

    async def set_permissions(call: Call) -> Message:
        await people.set_server_admin(
            call.who, number(call, "id"), granted=call.body.is_grafana_admin
        )
        return {"message": "User permissions updated"}

    async def disable(call: Call) -> Message:
        await people.set_disabled(call.who, number(call, "id"), disabled=True)
        return {"message": "User disabled"}

    async def enable(call: Call) -> Message:
        await people.set_disabled(call.who, number(call, "id"), disabled=False)
        return {"message": "User enabled"}

    async def log_out(call: Call) -> Message:
        await people.log_out(call.who, number(call, "id"))
        return {"message": "User logged out"}

    async def list_sessions(call: Call) -> list[Any]:
        account = await people.user(number(call, "id"))
        found = await sessions.of_account(account.id)
        return [shapes.session(one, is_active=False) for one in found]

    async def revoke_session(call: Call) -> Message:
        token_id = call.body.auth_token_id
        if not await people.end_session(call.who, number(call, "id"), token_id):
            raise UserNotFound("User auth token not found")
        return {"message": "User auth token revoked"}

    async def org(call: Call) -> shapes.Org:
        return shapes.org(call.who.org_id, await people.org_name(call.who.org_id))

    async def rename_org(call: Call) -> Message:
        await people.rename_org(call.who.org_id, call.body.name)
        return {"message": "Organization updated"}

    async def orgs(call: Call) -> list[shapes.ListedOrg]:
        asked: OrgListing = call.query
        found = await people.orgs(asked.name, asked.query, asked.as_page())
        return [{"id": org_id, "name": name} for org_id, name in found]

    async def org_by_id(call: Call) -> shapes.Org:
        return shapes.org(*await people.org(number(call, "id")))

    async def org_by_name(call: Call) -> shapes.Org:
        return shapes.org(*await people.org_by_name(call.params["name"]))

    async def members(call: Call) -> list[shapes.OrgUser]:
        asked: Listing = call.query
        _, found = await people.members(call.who.org_id, asked.query, asked.as_page(), asked.sort)
        return [shapes.org_user(member, clock.now_ms()) for member in found]

    async def search_members(call: Call) -> shapes.FoundMembers:
        asked: Listing = call.query
        page = asked.as_page()
        total, found = await people.members(call.who.org_id, asked.query, page, asked.sort)
        return {
            "totalCount": total,
            "orgUsers": [shapes.org_user(member, clock.now_ms()) for member in found],
            "page": page.number,
            "perPage": page.size,
        }

    async def lookup_members(call: Call) -> list[dict[str, Any]]:
        _, found = await people.members(call.who.org_id, call.query.query, call.query.as_page())
        return [
            {"userId": one.account.id, "login": one.account.login, "avatarUrl": ""} for one in found
        ]

    async def add_member(call: Call) -> shapes.AddedMember:
        sent: NewMember = call.body
        account_id = await people.add_member(call.who, sent.login_or_email, sent.role)
        return {"message": "User added to organization", "userId": account_id}

    async def set_role(call: Call) -> Message:
        await people.set_role(call.who, number(call, "id"), call.body.role)
        return {"message": "Organization user updated"}

    async def remove_member(call: Call) -> Message:
        await people.remove_member(call.who, number(call, "id"))
        return {"message": "User removed from organization"}

    admin = SERVER_ADMIN
    return [
        Route(
            "GET",
            "/api/users",
            list_users,
            admin,
            answer=list[shapes.ListedUser],
            query=Listing,
            summary="All users.",
        ),
        Route(
            "GET",
            "/api/users/search",
            search_users,
            admin,
            answer=shapes.FoundUsers,
            query=UserListing,
            summary="Find users.",
        ),
        Route(
            "GET",
            "/api/users/lookup",
            lookup,
            admin,
            answer=shapes.UserAnswer,
            query=NameLookup,
            summary="User by name.",
        ),
        Route(
            "GET", "/api/users/:id", get_user, admin, answer=shapes.UserAnswer, summary="One user."
        ),
        Route(
            "PUT",
            "/api/users/:id",
            update_user,
            admin,
            answer=Message,
            body=UserChanges,
            summary="Change a user.",
        ),
        Route(
            "GET",
            "/api/users/:id/orgs",
            user_orgs,
            admin,
            answer=list[shapes.Membership],
            summary="A user's organizations.",
        ),
        Route(
            "GET",
            "/api/users/:id/teams",
            user_teams,
            admin,
            answer=list[Any],
            summary="A user's teams: none, as there are no teams.",
        ),
        Route(
            "POST",
            "/api/users/:id/using/:orgId",
            switch_org,
            admin,
            answer=Message,
            summary="Let a user work in another organization of theirs.",
        ),
        Route(
            "POST",
            "/api/admin/users",
            create_user,
            admin,
            answer=shapes.MadeUser,
            body=NewUser,
            summary="New user.",
        ),
        Route(
            "DELETE",
            "/api/admin/users/:id",
            delete_user,
            admin,
            answer=Message,
            summary="Delete a user.",
        ),
        Route(
            "PUT",
            "/api/admin/users/:id/password",
            set_password,
            admin,
            answer=Message,
            body=NewPassword,
            summary="Set a user's password; all sessions of the user end.",
        ),
        Route(
            "PUT",
            "/api/admin/users/:id/permissions",
            set_permissions,
            admin,
            answer=Message,
            body=ServerPermissions,
            summary="Make a user a server admin, or end that.",
        ),
        Route(
            "POST",
            "/api/admin/users/:id/disable",
            disable,
            admin,
            answer=Message,
            summary="Disable a user.",
        ),
        Route(
            "POST",
            "/api/admin/users/:id/enable",
            enable,
            admin,
            answer=Message,
            summary="Enable a user.",
        ),
        Route(
            "POST",
            "/api/admin/users/:id/logout",
            log_out,
            admin,
            answer=Message,
            summary="End all sessions.",
        ),
        Route("GET", "/api/admin/users/:id/auth-tokens", list_sessions, admin, summary="Sessions."),
        Route(
            "POST",
            "/api/admin/users/:id/revoke-auth-token",
            revoke_session,
            admin,
            answer=Message,
            body=TokenChoice,
            summary="End one session of a user.",
        ),
        Route(
            "GET",
            "/api/orgs",
            orgs,
            admin,
            answer=list[shapes.ListedOrg],
            query=OrgListing,
            summary="All organizations.",
        ),
        Route(
            "GET", "/api/orgs/:id", org_by_id, admin, answer=shapes.Org, summary="One organization."
        ),
        Route(
            "GET",
            "/api/orgs/name/:name",
            org_by_name,
            admin,
            answer=shapes.Org,
            summary="One, by its name.",
        ),
        Route(
            "GET",
            "/api/org",
            org,
            needs("dashboards:read"),
            answer=shapes.Org,
            summary="The organization.",
        ),
        Route(
            "PUT", "/api/org", rename_org, WRITE, answer=Message, body=OrgName, summary="Rename it."
        ),
        Route(
            "GET",
            "/api/org/users",
            members,
            READ,
            answer=list[shapes.OrgUser],
            query=Listing,
            summary="Its members.",
        ),
        Route(
            "GET",
            "/api/org/users/search",
            search_members,
            READ,
            answer=shapes.FoundMembers,
            query=Listing,
            summary="Find members.",
        ),
        Route(
            "GET",
            "/api/org/users/lookup",
            lookup_members,
            READ,
            query=Listing,
            summary="Members by login, in short.",
        ),
        Route(
            "POST",
            "/api/org/users",
            add_member,
            WRITE,
            answer=shapes.AddedMember,
            body=NewMember,
            summary="Add a member.",
        ),
        Route(
            "PATCH",
            "/api/org/users/:id",
            set_role,
            WRITE,
            answer=Message,
            body=RoleChange,
            summary="Change a member's role.",
        ),
        Route(
            "DELETE",
            "/api/org/users/:id",
            remove_member,
            DELETE,
            answer=Message,
            summary="Remove a member.",
        ),
    ]
