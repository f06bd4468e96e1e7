"""API of server administrators for organizations and their members."""

import msgspec
from msgspec.structs import replace

from vedette.access.guard import SERVER_ADMIN
from vedette.identity.api import shapes
from vedette.identity.api.listings import OrgListing, UserListQuery
from vedette.identity.api.org import NewMember, OrgName, RoleChange
from vedette.identity.api.user import number
from vedette.identity.service.members import OrgMembers
from vedette.identity.service.organizations import Organizations
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route


class NewOrg(msgspec.Struct):
    name: str


class OrgsApi:
    def __init__(self, orgs: Organizations, members: OrgMembers, clock: Clock) -> None:
        self._orgs = orgs
        self._members = members
        self._clock = clock

    def routes(self) -> list[Route]:
        admin, one = SERVER_ADMIN, "/api/orgs/:id"
        member = f"{one}/users/:userId"
        return [
            Route(
                "GET",
                "/api/orgs",
                self.orgs,
                SERVER_ADMIN,
                answer=list[shapes.ListedOrg],
                query=OrgListing,
                summary="List organizations.",
            ),
            Route(
                "GET",
                "/api/orgs/:id",
                self.org_by_id,
                SERVER_ADMIN,
                answer=shapes.Org,
                summary="Get an organization.",
            ),
            Route(
                "GET",
                "/api/orgs/name/:name",
                self.org_by_name,
                SERVER_ADMIN,
                answer=shapes.Org,
                summary="Get an organization by name.",
            ),
            Route(
                "POST",
                "/api/orgs",
                self.create,
                admin,
                answer=shapes.MadeOrg,
                body=NewOrg,
                summary="Create an organization with the caller as administrator.",
            ),
            Route(
                "PUT",
                one,
                self.rename,
                admin,
                answer=MessageAnswer,
                body=OrgName,
                summary="Rename an organization.",
            ),
            Route(
                "GET",
                f"{one}/users",
                self.members,
                admin,
                answer=list[shapes.OrgUser],
                query=UserListQuery,
                summary="List the members of an organization.",
            ),
            Route(
                "GET",
                f"{one}/users/search",
                self.search,
                admin,
                answer=shapes.FoundMembers,
                query=UserListQuery,
                summary="Search the members of an organization.",
            ),
            Route(
                "POST",
                f"{one}/users",
                self.add_member,
                admin,
                answer=shapes.AddedMember,
                body=NewMember,
                summary="Add a member to an organization.",
            ),
            Route(
                "PATCH",
                member,
                self.set_role,
                admin,
                answer=MessageAnswer,
                body=RoleChange,
                summary="Change a member's role in an organization.",
            ),
            Route(
                "DELETE",
                member,
                self.remove_member,
                admin,
                answer=MessageAnswer,
                summary="Remove a member from an organization.",
            ),
        ]

    async def _inside(self, call: Call) -> Principal:
        """Return the caller with the organization that the path names. Raises `OrgNotFound`."""
        org_id, _ = await self._orgs.get(number(call, "id"))
        return replace(call.who, org_id=org_id)

    async def orgs(self, call: Call) -> list[shapes.ListedOrg]:
        asked: OrgListing = call.query
        found = await self._orgs.search(asked.name, asked.query, asked.as_page())
        return [{"id": org_id, "name": name} for org_id, name in found]

    async def org_by_id(self, call: Call) -> shapes.Org:
        return shapes.org(*await self._orgs.get(number(call, "id")))

    async def org_by_name(self, call: Call) -> shapes.Org:
        return shapes.org(*await self._orgs.by_name(call.params["name"]))

    async def create(self, call: Call) -> shapes.MadeOrg:
        org_id = await self._orgs.create(call.who, call.body.name)
        return {"orgId": org_id, "message": "Organization created"}

    async def rename(self, call: Call) -> MessageAnswer:
        await self._orgs.rename((await self._inside(call)).org_id, call.body.name)
        return {"message": "Organization updated"}

    async def search(self, call: Call) -> shapes.FoundMembers:
        asked: UserListQuery = call.query
        page, who = asked.as_page(), await self._inside(call)
        total, found = await self._members.search(who.org_id, asked.query, page, asked.sort)
        return {
            "totalCount": total,
            "orgUsers": [shapes.org_user(member, self._clock.now_ms()) for member in found],
            "page": page.number,
            "perPage": page.size,
        }

    async def members(self, call: Call) -> list[shapes.OrgUser]:
        return (await self.search(call))["orgUsers"]

    async def add_member(self, call: Call) -> shapes.AddedMember:
        sent: NewMember = call.body
        account_id = await self._members.add(
            await self._inside(call), sent.login_or_email, sent.role
        )
        return {"message": "User added to organization", "userId": account_id}

    async def set_role(self, call: Call) -> MessageAnswer:
        await self._members.set_role(
            await self._inside(call), number(call, "userId"), call.body.role
        )
        return {"message": "Organization user updated"}

    async def remove_member(self, call: Call) -> MessageAnswer:
        await self._members.remove(await self._inside(call), number(call, "userId"))
        return {"message": "User removed from organization"}
