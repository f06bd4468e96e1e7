"""API keys, the predecessor of service accounts, for clients that still use them."""

import msgspec

from vedette.identity.api import token_shapes
from vedette.identity.api.org import DELETE, READ, WRITE
from vedette.identity.api.user import number
from vedette.identity.service.tokens import ServiceAccounts
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route


class KeyListing(msgspec.Struct, rename="camel"):
    include_expired: bool = False


class NewKey(msgspec.Struct, rename="camel"):
    name: str
    role: str
    seconds_to_live: int | None = None


class KeysApi:
    def __init__(self, accounts: ServiceAccounts) -> None:
        self._accounts = accounts

    def routes(self) -> list[Route]:
        base = "/api/auth/keys"
        return [
            Route(
                "GET",
                base,
                self.keys,
                READ,
                answer=list[token_shapes.ListedKey],
                query=KeyListing,
                summary="List API keys without their secrets.",
            ),
            Route(
                "POST",
                base,
                self.add,
                WRITE,
                answer=token_shapes.MadeToken,
                body=NewKey,
                summary="Create an API key. The response is the only one that contains the key.",
            ),
            Route(
                "DELETE",
                f"{base}/:id",
                self.delete,
                DELETE,
                answer=MessageAnswer,
                summary="Delete an API key.",
            ),
        ]

    async def keys(self, call: Call) -> list[token_shapes.ListedKey]:
        found = await self._accounts.keys(call.who.org_id, with_expired=call.query.include_expired)
        return [token_shapes.api_key(key) for key in found]

    async def add(self, call: Call) -> token_shapes.MadeToken:
        sent: NewKey = call.body
        made = await self._accounts.create_key(
            call.who, sent.name, sent.role, sent.seconds_to_live or 0
        )
        return {"id": made.id, "name": made.name, "key": made.key}

    async def delete(self, call: Call) -> MessageAnswer:
        await self._accounts.delete_key(call.who, number(call, "id"))
        return {"message": "API key deleted"}
