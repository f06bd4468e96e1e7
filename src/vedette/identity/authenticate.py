"""From a request to a principal: session cookie, bearer token, basic auth, or anonymous.

What was found is remembered for five seconds at most and forgotten at once where this process
changes it: an authenticated read costs no query then.
"""

import base64
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from vedette.db.database import Database
from vedette.identity.credentials import digest, is_api_token
from vedette.identity.errors import BadToken, NotAMember, OriginNotAllowed, WrongCredentials
from vedette.identity.model import Account
from vedette.identity.service.login import Login
from vedette.identity.service.sessions import Issued, Sessions
from vedette.identity.store.accounts import AccountStore, MemberStore
from vedette.identity.store.tokens import TokenStore
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal
from vedette.web.call import Call

_ORG_ID = re.compile(r"[0-9]{1,18}")
_REMEMBER_SECONDS = 5.0
_REMEMBERED = 10_000
_TOUCH_MS = 5 * 60_000
_SAFE_METHODS = frozenset({"GET", "HEAD"})


class CookieRules(msgspec.Struct, frozen=True):
    name: str
    path: str
    is_secure: bool
    same_site: str
    """`lax`, `strict`, `none`, or the empty text for no attribute."""
    max_age: int
    rotation: int

    def session(self, token: str, now: int) -> list[str]:
        """The session's cookie and the one that tells scripts when it rotates, in seconds."""
        expiry = now // 1000 + self.rotation
        return [
            f"{self.name}={token}; Path={self.path}; Max-Age={self.max_age}; HttpOnly{self._tail}",
            f"{self.name}_expiry={expiry}; Path={self.path}; Max-Age={self.max_age}{self._tail}",
        ]

    def cleared(self) -> list[str]:
        return [
            f"{self.name}=; Path={self.path}; Max-Age=0; HttpOnly{self._tail}",
            f"{self.name}_expiry=; Path={self.path}; Max-Age=0{self._tail}",
        ]

    @property
    def _tail(self) -> str:
        secure = "; Secure" if self.is_secure else ""
        return secure + (f"; SameSite={self.same_site.capitalize()}" if self.same_site else "")


class Doors(msgspec.Struct, frozen=True):
    """Which ways in are open."""

    basic: bool
    anonymous_role: str
    """The role of visitors without an account, or the empty text where they are refused."""
    trusted_origins: frozenset[str]


class Authenticator:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        sessions: Sessions,
        login: Login,
        cookies: CookieRules,
        doors: Doors,
    ) -> None:
        self._database = database
        self._clock = clock
        self._sessions = sessions
        self._login = login
        self._cookies = cookies
        self._doors = doors
        self._known: OrderedDict[str, tuple[float, Principal]] = OrderedDict()
        self.watchers: list[Callable[[int], None]] = []
        """Told of each account that is forgotten."""

    def forget(self, account_id: int) -> None:
        """Called where an account's rights, sessions or tokens changed."""
        for watcher in self.watchers:
            watcher(account_id)
        stale = [key for key, (_, who) in self._known.items() if who.id == account_id]
        for key in stale:
            del self._known[key]

    async def __call__(self, call: Call) -> Principal | None:
        """None where nobody is signed in.

        Raises `BadToken` or `WrongCredentials` for credentials that were sent and do not hold, and
        `OriginNotAllowed` for a write that another site's page sent with the user's cookie.
        """
        authorization = call.header("authorization")
        if authorization:
            who = await self._by_header(call, authorization)
        else:
            who = await self._by_cookie(call) or self._anonymous()
        if who is None:
            return None
        return await self._in_chosen_org(call, who)

    async def hold(self, call: Call) -> Callable[[], Awaitable[Principal | None]]:
        """For connections that outlive their request: asks again who the call speaks for.

        The cookie it came with may have been replaced by then, so its session counts instead.
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
        if scheme.lower() != "basic" or not self._doors.basic:
            raise BadToken("This kind of Authorization is not accepted here.")
        try:
            name, _, password = base64.b64decode(value, validate=True).decode().partition(":")
        except ValueError as error:
            raise WrongCredentials from error
        if name == "api_key":
            return await self._by_token(password)
        account = await self._login.check(name, password, call.client_ip)
        return await self._principal(account)

    async def _by_token(self, token: str) -> Principal:
        if not is_api_token(token):
            raise BadToken("Invalid API key")
        key = f"token:{digest(token)}"
        known = self._remembered(key)
        if known is not None:
            return known
        now = self._clock.now_ms()
        async with self._database.reading() as tx:
            found = await TokenStore(tx).by_digest(digest(token))
            member = found and await MemberStore(tx).one(found.org_id, found.account_id)
        if found is None or not member or member.account.is_disabled:
            raise BadToken("Invalid API key")
        if found.expires is not None and found.expires <= now:
            raise BadToken("Expired API key")
        if found.last_used is None or now - found.last_used > _TOUCH_MS:
            async with self._database.transaction() as tx:
                await TokenStore(tx).touch(found.id, now)
        account = member.account
        who = Principal(
            "token", account.id, found.org_id, member.role, login=account.login, name=account.name
        )
        return self._remember(key, who)

    async def _by_cookie(self, call: Call) -> Principal | None:
        token = call.cookie(self._cookies.name)
        if not token:
            return None
        if call.method not in _SAFE_METHODS:
            self._check_origin(call)
        key = f"session:{token}"
        known = self._remembered(key)
        if known is not None:
            return known
        issued = await self._sessions.find(token)
        if issued is None:
            return None
        async with self._database.reading() as tx:
            account = await AccountStore(tx).by_id(issued.session.account_id)
        if account is None or account.is_disabled:
            return None
        who = await self._principal(account)
        await self._note_use(account)
        if issued.new_token is not None:
            self.set_session(call, issued)
            return who
        return self._remember(key, who)

    def set_session(self, call: Call, issued: Issued) -> None:
        if issued.new_token is not None:
            call.cookies_to_set += self._cookies.session(issued.new_token, self._clock.now_ms())

    def refuse_other_sites(self, call: Call) -> None:
        """For a sign-in, which no cookie guards yet: another site's page could sign its visitor
        in as somebody else. Raises `OriginNotAllowed`; programs, which name no site, may."""
        if call.header("origin") or call.header("sec-fetch-site"):
            self._check_origin(call)

    def _check_origin(self, call: Call) -> None:
        origin, site = call.header("origin"), call.header("sec-fetch-site")
        if site in ("same-origin", "none") and not origin:
            return
        host = _host(origin)
        if host and (host == call.header("host").lower() or host in self._doors.trusted_origins):
            return
        raise OriginNotAllowed("origin not allowed")

    def _anonymous(self) -> Principal | None:
        if not self._doors.anonymous_role:
            return None
        return Principal("anonymous", 0, 1, self._doors.anonymous_role, name="Anonymous")

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
        """The organization of `X-Grafana-Org-Id` or `orgId`, where the caller belongs to it."""
        chosen = call.header("x-grafana-org-id")
        if not chosen and b"orgId=" in call.scope["query_string"]:
            chosen = call.query_values().get("orgId", [""])[-1]
        if not _ORG_ID.fullmatch(chosen) or int(chosen) in (0, who.org_id):
            return who
        if who.kind == "user":
            async with self._database.reading() as tx:
                member = await MemberStore(tx).one(int(chosen), who.id)
            if member is not None:
                return replace(who, org_id=int(chosen), role=member.role)
        raise NotAMember("You are not a member of this organization.")

    async def _note_use(self, account: Account) -> None:
        now = self._clock.now_ms()
        if account.last_seen is None or now - account.last_seen > _TOUCH_MS:
            async with self._database.transaction() as tx:
                await AccountStore(tx).touch(account.id, now)

    def _remembered(self, key: str) -> Principal | None:
        found = self._known.get(key)
        if found is None or found[0] < self._clock.monotonic():
            return None
        return found[1]

    def _remember(self, key: str, who: Principal) -> Principal:
        self._known[key] = (self._clock.monotonic() + _REMEMBER_SECONDS, who)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return who


def _host(origin: str) -> str:
    """Host and port in lower case, or the empty text for what is no address."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""
