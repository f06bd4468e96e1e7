"""What people change of themselves while others change it, too; on both databases."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from vedette.crypto.passwords import PasswordHashes
from vedette.db.database import Database
from vedette.identity.errors import BadUser, LastAdmin
from vedette.identity.service.guessing import GuessingRules
from vedette.identity.service.login import Login
from vedette.identity.service.members import OrgMembers
from vedette.identity.service.rank import OPERATOR
from vedette.identity.service.tokens import ServiceAccounts
from vedette.identity.service.users import UserAccounts
from vedette.identity.store.accounts import AccountStore
from vedette.identity.store.members import MemberStore
from vedette.identity.store.orgs import OrgStore
from vedette.kernel.clock import SystemClock
from vedette.kernel.principal import Principal

ROUNDS = 10
OLD, NEW, OTHER = "the-old-password", "the-new-password", "another-password"


class Interrupted(PasswordHashes):
    """Something else happens while a password is hashed."""

    def __init__(self, memory_kib: int = 8) -> None:
        super().__init__(memory_kib, passes=1)
        self.meanwhile: Callable[[], Awaitable[object]] | None = None

    async def hash(self, password: str) -> str:
        hashed = await super().hash(password)
        happens, self.meanwhile = self.meanwhile, None
        if happens is not None:
            await happens()
        return hashed


@pytest.fixture
def passwords() -> Interrupted:
    return Interrupted()


@pytest.fixture
def users(database: Database, passwords: Interrupted) -> UserAccounts:
    return UserAccounts(
        database, SystemClock(), passwords, default_role="Viewer", changed=lambda account_id: None
    )


@pytest.fixture
def members(database: Database) -> OrgMembers:
    return OrgMembers(database, SystemClock(), changed=lambda account_id: None)


@pytest.fixture
async def ann(database: Database, users: UserAccounts) -> int:
    async with database.transaction() as tx:
        await OrgStore(tx).create("Main", 1)
    return await users.create(name="Ann", login="ann", email="", password=OLD, org_id=1)


async def test_who_is_disabled_while_changing_a_password_stays_disabled(
    users: UserAccounts, passwords: Interrupted, ann: int
) -> None:
    """T51: Authorization and action happen in one transaction."""
    passwords.meanwhile = lambda: users.set_disabled(OPERATOR, ann, disabled=True)
    await users.change_own_password(ann, OLD, NEW, "")
    account = await users.get(ann)
    assert account.is_disabled
    assert await passwords.verify(account.password, NEW)


async def test_a_password_that_an_admin_set_meanwhile_stays(
    users: UserAccounts, passwords: Interrupted, ann: int
) -> None:
    passwords.meanwhile = lambda: users.set_password(OPERATOR, ann, OTHER)
    with pytest.raises(BadUser, match="changed the password"):
        await users.change_own_password(ann, OLD, NEW, "")
    assert await passwords.verify((await users.get(ann)).password, OTHER)


async def test_two_changes_of_a_user_at_once_both_hold(
    database: Database, users: UserAccounts, ann: int
) -> None:
    async with database.transaction() as tx:
        account = await AccountStore(tx).by_id(ann)
        assert account is not None
        await AccountStore(tx).update(replace(account, is_disabled=True), 1)
        renaming = asyncio.create_task(
            users.update(OPERATOR, ann, name="Anna", login=None, email=None)
        )
        await asyncio.sleep(0.2)
    await renaming
    changed = await users.get(ann)
    assert (changed.name, changed.is_disabled) == ("Anna", True)


@pytest.mark.parametrize("is_disabled", [True, False])
async def test_a_sign_in_that_renews_a_hash_brings_nothing_back(
    database: Database, users: UserAccounts, passwords: Interrupted, ann: int, is_disabled: bool
) -> None:
    dearer = Interrupted(memory_kib=16)
    login = Login(database, SystemClock(), dearer, GuessingRules())
    if is_disabled:
        dearer.meanwhile = lambda: users.set_disabled(OPERATOR, ann, disabled=True)
    else:
        dearer.meanwhile = lambda: users.set_password(OPERATOR, ann, OTHER)
    await login.check("ann", OLD, "10.0.0.1", "login")
    account = await users.get(ann)
    assert account.is_disabled is is_disabled
    assert await passwords.verify(account.password, OLD if is_disabled else OTHER)


async def test_of_two_last_admins_who_go_at_once_one_stays(
    database: Database, users: UserAccounts, members: OrgMembers, ann: int
) -> None:
    """Proves T51."""
    bob = await users.create(name="Bob", login="bob", email="", password=OLD, org_id=1)
    admin = Principal(
        kind="user", id=ann, login="ann", org_id=1, role="Admin", is_server_admin=True
    )
    for _ in range(ROUNDS):
        for each in (ann, bob):
            await users.set_server_admin(OPERATOR, each, granted=True)
            await members.set_role(admin, each, "Admin")
        withdrawn = await asyncio.gather(
            *(users.set_server_admin(OPERATOR, each, granted=False) for each in (ann, bob)),
            return_exceptions=True,
        )
        lowered = await asyncio.gather(
            *(members.set_role(admin, each, "Viewer") for each in (ann, bob)),
            return_exceptions=True,
        )
        for results in (withdrawn, lowered):
            assert [type(each) for each in results if each is not None] == [LastAdmin]


async def test_a_service_account_is_renamed_and_disabled_at_once(
    database: Database, users: UserAccounts, ann: int
) -> None:
    accounts = ServiceAccounts(database, SystemClock(), changed=lambda account_id: None)
    admin = Principal(kind="user", id=ann, login="ann", org_id=1, role="Admin")
    made = await accounts.create(admin, "robot", "Viewer", is_disabled=False)
    for number in range(ROUNDS):
        name = f"robot {number}"
        await asyncio.gather(
            accounts.update(admin, made.account.id, name, None, is_disabled=None),
            accounts.update(admin, made.account.id, None, None, is_disabled=number % 2 == 0),
        )
        account = (await accounts.get(1, made.account.id)).account
        assert (account.name, account.is_disabled) == (name, number % 2 == 0)


async def test_pages_opened_at_once_switch_the_organization_one_after_the_other(
    database: Database, users: UserAccounts, members: OrgMembers, ann: int
) -> None:
    async with database.transaction() as tx:
        await OrgStore(tx).create("Second", 1)
        await MemberStore(tx).put(2, ann, "Viewer", 1)
    for _ in range(ROUNDS):
        await asyncio.gather(*(members.switch_org(ann, org_id) for org_id in (2, 1, 2)))
    assert (await users.get(ann)).org_id in (1, 2)
