"""Users of the server and members of an organization: who may be changed by whom."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta

import msgspec
from msgspec.structs import replace

from vedette.db.database import Database, Tx
from vedette.db.errors import UniqueViolation
from vedette.identity.credentials import Passwords, digest
from vedette.identity.errors import (
    AlreadyAMember,
    BadUser,
    CannotSwitchOrg,
    LastAdmin,
    NoLogin,
    OrgExists,
    OrgNameTaken,
    OrgNotFound,
    UserNotFound,
    WrongOldPassword,
)
from vedette.identity.model import ROLE_RANK, Account, Member
from vedette.identity.service.password_rules import DEFAULT_RULES, PasswordRules
from vedette.identity.service.rank import (
    refuse_above,
    refuse_granting_above,
    refuse_granting_server_admin,
)
from vedette.identity.store.accounts import AccountStore, MemberStore, NewAccount
from vedette.identity.store.orgs import OrgStore
from vedette.identity.store.sessions import SessionStore
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal
from vedette.kernel.text import has_control

MAX_NAME = 190


class Paging(msgspec.Struct, frozen=True):
    number: int = 1
    size: int = 1000

    @classmethod
    def asked(cls, number: int, size: int) -> "Paging":
        """What a caller sent, where 0 stands for the first page and the usual size."""
        return cls(number if number > 0 else 1, size if size > 0 else 1000)

    @property
    def offset(self) -> int:
        return (max(1, self.number) - 1) * self.limit

    @property
    def limit(self) -> int:
        return min(max(1, self.size), 5000)


class People:
    """`changed` is called with the account whose rights or sessions are other than before."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        passwords: Passwords,
        *,
        default_role: str,
        changed: Callable[[int], None],
        rules: PasswordRules = DEFAULT_RULES,
    ) -> None:
        self._database = database
        self._clock = clock
        self._passwords = passwords
        self._default_role = default_role
        self._changed = changed
        self._rules = rules

    async def search_users(
        self, text: str, page: Paging, *, sort: str = "", seen_within: timedelta | None = None
    ) -> tuple[int, Sequence[Account]]:
        """Raises `BadUser` for a `sort` that does not exist."""
        since = None
        if seen_within is not None:
            since = self._clock.now_ms() - round(seen_within.total_seconds() * 1000)
        async with self._database.reading() as tx:
            return await AccountStore(tx).search(
                text, limit=page.limit, offset=page.offset, sort=sort, seen_since=since
            )

    async def user(self, account_id: int) -> Account:
        async with self._database.reading() as tx:
            return await self._user(tx, account_id)

    async def user_by_name(self, login_or_email: str) -> Account:
        async with self._database.reading() as tx:
            found = await AccountStore(tx).by_name(login_or_email)
        if found is None or found.kind != "user":
            raise UserNotFound("user not found")
        return found

    async def create_user(
        self, *, name: str, login: str, email: str, password: str, org_id: int
    ) -> int:
        """Makes the user a member of `org_id` with the configured role; returns the id."""
        login = login or email
        if not login:
            raise NoLogin
        _check_names(name, login, email)
        hashed = await self._passwords.hash(self._rules.check(password))
        now = self._clock.now_ms()
        async with self._database.transaction() as tx:
            if await OrgStore(tx).name(org_id) is None:
                raise BadUser(f"There is no organization {org_id}.")
            new = NewAccount(
                "user", login=login, name=name, email=email, password=hashed, org_id=org_id
            )
            account_id = await AccountStore(tx).create(new, now)
            await MemberStore(tx).put(org_id, account_id, self._default_role, now)
        return account_id

    async def update_user(
        self,
        who: Principal,
        account_id: int,
        *,
        name: str | None,
        login: str | None,
        email: str | None,
    ) -> None:
        async with self._database.transaction() as tx:
            account = await self._changeable(tx, who, account_id)
            changed = replace(
                account,
                name=account.name if name is None else name,
                login=login or account.login,
                email=account.email if email is None else email,
            )
            _check_names(changed.name, changed.login, changed.email)
            await AccountStore(tx).update(changed, self._clock.now_ms())
        self._changed(account_id)

    async def set_password(self, who: Principal, account_id: int, password: str) -> None:
        """Ends every session of the user."""
        hashed = await self._passwords.hash(self._rules.check(password))
        async with self._database.transaction() as tx:
            account = await self._changeable(tx, who, account_id)
            changed = replace(account, password=hashed, must_change_password=False)
            await AccountStore(tx).update(changed, self._clock.now_ms())
            await SessionStore(tx).delete_all(account_id)
        self._changed(account_id)

    async def change_own_password(
        self, account_id: int, old: str, new: str, keep_session: str
    ) -> None:
        """Ends every session but that of the token `keep_session`. Raises `WrongOldPassword`.

        Hashing takes a while: what others changed meanwhile stays.
        """
        known = (await self.user(account_id)).password
        if not await self._passwords.verify(known, old):
            raise WrongOldPassword
        hashed = await self._passwords.hash(self._rules.check(new))
        async with self._database.transaction() as tx:
            account = await self._user(tx, account_id, is_changed=True)
            if account.password != known:
                raise BadUser("The password was changed meanwhile.")
            changed = replace(account, password=hashed, must_change_password=False)
            await AccountStore(tx).update(changed, self._clock.now_ms())
            await SessionStore(tx).delete_all(account_id, digest(keep_session))
        self._changed(account_id)

    async def set_disabled(self, who: Principal, account_id: int, *, disabled: bool) -> None:
        """Disabling ends every session at once. Raises `LastAdmin`, and `BadUser` for one's own
        account."""
        if disabled and account_id == who.id:
            raise BadUser("You cannot disable your own account.")
        async with self._changing_admins() as tx:
            account = await self._changeable(tx, who, account_id)
            if disabled:
                await self._keep_a_server_admin(tx, account)
            changed = replace(account, is_disabled=disabled)
            await AccountStore(tx).update(changed, self._clock.now_ms())
            if disabled:
                await SessionStore(tx).delete_all(account_id)
        self._changed(account_id)

    async def set_server_admin(self, who: Principal, account_id: int, *, granted: bool) -> None:
        """Raises `RoleTooHigh` and `LastAdmin`."""
        refuse_granting_server_admin(who)
        async with self._changing_admins() as tx:
            account = await self._changeable(tx, who, account_id)
            if not granted:
                await self._keep_a_server_admin(tx, account)
            changed = replace(account, is_server_admin=granted)
            await AccountStore(tx).update(changed, self._clock.now_ms())
        self._changed(account_id)

    async def delete_user(self, who: Principal, account_id: int) -> None:
        """Raises `LastAdmin`."""
        async with self._changing_admins() as tx:
            account = await self._changeable(tx, who, account_id)
            await self._keep_a_server_admin(tx, account)
            await AccountStore(tx).delete(account_id)
        self._changed(account_id)

    async def log_out(self, who: Principal, account_id: int) -> None:
        """Raises `BadUser` for one's own account."""
        if account_id == who.id:
            raise BadUser("You cannot end all of your own sessions here; sign out instead.")
        async with self._database.transaction() as tx:
            await self._changeable(tx, who, account_id)
            await SessionStore(tx).delete_all(account_id)
        self._changed(account_id)

    async def end_session(self, who: Principal, account_id: int, session_id: int) -> bool:
        """Return whether the user had this session."""
        async with self._database.transaction() as tx:
            await self._changeable(tx, who, account_id)
            was_there = await SessionStore(tx).delete(account_id, session_id)
        self._changed(account_id)
        return was_there

    async def orgs_of(self, account_id: int) -> Sequence[tuple[int, str, str]]:
        async with self._database.reading() as tx:
            return await MemberStore(tx).of_account(account_id)

    async def switch_org(self, account_id: int, org_id: int) -> None:
        """Raises `CannotSwitchOrg`."""
        async with self._database.reading() as tx:
            member = await MemberStore(tx).one(org_id, account_id)
        if member is not None and member.account.org_id == org_id:
            return
        async with self._database.transaction() as tx:
            if await MemberStore(tx).one(org_id, account_id) is None:
                raise CannotSwitchOrg
            await AccountStore(tx).move(account_id, org_id, self._clock.now_ms())
        self._changed(account_id)

    async def members(
        self, org_id: int, text: str, page: Paging, sort: str = ""
    ) -> tuple[int, Sequence[Member]]:
        """Raises `BadUser` for a `sort` that does not exist."""
        async with self._database.reading() as tx:
            return await MemberStore(tx).search(
                org_id, "user", text, limit=page.limit, offset=page.offset, sort=sort
            )

    async def add_member(self, who: Principal, login_or_email: str, role: str) -> int:
        """To the organization of `who`. Raises `RoleTooHigh`."""
        org_id = who.org_id
        refuse_granting_above(who, check_role(role))
        async with self._database.transaction() as tx:
            account = await AccountStore(tx).by_name(login_or_email)
            if account is None or account.kind != "user":
                raise UserNotFound("user not found")
            if await MemberStore(tx).one(org_id, account.id) is not None:
                raise AlreadyAMember(
                    "User is already member of this organization", userId=account.id
                )
            await MemberStore(tx).put(org_id, account.id, role, self._clock.now_ms())
        self._changed(account.id)
        return account.id

    async def set_role(self, who: Principal, account_id: int, role: str) -> None:
        """In the organization of `who`. Raises `RoleTooHigh`, and `LastAdmin` if no admin would be
        left."""
        refuse_granting_above(who, check_role(role))
        async with self._changing_admins() as tx:
            await self._check_member(tx, who, account_id)
            if role != "Admin":
                await self._keep_an_admin(tx, who.org_id, account_id)
            await MemberStore(tx).put(who.org_id, account_id, role, self._clock.now_ms())
        self._changed(account_id)

    async def remove_member(self, who: Principal, account_id: int) -> None:
        """Raises `RoleTooHigh` and `LastAdmin`."""
        async with self._changing_admins() as tx:
            await self._check_member(tx, who, account_id)
            await self._keep_an_admin(tx, who.org_id, account_id)
            await MemberStore(tx).remove(who.org_id, account_id)
        self._changed(account_id)

    async def org_name(self, org_id: int) -> str:
        async with self._database.reading() as tx:
            return await OrgStore(tx).name(org_id) or ""

    async def orgs(self, name: str, text: str, page: Paging) -> Sequence[tuple[int, str]]:
        async with self._database.reading() as tx:
            return await OrgStore(tx).search(name, text, limit=page.limit, offset=page.offset)

    async def org(self, org_id: int) -> tuple[int, str]:
        async with self._database.reading() as tx:
            name = await OrgStore(tx).name(org_id)
        if name is None:
            raise OrgNotFound
        return org_id, name

    async def org_by_name(self, name: str) -> tuple[int, str]:
        async with self._database.reading() as tx:
            org_id = await OrgStore(tx).by_name(name)
        if org_id is None:
            raise OrgNotFound
        return org_id, name

    async def create_org(self, who: Principal, name: str) -> int:
        """Makes `who` its admin; the organization they work in stays. Raises `OrgExists`."""
        check_name(name, "An organization")
        now = self._clock.now_ms()
        try:
            async with self._database.transaction() as tx:
                org_id = await OrgStore(tx).create(name, now)
                await MemberStore(tx).put(org_id, who.id, "Admin", now)
        except UniqueViolation as error:
            raise OrgExists from error
        return org_id

    async def rename_org(self, org_id: int, name: str) -> None:
        """Raises `OrgNameTaken`."""
        check_name(name, "An organization")
        try:
            async with self._database.transaction() as tx:
                await OrgStore(tx).rename(org_id, name, self._clock.now_ms())
        except UniqueViolation as error:
            raise OrgNameTaken from error

    async def count_seen_since(self, moment_ms: int) -> int:
        async with self._database.reading() as tx:
            return await AccountStore(tx).count_seen_since(moment_ms)

    async def _user(self, tx: Tx, account_id: int, *, is_changed: bool = False) -> Account:
        account = await AccountStore(tx).by_id(account_id, is_changed=is_changed)
        if account is None or account.kind != "user":
            raise UserNotFound("user not found")
        return account

    async def _changeable(self, tx: Tx, who: Principal, account_id: int) -> Account:
        """The user, locked until the transaction ends. Raises `RoleTooHigh`."""
        account = await self._user(tx, account_id, is_changed=True)
        refuse_above(who, account)
        return account

    async def _check_member(self, tx: Tx, who: Principal, account_id: int) -> None:
        """Raises `UserNotFound` outside the organization of `who`, and `RoleTooHigh`."""
        member = await MemberStore(tx).one(who.org_id, account_id)
        if member is None or member.account.kind != "user":
            raise UserNotFound("user not found")
        refuse_above(who, member.account, member.role)

    @asynccontextmanager
    async def _changing_admins(self) -> AsyncIterator[Tx]:
        """One at a time: who is the last one is seen after all changes before."""
        async with self._database.transaction() as tx:
            await tx.lock("admins")
            yield tx

    async def _keep_a_server_admin(self, tx: Tx, account: Account) -> None:
        if account.is_server_admin and not await AccountStore(tx).other_server_admins(account.id):
            raise LastAdmin("The last server admin can be neither removed nor disabled.")

    async def _keep_an_admin(self, tx: Tx, org_id: int, account_id: int) -> None:
        if not await MemberStore(tx).other_admins(org_id, account_id):
            member = await MemberStore(tx).one(org_id, account_id)
            if member is not None and member.role == "Admin":
                raise LastAdmin("The last admin of an organization keeps the role.")


def check_role(role: str) -> str:
    if role not in ROLE_RANK:
        raise BadUser("A role is one of None, Viewer, Editor and Admin.")
    return role


def check_name(name: str, what: str) -> None:
    """Raises `BadUser`; `what` begins its sentence, such as `A token`."""
    if not 0 < len(name) <= MAX_NAME:
        raise BadUser(f"{what}'s name has 1 to {MAX_NAME} characters.")
    if has_control(name):
        raise BadUser(f"{what}'s name holds no control characters.")


def _check_names(name: str, login: str, email: str) -> None:
    if max(len(name), len(login), len(email)) > MAX_NAME:
        raise BadUser(f"Name, login and e-mail have at most {MAX_NAME} characters each.")
    if has_control(name + login + email):
        raise BadUser("Name, login and e-mail hold no control characters.")
