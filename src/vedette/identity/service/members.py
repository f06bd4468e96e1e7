"""Members of organizations and their roles."""

from collections.abc import Callable, Sequence

from vedette.db.database import Database, Tx
from vedette.identity.errors import AlreadyAMember, CannotSwitchOrg, LastAdmin, UserNotFound
from vedette.identity.model import Member
from vedette.identity.service.admins import changing_admins
from vedette.identity.service.names import check_role
from vedette.identity.service.paging import Paging
from vedette.identity.service.rank import refuse_above, refuse_granting_above
from vedette.identity.store.accounts import AccountStore
from vedette.identity.store.members import MemberStore
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal


class OrgMembers:
    """Manages members. `changed` receives the id of an account whose rights changed."""

    def __init__(self, database: Database, clock: Clock, *, changed: Callable[[int], None]) -> None:
        self._database = database
        self._clock = clock
        self._changed = changed

    async def orgs_of(self, account_id: int) -> Sequence[tuple[int, str, str]]:
        """Return id and name of each organization of a user, and the user's role."""
        async with self._database.reading() as tx:
            return await MemberStore(tx).of_account(account_id)

    async def switch_org(self, account_id: int, org_id: int) -> None:
        """Select the organization that the user works in. Raises `CannotSwitchOrg`."""
        async with self._database.reading() as tx:
            member = await MemberStore(tx).one(org_id, account_id)
        if member is not None and member.account.org_id == org_id:
            return
        async with self._database.transaction() as tx:
            if await MemberStore(tx).one(org_id, account_id) is None:
                raise CannotSwitchOrg
            await AccountStore(tx).move(account_id, org_id, self._clock.now_ms())
        self._changed(account_id)

    async def search(
        self, org_id: int, text: str, page: Paging, sort: str = ""
    ) -> tuple[int, Sequence[Member]]:
        """Return the number of matching members and a page of them. Raises `BadUser` for an
        unknown `sort`."""
        async with self._database.reading() as tx:
            return await MemberStore(tx).search(
                org_id, "user", text, limit=page.limit, offset=page.offset, sort=sort
            )

    async def add(self, who: Principal, login_or_email: str, role: str) -> int:
        """Add a user to the organization of `who`. Returns the id. Raises `RoleTooHigh`."""
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
        """Set a role in the organization of `who`.

        Raises `RoleTooHigh`, and `LastAdmin` for the last administrator.
        """
        refuse_granting_above(who, check_role(role))
        async with changing_admins(self._database) as tx:
            await self._check_member(tx, who, account_id)
            if role != "Admin":
                await self._keep_an_admin(tx, who.org_id, account_id)
            await MemberStore(tx).put(who.org_id, account_id, role, self._clock.now_ms())
        self._changed(account_id)

    async def remove(self, who: Principal, account_id: int) -> None:
        """Remove a member. Raises `RoleTooHigh` and `LastAdmin`."""
        async with changing_admins(self._database) as tx:
            await self._check_member(tx, who, account_id)
            await self._keep_an_admin(tx, who.org_id, account_id)
            await MemberStore(tx).remove(who.org_id, account_id)
        self._changed(account_id)

    async def _check_member(self, tx: Tx, who: Principal, account_id: int) -> None:
        """Raises `UserNotFound` if the account is no member, and `RoleTooHigh`."""
        member = await MemberStore(tx).one(who.org_id, account_id)
        if member is None or member.account.kind != "user":
            raise UserNotFound("user not found")
        refuse_above(who, member.account, member.role)

    async def _keep_an_admin(self, tx: Tx, org_id: int, account_id: int) -> None:
        if not await MemberStore(tx).other_admins(org_id, account_id):
            member = await MemberStore(tx).one(org_id, account_id)
            if member is not None and member.role == "Admin":
                raise LastAdmin("The last administrator of an organization must keep the role.")
