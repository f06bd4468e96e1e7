"""Service accounts and their tokens, with which programs authenticate.

An API key is a service account with a single token of the same name.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from vedette.db.database import Database, Tx
from vedette.db.errors import UniqueViolation
from vedette.identity.credentials import digest, new_api_token
from vedette.identity.errors import (
    ApiKeyExists,
    ApiKeyNotFound,
    BadUser,
    ServiceAccountExists,
    ServiceAccountNotFound,
    TokenExists,
    TokenNotFound,
)
from vedette.identity.model import ApiKey, ApiToken, Member
from vedette.identity.service.names import check_name, check_role
from vedette.identity.service.paging import Paging
from vedette.identity.service.rank import refuse_above, refuse_granting_above
from vedette.identity.store.accounts import AccountStore, NewAccount
from vedette.identity.store.members import MemberStore
from vedette.identity.store.tokens import KEY_LOGIN, TokenStore
from vedette.kernel.clock import Clock
from vedette.kernel.ids import new_uid
from vedette.kernel.principal import Principal
from vedette.kernel.slugs import slugify

_MAX_SECONDS = 100 * 365 * 86_400


class NewToken(msgspec.Struct, frozen=True):
    id: int
    name: str
    key: str
    """The key. Only its digest is stored."""


class ServiceAccounts:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        changed: Callable[[int], None],
        longest_life: int = -1,
    ) -> None:
        """`longest_life` is the maximum lifetime of a token in seconds. -1 removes the limit."""
        self._database = database
        self._clock = clock
        self._changed = changed
        self._longest = longest_life if longest_life >= 0 else _MAX_SECONDS
        self._may_last = longest_life < 0

    async def search(
        self,
        org_id: int,
        text: str,
        page: Paging,
        *,
        only_disabled: bool = False,
        with_expired_tokens: bool = False,
    ) -> tuple[int, Sequence[tuple[Member, int]]]:
        """Return service accounts with the number of their tokens."""
        async with self._database.reading() as tx:
            total, members = await MemberStore(tx).search(
                org_id,
                "service",
                text,
                limit=page.limit,
                offset=page.offset,
                only_disabled=only_disabled,
                expired_at=self._clock.now_ms() if with_expired_tokens else None,
            )
            counts = await TokenStore(tx).counts(org_id)
        return total, [(member, counts.get(member.account.id, 0)) for member in members]

    async def get(self, org_id: int, account_id: int) -> Member:
        async with self._database.reading() as tx:
            return await _service_account(tx, org_id, account_id)

    async def create(self, who: Principal, name: str, role: str, *, is_disabled: bool) -> Member:
        async with self._database.transaction() as tx:
            return await self._create(tx, who, "sa-", name, role, is_disabled=is_disabled)

    async def update(
        self,
        who: Principal,
        account_id: int,
        name: str | None,
        role: str | None,
        *,
        is_disabled: bool | None,
    ) -> Member:
        now = self._clock.now_ms()
        async with self._database.transaction() as tx:
            await _lock(tx, who.org_id)
            member = await _changeable(tx, who, account_id)
            _check(who, name or member.account.name, role or member.role)
            if name:
                await _refuse_taken(tx, who.org_id, name, account_id)
            account = replace(
                member.account,
                name=name or member.account.name,
                is_disabled=member.account.is_disabled if is_disabled is None else is_disabled,
            )
            await AccountStore(tx).update(account, now)
            await MemberStore(tx).put(who.org_id, account_id, role or member.role, now)
            updated = await _service_account(tx, who.org_id, account_id)
        self._changed(account_id)
        return updated

    async def delete(self, who: Principal, account_id: int) -> None:
        async with self._database.transaction() as tx:
            await _changeable(tx, who, account_id)
            await AccountStore(tx).delete(account_id)
        self._changed(account_id)

    async def tokens(self, org_id: int, account_id: int) -> tuple[Member, Sequence[ApiToken]]:
        async with self._database.reading() as tx:
            member = await _service_account(tx, org_id, account_id)
            return member, await TokenStore(tx).of_account(org_id, account_id)

    async def add_token(
        self, who: Principal, account_id: int, name: str, seconds_to_live: int
    ) -> NewToken:
        """Create a token. A lifetime of 0 seconds creates a token that does not expire."""
        check_name(name, "A token")
        self._check_life(seconds_to_live)
        async with self._database.transaction() as tx:
            member = await _changeable(tx, who, account_id)
            try:
                return await self._add_token(tx, member, name, seconds_to_live)
            except UniqueViolation as error:
                raise TokenExists(
                    f"This service account already has a token named {name!r}."
                ) from error

    async def delete_token(self, who: Principal, account_id: int, token_id: int) -> None:
        async with self._database.transaction() as tx:
            await _changeable(tx, who, account_id)
            if not await TokenStore(tx).delete(who.org_id, account_id, token_id):
                raise TokenNotFound("This service account has no such token.")
        self._changed(account_id)

    async def keys(self, org_id: int, *, with_expired: bool) -> Sequence[ApiKey]:
        async with self._database.reading() as tx:
            return await TokenStore(tx).keys(org_id, None if with_expired else self._clock.now_ms())

    async def create_key(
        self, who: Principal, name: str, role: str, seconds_to_live: int
    ) -> NewToken:
        """Create an API key. 0 seconds create a key that does not expire. Raises `ApiKeyExists`."""
        check_name(name, "An API key")
        self._check_life(seconds_to_live)
        async with self._database.transaction() as tx:
            try:
                member = await self._create(tx, who, KEY_LOGIN, name, role)
            except ServiceAccountExists as error:
                raise ApiKeyExists(
                    f"An API key or a service account named {name!r} already exists. Choose "
                    "another name."
                ) from error
            return await self._add_token(tx, member, name, seconds_to_live)

    async def delete_key(self, who: Principal, key_id: int) -> None:
        """Delete an API key, and its service account if it has no other tokens. Raises
        `ApiKeyNotFound`."""
        async with self._database.transaction() as tx:
            tokens = TokenStore(tx)
            found = await tokens.key(who.org_id, key_id)
            if found is None:
                raise ApiKeyNotFound
            account_id = found.token.account_id
            await _changeable(tx, who, account_id)
            await tokens.delete(who.org_id, account_id, key_id)
            if not await tokens.of_account(who.org_id, account_id):
                await AccountStore(tx).delete(account_id)
        self._changed(account_id)

    async def _create(
        self,
        tx: Tx,
        who: Principal,
        login: str,
        name: str,
        role: str,
        *,
        is_disabled: bool = False,
    ) -> Member:
        """Create a service account. `login` is the prefix of its login."""
        _check(who, name, role)
        await _refuse_taken(tx, who.org_id, name)
        now = self._clock.now_ms()
        new = NewAccount(
            "service",
            login=f"{login}{slugify(name)}-{new_uid()[:6]}",
            name=name,
            is_disabled=is_disabled,
            org_id=who.org_id,
        )
        account_id = await AccountStore(tx).create(new, now)
        await MemberStore(tx).put(who.org_id, account_id, role, now)
        return await _service_account(tx, who.org_id, account_id)

    def _check_life(self, seconds_to_live: int) -> None:
        if not 0 <= seconds_to_live <= self._longest:
            raise BadUser(f"secondsToLive must be between 0 and {self._longest}.")
        if seconds_to_live == 0 and not self._may_last:
            raise BadUser(
                f"A token can be valid for at most {self._longest} seconds. Set secondsToLive."
            )

    async def _add_token(self, tx: Tx, member: Member, name: str, seconds_to_live: int) -> NewToken:
        """Create a token. Raises `UniqueViolation` if the account has a token of this name."""
        key, now = new_api_token(), self._clock.now_ms()
        expires = now + seconds_to_live * 1000 if seconds_to_live else None
        token_id = await TokenStore(tx).create(
            member.org_id, member.account.id, name, digest(key), expires, now
        )
        return NewToken(token_id, name, key)


async def _service_account(tx: Tx, org_id: int, account_id: int) -> Member:
    member = await MemberStore(tx).one(org_id, account_id)
    if member is None or member.account.kind != "service":
        raise ServiceAccountNotFound("service account not found")
    return member


async def _changeable(tx: Tx, who: Principal, account_id: int) -> Member:
    """Return the service account, locked for a change. Raises `RoleTooHigh`."""
    member = await _service_account(tx, who.org_id, account_id)
    refuse_above(who, member.account, member.role)
    return member


async def _refuse_taken(tx: Tx, org_id: int, name: str, own_id: int = 0) -> None:
    """Raises `ServiceAccountExists` if an account other than `own_id` has the name."""
    await _lock(tx, org_id)
    if await MemberStore(tx).service_account_named(org_id, name) not in (None, own_id):
        raise ServiceAccountExists


def _check(who: Principal, name: str, role: str) -> None:
    check_name(name, "A service account")
    refuse_granting_above(who, check_role(role))


async def _lock(tx: Tx, org_id: int) -> None:
    """Serialize changes to the service accounts of an organization."""
    await tx.lock(f"service accounts:{org_id}")
