"""API of the current organization and its members."""

import msgspec

from vedette.access.guard import needs
from vedette.identity.api import shapes
from vedette.identity.api.listings import UserListQuery
from vedette.identity.api.user import number
from vedette.identity.service.members import OrgMembers
from vedette.identity.service.organizations import Organizations
from vedette.kernel.clock import Clock
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

READ, WRITE, DELETE = needs("org.users:read"), needs("org.users:write"), needs("org.users:delete")


class NewMember(msgspec.Struct, rename="camel"):
    login_or_email: str
    role: str


class RoleChange(msgspec.Struct):
    role: str


class OrgName(msgspec.Struct):
    name: str


class OrgApi:
    def __init__(self, orgs: Organizations, members: OrgMembers, clock: Clock) -> None:
        self._orgs = orgs
        self._members = members
        self._clock = clock

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/org",
                self.org,
                needs("dashboards:read"),
                answer=shapes.Org,
                summary="Get the current organization.",
            ),
            Route(
                "PUT",
                "/api/org",
                self.rename_org,
                WRITE,
                answer=MessageAnswer,
                body=OrgName,
                summary="Rename the current organization.",
            ),
            Route(
                "GET",
                "/api/org/users",
                self.members,
                READ,
                answer=list[shapes.OrgUser],
                query=UserListQuery,
                summary="List the members of the current organization.",
            ),
            Route(
                "GET",
                "/api/org/users/search",
                self.search_members,
                READ,
                answer=shapes.FoundMembers,
                query=UserListQuery,
                summary="Search the members of the current organization.",
            ),
            Route(
                "GET",
                "/api/org/users/lookup",
                self.lookup_members,
                READ,
                answer=list[shapes.MemberName],
                query=UserListQuery,
                summary="List the members by login in a short form.",
            ),
            Route(
                "POST",
                "/api/org/users",
                self.add_member,
                WRITE,
                answer=shapes.AddedMember,
                body=NewMember,
                summary="Add a member to the current organization.",
            ),
            Route(
                "PATCH",
                "/api/org/users/:id",
                self.set_role,
                WRITE,
                answer=MessageAnswer,
                body=RoleChange,
                summary="Change a member's role.",
            ),
            Route(
                "DELETE",
                "/api/org/users/:id",
                self.remove_member,
                DELETE,
                answer=MessageAnswer,
                summary="Remove a member.",
            ),
        ]

    async def org(self, call: Call) -> shapes.Org:
        return shapes.org(call.who.org_id, await self._orgs.name(call.who.org_id))

    async def rename_org(self, call: Call) -> MessageAnswer:
        await self._orgs.rename(call.who.org_id, call.body.name)
        return {"message": "Organization updated"}

    async def members(self, call: Call) -> list[shapes.OrgUser]:
        asked: UserListQuery = call.query
        _, found = await self._members.search(
            call.who.org_id, asked.query, asked.as_page(), asked.sort
        )
        return [shapes.org_user(member, self._clock.now_ms()) for member in found]

    async def search_members(self, call: Call) -> shapes.FoundMembers:
        asked: UserListQuery = call.query
        page = asked.as_page()
        total, found = await self._members.search(call.who.org_id, asked.query, page, asked.sort)
        return {
            "totalCount": total,
            "orgUsers": [shapes.org_user(member, self._clock.now_ms()) for member in found],
            "page": page.number,
            "perPage": page.size,
        }

    async def lookup_members(self, call: Call) -> list[shapes.MemberName]:
        _, found = await self._members.search(
            call.who.org_id, call.query.query, call.query.as_page()
        )
        return [
            {"userId": one.account.id, "login": one.account.login, "avatarUrl": ""} for one in found
        ]

    async def add_member(self, call: Call) -> shapes.AddedMember:
        sent: NewMember = call.body
        account_id = await self._members.add(call.who, sent.login_or_email, sent.role)
        return {"message": "User added to organization", "userId": account_id}

    async def set_role(self, call: Call) -> MessageAnswer:
        await self._members.set_role(call.who, number(call, "id"), call.body.role)
        return {"message": "Organization user updated"}

    async def remove_member(self, call: Call) -> MessageAnswer:
        await self._members.remove(call.who, number(call, "id"))
        return {"message": "User removed from organization"}
