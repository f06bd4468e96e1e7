"""User accounts of the server: their names, passwords, rights and sessions."""

from collections.abc import Callable, Sequence
from datetime import timedelta

from msgspec.structs import replace

from vedette.db.database import Database, Tx
from vedette.identity.credentials import Passwords, digest
from vedette.identity.errors import BadUser, LastAdmin, NoLogin, UserNotFound, WrongOldPassword
from vedette.identity.model import Account
from vedette.identity.service.admins import changing_admins
from vedette.identity.service.names import check_names
from vedette.identity.service.paging import Paging
from vedette.identity.service.password_rules import DEFAULT_RULES, PasswordRules
from vedette.identity.service.rank import refuse_above, refuse_granting_server_admin
from vedette.identity.store.accounts import AccountStore, NewAccount
from vedette.identity.store.members import MemberStore
from vedette.identity.store.orgs import OrgStore
from vedette.identity.store.sessions import SessionStore
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal


class UserAccounts:
    """Manages users. `changed` receives the id of an account whose rights or sessions changed."""

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

    async def search(
        self, text: str, page: Paging, *, sort: str = "", seen_within: timedelta | None = None
    ) -> tuple[int, Sequence[Account]]:
        """Return the number of matching users and a page of them. Raises `BadUser` for an unknown
        `sort`."""
        since = None
        if seen_within is not None:
            since = self._clock.now_ms() - round(seen_within.total_seconds() * 1000)
        async with self._database.reading() as tx:
            return await AccountStore(tx).search(
                text, limit=page.limit, offset=page.offset, sort=sort, seen_since=since
            )

    async def get(self, account_id: int) -> Account:
        async with self._database.reading() as tx:
            return await self._user(tx, account_id)

    async def by_name(self, login_or_email: str) -> Account:
        async with self._database.reading() as tx:
            found = await AccountStore(tx).by_name(login_or_email)
        if found is None or found.kind != "user":
            raise UserNotFound("user not found")
        return found

    async def create(self, *, name: str, login: str, email: str, password: str, org_id: int) -> int:
        """Create a user with the default role in an organization. Returns the id."""
        login = login or email
        if not login:
            raise NoLogin
        check_names(name, login, email)
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

    async def update(
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
            check_names(changed.name, changed.login, changed.email)
            await AccountStore(tx).update(changed, self._clock.now_ms())
        self._changed(account_id)

    async def set_password(self, who: Principal, account_id: int, password: str) -> None:
        """Set the password and end all sessions of the user. Raises `RoleTooHigh`."""
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
        """Set the password and end all sessions except the one of the token `keep_session`.

        Concurrent changes of the account are kept, because hashing takes a while. Raises
        `WrongOldPassword`.
        """
        known = (await self.get(account_id)).password
        if not await self._passwords.verify(known, old):
            raise WrongOldPassword
        hashed = await self._passwords.hash(self._rules.check(new))
        async with self._database.transaction() as tx:
            account = await self._user(tx, account_id, is_changed=True)
            if account.password != known:
                raise BadUser("Another request changed the password. Enter the current one.")
            changed = replace(account, password=hashed, must_change_password=False)
            await AccountStore(tx).update(changed, self._clock.now_ms())
            await SessionStore(tx).delete_all(account_id, digest(keep_session))
        self._changed(account_id)

    async def set_disabled(self, who: Principal, account_id: int, *, disabled: bool) -> None:
        """Disable or enable a user. Disabling ends all sessions of the user.

        Raises `LastAdmin`, and `BadUser` for one's own account.
        """
        if disabled and account_id == who.id:
            raise BadUser("You cannot disable your own account.")
        async with changing_admins(self._database) as tx:
            account = await self._changeable(tx, who, account_id)
            if disabled:
                await self._keep_a_server_admin(tx, account)
            changed = replace(account, is_disabled=disabled)
            await AccountStore(tx).update(changed, self._clock.now_ms())
            if disabled:
                await SessionStore(tx).delete_all(account_id)
        self._changed(account_id)

    async def set_server_admin(self, who: Principal, account_id: int, *, granted: bool) -> None:
        """Grant or revoke server administrator rights. Raises `RoleTooHigh` and `LastAdmin`."""
        refuse_granting_server_admin(who)
        async with changing_admins(self._database) as tx:
            account = await self._changeable(tx, who, account_id)
            if not granted:
                await self._keep_a_server_admin(tx, account)
            changed = replace(account, is_server_admin=granted)
            await AccountStore(tx).update(changed, self._clock.now_ms())
        self._changed(account_id)

    async def delete(self, who: Principal, account_id: int) -> None:
        """Delete a user. Raises `LastAdmin`."""
        async with changing_admins(self._database) as tx:
            account = await self._changeable(tx, who, account_id)
            await self._keep_a_server_admin(tx, account)
            await AccountStore(tx).delete(account_id)
        self._changed(account_id)

    async def log_out(self, who: Principal, account_id: int) -> None:
        """End all sessions of a user. Raises `BadUser` for one's own account."""
        if account_id == who.id:
            raise BadUser("You cannot end all of your own sessions here. Sign out instead.")
        async with self._database.transaction() as tx:
            await self._changeable(tx, who, account_id)
            await SessionStore(tx).delete_all(account_id)
        self._changed(account_id)

    async def end_session(self, who: Principal, account_id: int, session_id: int) -> bool:
        """End a session. Returns False if the user has no such session."""
        async with self._database.transaction() as tx:
            await self._changeable(tx, who, account_id)
            existed = await SessionStore(tx).delete(account_id, session_id)
        self._changed(account_id)
        return existed

    async def count_seen_since(self, moment_ms: int) -> int:
        async with self._database.reading() as tx:
            return await AccountStore(tx).count_seen_since(moment_ms)

    async def _user(self, tx: Tx, account_id: int, *, is_changed: bool = False) -> Account:
        account = await AccountStore(tx).by_id(account_id, is_changed=is_changed)
        if account is None or account.kind != "user":
            raise UserNotFound("user not found")
        return account

    async def _changeable(self, tx: Tx, who: Principal, account_id: int) -> Account:
        """Return the user, locked until the transaction ends. Raises `RoleTooHigh`."""
        account = await self._user(tx, account_id, is_changed=True)
        refuse_above(who, account)
        return account

    async def _keep_a_server_admin(self, tx: Tx, account: Account) -> None:
        if account.is_server_admin and not await AccountStore(tx).other_server_admins(account.id):
            raise LastAdmin("The last server administrator cannot be removed or disabled.")
