"""Authenticate a request by session cookie, bearer token or basic authentication, or as an
anonymous visitor."""

import base64
import re
from collections.abc import Awaitable, Callable
from functools import partial

import msgspec
from msgspec.structs import replace

from vedette.db.database import Database
from vedette.identity.anonymous import Anonymous
from vedette.identity.changes import AccountChanges
from vedette.identity.credentials import digest, is_api_token
from vedette.identity.errors import (
    BadToken,
    Disabled,
    NotAMember,
    OrgNotFound,
    OriginNotAllowed,
    TokenOfAnotherOrg,
    WrongCredentials,
)
from vedette.identity.model import Account, Holder
from vedette.identity.recognized import PrincipalCache
from vedette.identity.service.login import Login
from vedette.identity.service.sessions import Issued, Sessions
from vedette.identity.store.accounts import AccountStore
from vedette.identity.store.members import MemberStore
from vedette.identity.store.tokens import TokenStore
from vedette.kernel.clock import Clock
from vedette.kernel.errors import Unauthorized
from vedette.kernel.principal import Principal
from vedette.web.call import Call
from vedette.web.origins import Origins

_ORG_ID = re.compile(r"[0-9]{1,18}")
_TOUCH_MS = 5 * 60_000
_SAFE_METHODS = frozenset({"GET", "HEAD"})


class CookieRules(msgspec.Struct, frozen=True):
    name: str
    path: str
    """`/`, or the sub path without a trailing slash, so that the sub path itself is included."""
    is_secure: bool
    same_site: str
    """`lax`, `strict`, `none`, or an empty text to omit the attribute."""
    max_age: int
    rotation: int

    def session(self, token: str, now: int) -> list[str]:
        """Return the session cookie and the cookie from which scripts read when it rotates."""
        expiry = now // 1000 + self.rotation
        return [
            f"{self.name}={token}; Path={self.path}; Max-Age={self.max_age}; HttpOnly{self._tail}",
            f"{self.name}_expiry={expiry}; Path={self.path}; Max-Age={self.max_age}{self._tail}",
            *self._cleared_of_before(),
        ]

    def cleared(self) -> list[str]:
        return [*self._cleared(self.path), *self._cleared_of_before()]

    def _cleared_of_before(self) -> list[str]:
        """Clear cookies of earlier versions, whose path had a slash: browsers send longer paths
        first."""
        return self._cleared(f"{self.path}/") if self.path != "/" else []

    def _cleared(self, path: str) -> list[str]:
        return [
            f"{self.name}=; Path={path}; Max-Age=0; HttpOnly{self._tail}",
            f"{self.name}_expiry=; Path={path}; Max-Age=0{self._tail}",
        ]

    @property
    def _tail(self) -> str:
        secure = "; Secure" if self.is_secure else ""
        return secure + (f"; SameSite={self.same_site.capitalize()}" if self.same_site else "")


class AuthenticationMethods(msgspec.Struct, frozen=True):
    """The enabled methods of authentication."""

    basic: bool
    anonymous: Anonymous
    origins: Origins


class Authenticator:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        sessions: Sessions,
        login: Login,
        cookies: CookieRules,
        methods: AuthenticationMethods,
        changes: AccountChanges,
    ) -> None:
        self._database = database
        self._clock = clock
        self._sessions = sessions
        self._login = login
        self._cookies = cookies
        self._methods = methods
        self._recognized = PrincipalCache(clock)
        self._changes = changes
        changes.subscribe(self._recognized.forget)

    def forget(self, account_id: int) -> None:
        """Authenticate the account again after its rights, sessions or tokens changed."""
        self._changes.publish(account_id)

    async def __call__(self, call: Call) -> Principal | None:
        """Return the principal of a request, or None without credentials.

        Raises `BadToken` or `WrongCredentials` for invalid credentials, and `OriginNotAllowed` for
        a write request of another site's page with the user's cookie.
        """
        authorization = call.header("authorization")
        if authorization:
            who = await self._by_header(call, authorization)
        else:
            who = await self._by_cookie(call) or await self._visitor(call)
        if who is None:
            return None
        return await self._in_chosen_org(call, who)

    async def hold(self, call: Call) -> Callable[[], Awaitable[Principal | None]]:
        """Return a function that authenticates the caller of a long-lived connection again.

        It checks the session, because the cookie may have been replaced since.
        """
        is_by_cookie = call.principal is not None and call.principal.kind == "user"
        token = call.cookie(self._cookies.name)
        if call.header("authorization") or not token or not is_by_cookie:
            return partial(self, call)
        session_id = await self._sessions.id_of(token)

        async def ask() -> Principal | None:
            account_id = session_id and await self._sessions.account_of(session_id)
            if not account_id:
                return None
            async with self._database.reading() as tx:
                account = await AccountStore(tx).by_id(account_id)
            if account is None or account.is_disabled:
                return None
            return await self._in_chosen_org(call, await self._principal(account))

        return ask

    async def _by_header(self, call: Call, authorization: str) -> Principal | None:
        scheme, _, value = authorization.partition(" ")
        if scheme.lower() == "bearer":
            return await self._by_token(value.strip())
        if scheme.lower() != "basic" or not self._methods.basic:
            raise BadToken("This authorization scheme is not accepted. Use Bearer or Basic.")
        try:
            name, _, password = base64.b64decode(value, validate=True).decode().partition(":")
        except ValueError as error:
            raise WrongCredentials from error
        if name == "api_key":
            return await self._by_token(password)
        account = await self._login.check(name, password, call.client_ip, "basic")
        return await self._principal(account)

    async def _by_token(self, token: str) -> Principal:
        if not is_api_token(token):
            raise BadToken("Invalid API key")
        key = f"token:{digest(token)}"
        ask = partial(self._of_token, token)
        known = self._recognized.recall(key, ask)
        if known is not None:
            return known
        asked = self._recognized.moment()
        who = await ask()
        self._recognized.remember(key, who, asked)
        return who

    async def _of_token(self, token: str) -> Principal:
        async with self._database.reading() as tx:
            found = await TokenStore(tx).presented(digest(token))
        if found is None:
            raise BadToken("Invalid API key")
        if found.holder.is_disabled:
            raise Disabled
        now = self._clock.now_ms()
        if found.expires is not None and found.expires <= now:
            raise BadToken("Expired API key")
        if found.last_used is None or now - found.last_used > _TOUCH_MS:
            self._recognized.beside(f"used:{found.id}", partial(self._note_use_of, found.id, now))
        holder = found.holder
        return Principal(
            "token", holder.id, holder.org_id, holder.role, login=holder.login, name=holder.name
        )

    async def _by_cookie(self, call: Call) -> Principal | None:
        token = call.cookie(self._cookies.name)
        if not token:
            return None
        if call.method not in _SAFE_METHODS:
            self._check_origin(call)
        key = f"session:{token}"
        known = self._recognized.recall(key, partial(self._of_session, token))
        if known is not None:
            return known
        asked = self._recognized.moment()
        issued = await self._sessions.find(token)
        who = self._welcome(issued.holder) if issued else None
        if issued is None or who is None:
            return None
        if issued.new_token is None:
            self._recognized.remember(key, who, asked)
        self.set_session(call, issued)
        return who

    async def _visitor(self, call: Call) -> Principal | None:
        """Return the anonymous principal. `forceLogin=true` requests a login instead."""
        asked = call.scope["query_string"]
        if b"forceLogin=" in asked and call.query_values().get("forceLogin") == ["true"]:
            return None
        return await self._methods.anonymous.principal()

    async def _of_session(self, token: str) -> Principal | None:
        """Return None if the session has ended, and also if its token must be rotated first."""
        issued = await self._sessions.find(token, may_rotate=False)
        return self._welcome(issued.holder) if issued else None

    def _welcome(self, holder: Holder) -> Principal | None:
        if holder.is_disabled:
            return None
        now = self._clock.now_ms()
        if holder.last_seen is None or now - holder.last_seen > _TOUCH_MS:
            self._recognized.beside(f"seen:{holder.id}", partial(self._note_visit, holder.id, now))
        return Principal(
            "user",
            holder.id,
            holder.org_id,
            holder.role,
            login=holder.login,
            name=holder.name,
            is_server_admin=holder.is_server_admin,
        )

    def set_session(self, call: Call, issued: Issued) -> None:
        if issued.new_token is not None:
            call.cookies_to_set += self._cookies.session(issued.new_token, self._clock.now_ms())

    def refuse_other_sites(self, call: Call) -> None:
        """Protect login, for which there is no session cookie yet: the page of another site could
        log its visitor in to another account. Raises `OriginNotAllowed`. Programs send no origin
        and are accepted."""
        if call.header("origin") or call.header("sec-fetch-site"):
            self._check_origin(call)

    def _check_origin(self, call: Call) -> None:
        if not self._methods.origins.admit(call):
            raise OriginNotAllowed("origin not allowed")

    async def _principal(self, account: Account) -> Principal:
        async with self._database.reading() as tx:
            member = await MemberStore(tx).one(account.org_id, account.id)
        return Principal(
            "user",
            account.id,
            account.org_id,
            member.role if member else "None",
            login=account.login,
            name=account.name,
            is_server_admin=account.is_server_admin,
        )

    async def _in_chosen_org(self, call: Call, who: Principal) -> Principal:
        """Return the principal in the organization that `X-Grafana-Org-Id` or `orgId` names.

        Raises `TokenOfAnotherOrg`, `Unauthorized` for an anonymous visitor, and for other users
        `NotAMember`, or `OrgNotFound` if the URL names the organization.
        """
        header = chosen = call.header("x-grafana-org-id")
        if not chosen and b"orgId=" in call.scope["query_string"]:
            chosen = call.query_values().get("orgId", [""])[-1]
        if not _ORG_ID.fullmatch(chosen) or int(chosen) in (0, who.org_id):
            return who
        if who.kind == "token":
            raise TokenOfAnotherOrg
        if who.kind == "anonymous":
            raise Unauthorized("Sign in to use another organization.")
        async with self._database.reading() as tx:
            member = await MemberStore(tx).one(int(chosen), who.id)
        if member is not None:
            return replace(who, org_id=int(chosen), role=member.role)
        if header:
            raise NotAMember("You are not a member of this organization.")
        raise OrgNotFound

    async def _note_visit(self, account_id: int, now: int) -> None:
        async with self._database.statement() as tx:
            await AccountStore(tx).touch(account_id, now)

    async def _note_use_of(self, token_id: int, now: int) -> None:
        async with self._database.statement() as tx:
            await TokenStore(tx).touch(token_id, now)

    async def aclose(self) -> None:
        await self._recognized.aclose()
