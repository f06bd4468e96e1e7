"""API of server administrators for users."""

from typing import cast

import msgspec

from vedette.access.guard import SERVER_ADMIN
from vedette.identity.api import shapes
from vedette.identity.api.listings import UserListing, UserListQuery
from vedette.identity.api.user import number
from vedette.identity.errors import NoLogin
from vedette.identity.service.members import OrgMembers
from vedette.identity.service.users import UserAccounts
from vedette.kernel.clock import Clock
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route


class NameLookup(msgspec.Struct, rename="camel"):
    login_or_email: str = ""


class UserChanges(msgspec.Struct):
    name: str | None = None
    login: str | None = None
    email: str | None = None


class UsersApi:
    def __init__(self, users: UserAccounts, members: OrgMembers, clock: Clock) -> None:
        self._users = users
        self._members = members
        self._clock = clock

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/users",
                self.list_users,
                SERVER_ADMIN,
                answer=list[shapes.ListedUser],
                query=UserListQuery,
                summary="List users.",
            ),
            Route(
                "GET",
                "/api/users/search",
                self.search_users,
                SERVER_ADMIN,
                answer=shapes.FoundUsers,
                query=UserListing,
                summary="Search users.",
            ),
            Route(
                "GET",
                "/api/users/lookup",
                self.lookup,
                SERVER_ADMIN,
                answer=shapes.UserAnswer,
                query=NameLookup,
                summary="Get a user by login or e-mail address.",
            ),
            Route(
                "GET",
                "/api/users/:id",
                self.get_user,
                SERVER_ADMIN,
                answer=shapes.UserAnswer,
                summary="Get a user.",
            ),
            Route(
                "GET",
                "/api/users/:id/orgs",
                self.user_orgs,
                SERVER_ADMIN,
                answer=list[shapes.OrgMembership],
                summary="List a user's organizations.",
            ),
            Route(
                "GET",
                "/api/users/:id/teams",
                self.user_teams,
                SERVER_ADMIN,
                answer=tuple[()],
                summary="List a user's teams. There are no teams, so the list is empty.",
            ),
            Route(
                "POST",
                "/api/users/:id/using/:orgId",
                self.switch_org,
                SERVER_ADMIN,
                answer=MessageAnswer,
                summary="Switch a user to another organization of theirs.",
            ),
            Route(
                "PUT",
                "/api/users/:id",
                self.update_user,
                SERVER_ADMIN,
                answer=MessageAnswer,
                body=UserChanges,
                summary="Update a user.",
            ),
        ]

    async def list_users(self, call: Call) -> list[shapes.ListedUser]:
        asked: UserListQuery = call.query
        _, users = await self._users.search(asked.query, asked.as_page(), sort=asked.sort)
        return [shapes.listed_user(user, self._clock.now_ms()) for user in users]

    async def search_users(self, call: Call) -> shapes.FoundUsers:
        asked: UserListing = call.query
        page = asked.as_page()
        total, users = await self._users.search(
            asked.query, page, sort=asked.sort, seen_within=asked.seen_within()
        )
        return {
            "totalCount": total,
            "users": [shapes.listed_user(user, self._clock.now_ms()) for user in users],
            "page": page.number,
            "perPage": page.size,
        }

    async def lookup(self, call: Call) -> shapes.UserAnswer:
        return shapes.user(await self._users.by_name(call.query.login_or_email))

    async def get_user(self, call: Call) -> shapes.UserAnswer:
        return shapes.user(await self._users.get(number(call, "id")))

    async def user_orgs(self, call: Call) -> list[shapes.OrgMembership]:
        await self._users.get(number(call, "id"))
        return [
            {"orgId": org_id, "name": name, "role": cast(shapes.Role, role)}
            for org_id, name, role in await self._members.orgs_of(number(call, "id"))
        ]

    async def user_teams(self, call: Call) -> tuple[()]:
        return ()

    async def switch_org(self, call: Call) -> MessageAnswer:
        account = await self._users.get(number(call, "id"))
        await self._members.switch_org(account.id, number(call, "orgId"))
        return {"message": "Active organization changed"}

    async def update_user(self, call: Call) -> MessageAnswer:
        sent: UserChanges = call.body
        if not sent.login and not sent.email:
            raise NoLogin
        await self._users.update(
            call.who, number(call, "id"), name=sent.name, login=sent.login, email=sent.email
        )
        return {"message": "User updated"}
