"""API of service accounts and their tokens."""

import msgspec

from vedette.access.actions import ROLES
from vedette.identity.api import token_shapes
from vedette.identity.api.listings import UserListQuery
from vedette.identity.api.org import DELETE, READ, WRITE
from vedette.identity.api.user import number
from vedette.identity.model import Member
from vedette.identity.service.tokens import ServiceAccounts
from vedette.kernel.clock import Clock
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route

_VERBS = ("read", "write", "delete")


class NewServiceAccount(msgspec.Struct, rename="camel"):
    name: str
    role: str = "Viewer"
    is_disabled: bool = False


class ServiceAccountListing(UserListQuery):
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


def _shown(call: Call, member: Member, tokens: int) -> token_shapes.ServiceAccount:
    """Return a service account, with the caller's permissions on it if the query requests them."""
    shown = token_shapes.service_account(member, tokens)
    if call.query.accesscontrol:
        held = ROLES.get(call.who.role, frozenset())
        shown["accessControl"] = {
            f"serviceaccounts:{verb}": True for verb in _VERBS if f"org.users:{verb}" in held
        }
    return shown


class ServiceAccountsApi:
    def __init__(self, accounts: ServiceAccounts, clock: Clock) -> None:
        self._accounts = accounts
        self._clock = clock

    def routes(self) -> list[Route]:
        base = "/api/serviceaccounts"
        one = f"{base}/:id"
        return [
            Route(
                "GET",
                f"{base}/search",
                self.search,
                READ,
                answer=token_shapes.FoundServiceAccounts,
                query=ServiceAccountListing,
                summary="Search service accounts.",
            ),
            Route(
                "POST",
                base,
                self.create,
                WRITE,
                answer=token_shapes.ServiceAccount,
                body=NewServiceAccount,
                status=201,
                summary="Create a service account.",
            ),
            Route(
                "GET",
                one,
                self.get,
                READ,
                answer=token_shapes.ServiceAccount,
                query=AskedRights,
                summary="Get a service account.",
            ),
            Route(
                "PATCH",
                one,
                self.update,
                WRITE,
                answer=token_shapes.ChangedServiceAccount,
                body=ServiceAccountChanges,
                summary="Update a service account.",
            ),
            Route(
                "DELETE",
                one,
                self.delete,
                DELETE,
                answer=MessageAnswer,
                summary="Delete a service account and its tokens.",
            ),
            Route(
                "GET",
                f"{one}/tokens",
                self.tokens,
                READ,
                answer=list[token_shapes.TokenAnswer],
                summary="List the tokens of a service account without their keys.",
            ),
            Route(
                "POST",
                f"{one}/tokens",
                self.add_token,
                WRITE,
                answer=token_shapes.MadeToken,
                body=NewTokenBody,
                summary="Create a token. The response is the only one that contains the key.",
            ),
            Route(
                "DELETE",
                f"{one}/tokens/:tokenId",
                self.delete_token,
                DELETE,
                answer=MessageAnswer,
                summary="Delete a token.",
            ),
        ]

    async def search(self, call: Call) -> token_shapes.FoundServiceAccounts:
        asked: ServiceAccountListing = call.query
        page = asked.as_page()
        total, found = await self._accounts.search(
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

    async def create(self, call: Call) -> token_shapes.ServiceAccount:
        sent: NewServiceAccount = call.body
        member = await self._accounts.create(
            call.who, sent.name, sent.role, is_disabled=sent.is_disabled
        )
        return token_shapes.service_account(member, 0)

    async def get(self, call: Call) -> token_shapes.ServiceAccount:
        member, found = await self._accounts.tokens(call.who.org_id, number(call, "id"))
        return _shown(call, member, len(found))

    async def update(self, call: Call) -> token_shapes.ChangedServiceAccount:
        sent: ServiceAccountChanges = call.body
        member = await self._accounts.update(
            call.who, number(call, "id"), sent.name, sent.role, is_disabled=sent.is_disabled
        )
        return {
            "message": "Service account updated",
            "id": member.account.id,
            "name": member.account.name,
            "serviceaccount": token_shapes.service_account(member, 0),
        }

    async def delete(self, call: Call) -> MessageAnswer:
        await self._accounts.delete(call.who, number(call, "id"))
        return {"message": "Service account deleted"}

    async def tokens(self, call: Call) -> list[token_shapes.TokenAnswer]:
        _, found = await self._accounts.tokens(call.who.org_id, number(call, "id"))
        return [token_shapes.token(one, self._clock.now_ms()) for one in found]

    async def add_token(self, call: Call) -> token_shapes.MadeToken:
        sent: NewTokenBody = call.body
        made = await self._accounts.add_token(
            call.who, number(call, "id"), sent.name, sent.seconds_to_live or 0
        )
        return {"id": made.id, "name": made.name, "key": made.key}

    async def delete_token(self, call: Call) -> MessageAnswer:
        await self._accounts.delete_token(call.who, number(call, "id"), number(call, "tokenId"))
        return {"message": "Service account token deleted"}
