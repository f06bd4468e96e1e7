"""Any organization and its members, for server admins; `users` has the caller's own."""

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

_ORG = "/api/orgs/:id"
_ALL = f"{_ORG}/users"
_ONE = f"{_ALL}/:userId"


def routes(people: People, clock: Clock) -> list[Route]:
    async def rename(call: Call) -> Message:
        sent: OrgName = call.body
        await people.rename_org((await _there(call)).org_id, sent.name)
        return {"message": "Organization updated"}

    async def search(call: Call) -> shapes.FoundMembers:
        asked: Listing = call.query
        page = asked.as_page()
        total, found = await people.members(number(call, "id"), asked.query, page)
        return {
            "totalCount": total,
            "orgUsers": [shapes.org_user(member, clock.now_ms()) for member in found],
            "page": page.number,
            "perPage": page.size,
        }

    async def members(call: Call) -> list[shapes.OrgUser]:
        return (await search(call))["orgUsers"]

    async def add(call: Call) -> shapes.AddedMember:
        sent: NewMember = call.body
        account_id = await people.add_member(await _there(call), sent.login_or_email, sent.role)
        return {"message": "User added to organization", "userId": account_id}

    async def set_role(call: Call) -> Message:
        sent: RoleChange = call.body
        await people.set_role(await _there(call), number(call, "userId"), sent.role)
        return {"message": "Organization user updated"}

    async def remove(call: Call) -> Message:
        await people.remove_member(await _there(call), number(call, "userId"))
        return {"message": "User removed from organization"}

    async def _there(call: Call) -> Principal:
        """The caller as at work in the organization. Raises `OrgNotFound`."""
        org_id, _ = await people.org(number(call, "id"))
        return replace(call.who, org_id=org_id)

    return [
        Route(
            "PUT",
            _ORG,
            rename,
            SERVER_ADMIN,
            answer=Message,
            body=OrgName,
            summary="Rename an organization.",
        ),
        Route(
            "GET",
            _ALL,
            members,
            SERVER_ADMIN,
            answer=list[shapes.OrgUser],
            query=Listing,
            summary="Members of an organization.",
        ),
        Route(
            "GET",
            f"{_ALL}/search",
            search,
            SERVER_ADMIN,
            answer=shapes.FoundMembers,
            query=Listing,
            summary="Find members of an organization.",
        ),
        Route(
            "POST",
            _ALL,
            add,
            SERVER_ADMIN,
            answer=shapes.AddedMember,
            body=NewMember,
            summary="Add a user to an organization.",
        ),
        Route(
            "PATCH",
            _ONE,
            set_role,
            SERVER_ADMIN,
            answer=Message,
            body=RoleChange,
            summary="Change a member's role in an organization.",
        ),
        Route(
            "DELETE",
            _ONE,
            remove,
            SERVER_ADMIN,
            answer=Message,
            summary="Remove a member from an organization.",
        ),
    ]
