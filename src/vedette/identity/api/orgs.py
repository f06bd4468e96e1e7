"""All organizations and their members, for server admins."""

import msgspec
from msgspec.structs import replace

from vedette.access.guard import SERVER_ADMIN
from vedette.identity.api import shapes
from vedette.identity.api.user import number
from vedette.identity.api.users import Listing, NewMember, OrgName, RoleChange
from vedette.identity.service.people import People
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal
from vedette.web.answer import Message
from vedette.web.call import Call
from vedette.web.routes import Route


class NewOrg(msgspec.Struct):
    name: str


def routes(people: People, clock: Clock) -> list[Route]:
    async def inside(call: Call) -> Principal:
        """The caller in the organization that the address names. Raises `OrgNotFound`."""
        org_id, _ = await people.org(number(call, "id"))
        return replace(call.who, org_id=org_id)

    async def create(call: Call) -> shapes.MadeOrg:
        org_id = await people.create_org(call.who, call.body.name)
        return {"orgId": org_id, "message": "Organization created"}

    async def rename(call: Call) -> Message:
        await people.rename_org((await inside(call)).org_id, call.body.name)
        return {"message": "Organization updated"}

    async def search(call: Call) -> shapes.FoundMembers:
        asked: Listing = call.query
        page, who = asked.as_page(), await inside(call)
        total, found = await people.members(who.org_id, asked.query, page, asked.sort)
        return {
            "totalCount": total,
            "orgUsers": [shapes.org_user(member, clock.now_ms()) for member in found],
            "page": page.number,
            "perPage": page.size,
        }

    async def members(call: Call) -> list[shapes.OrgUser]:
        return (await search(call))["orgUsers"]

    async def add_member(call: Call) -> shapes.AddedMember:
        sent: NewMember = call.body
        account_id = await people.add_member(await inside(call), sent.login_or_email, sent.role)
        return {"message": "User added to organization", "userId": account_id}

    async def set_role(call: Call) -> Message:
        await people.set_role(await inside(call), number(call, "userId"), call.body.role)
        return {"message": "Organization user updated"}

    async def remove_member(call: Call) -> Message:
        await people.remove_member(await inside(call), number(call, "userId"))
        return {"message": "User removed from organization"}

    admin, one = SERVER_ADMIN, "/api/orgs/:id"
    member = f"{one}/users/:userId"
    return [
        Route(
            "POST", "/api/orgs", create, admin, answer=shapes.MadeOrg, body=NewOrg,
            summary="New organization; the caller becomes its first admin.",
        ),
        Route("PUT", one, rename, admin, answer=Message, body=OrgName, summary="Rename it."),
        Route(
            "GET", f"{one}/users", members, admin, answer=list[shapes.OrgUser], query=Listing,
            summary="Members of an organization.",
        ),
        Route(
            "GET", f"{one}/users/search", search, admin, answer=shapes.FoundMembers,
            query=Listing, summary="Find members of an organization.",
        ),
        Route(
            "POST", f"{one}/users", add_member, admin, answer=shapes.AddedMember, body=NewMember,
            summary="Add a member to an organization.",
        ),
        Route(
            "PATCH", member, set_role, admin, answer=Message, body=RoleChange,
            summary="Change a member's role in an organization.",
        ),
        Route(
            "DELETE", member, remove_member, admin, answer=Message,
            summary="Remove a member from an organization.",
        ),
    ]  # fmt: skip
