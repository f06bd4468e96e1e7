"""Service accounts and their tokens."""

import msgspec

from vedette.access.actions import ROLES
from vedette.identity.api import shapes
from vedette.identity.api.user import number
from vedette.identity.api.users import DELETE, READ, WRITE, Listing
from vedette.identity.model import Member
from vedette.identity.service.tokens import ServiceAccounts
from vedette.kernel.clock import Clock
from vedette.web.answer import Message
from vedette.web.call import Call
from vedette.web.routes import Route

_VERBS = ("read", "write", "delete")


class NewServiceAccount(msgspec.Struct, rename="camel"):
    name: str
    role: str = "Viewer"
    is_disabled: bool = False


class ServiceAccountListing(Listing):
    disabled: bool = False
    expired_tokens: bool = msgspec.field(default=False, name="expiredTokens")
    accesscontrol: bool = False


class ServiceAccountChanges(msgspec.Struct, rename="camel"):
    name: str | None = None
    role: str | None = None
    is_disabled: bool | None = None


class NewTokenBody(msgspec.Struct, rename="camel"):
    name: str
    seconds_to_live: int | None = None


class AskedRights(msgspec.Struct):
    accesscontrol: bool = False


def _shown(call: Call, member: Member, tokens: int) -> shapes.ServiceAccount:
    """With what the caller may do to it, where the query asks for that."""
    shown = shapes.service_account(member, tokens)
    if call.query.accesscontrol:
        held = ROLES.get(call.who.role, frozenset())
        shown["accessControl"] = {
            f"serviceaccounts:{verb}": True for verb in _VERBS if f"org.users:{verb}" in held
        }
    return shown


def routes(accounts: ServiceAccounts, clock: Clock) -> list[Route]:
    async def search(call: Call) -> shapes.FoundServiceAccounts:
        asked: ServiceAccountListing = call.query
        page = asked.as_page()
        total, found = await accounts.search(
            call.who.org_id,
            asked.query,
            page,
            only_disabled=asked.disabled,
            with_expired_tokens=asked.expired_tokens,
        )
        return {
            "totalCount": total,
            "serviceAccounts": [_shown(call, one, count) for one, count in found],
            "page": page.number,
            "perPage": page.size,
        }

    async def create(call: Call) -> shapes.ServiceAccount:
        sent: NewServiceAccount = call.body
        member = await accounts.create(call.who, sent.name, sent.role, is_disabled=sent.is_disabled)
        return shapes.service_account(member, 0)

    async def get(call: Call) -> shapes.ServiceAccount:
        member, found = await accounts.tokens(call.who.org_id, number(call, "id"))
        return _shown(call, member, len(found))

    async def update(call: Call) -> shapes.ChangedServiceAccount:
        sent: ServiceAccountChanges = call.body
        member = await accounts.update(
            call.who, number(call, "id"), sent.name, sent.role, is_disabled=sent.is_disabled
        )
        return {
            "message": "Service account updated",
            "id": member.account.id,
            "name": member.account.name,
            "serviceaccount": shapes.service_account(member, 0),
        }

    async def delete(call: Call) -> Message:
        await accounts.delete(call.who, number(call, "id"))
        return {"message": "Service account deleted"}

    async def tokens(call: Call) -> list[shapes.Token]:
        _, found = await accounts.tokens(call.who.org_id, number(call, "id"))
        return [shapes.token(one, clock.now_ms()) for one in found]

    async def add_token(call: Call) -> shapes.MadeToken:
        sent: NewTokenBody = call.body
        made = await accounts.add_token(
            call.who, number(call, "id"), sent.name, sent.seconds_to_live or 0
        )
        return {"id": made.id, "name": made.name, "key": made.key}

    async def delete_token(call: Call) -> Message:
        await accounts.delete_token(call.who, number(call, "id"), number(call, "tokenId"))
        return {"message": "Service account token deleted"}

    base = "/api/serviceaccounts"
    one = f"{base}/:id"
    return [
        Route(
            "GET",
            f"{base}/search",
            search,
            READ,
            answer=shapes.FoundServiceAccounts,
            query=ServiceAccountListing,
            summary="Service accounts.",
        ),
        Route(
            "POST",
            base,
            create,
            WRITE,
            answer=shapes.ServiceAccount,
            body=NewServiceAccount,
            status=201,
            summary="New service account.",
        ),
        Route(
            "GET",
            one,
            get,
            READ,
            answer=shapes.ServiceAccount,
            query=AskedRights,
            summary="One service account.",
        ),
        Route(
            "PATCH",
            one,
            update,
            WRITE,
            answer=shapes.ChangedServiceAccount,
            body=ServiceAccountChanges,
            summary="Change it.",
        ),
        Route("DELETE", one, delete, DELETE, answer=Message, summary="Delete it with its tokens."),
        Route(
            "GET",
            f"{one}/tokens",
            tokens,
            READ,
            answer=list[shapes.Token],
            summary="Its tokens, without their keys.",
        ),
        Route(
            "POST",
            f"{one}/tokens",
            add_token,
            WRITE,
            answer=shapes.MadeToken,
            body=NewTokenBody,
            summary="New token; the key is shown this once.",
        ),
        Route(
            "DELETE",
            f"{one}/tokens/:tokenId",
            delete_token,
            DELETE,
            answer=Message,
            summary="Delete a token.",
        ),
    ]
