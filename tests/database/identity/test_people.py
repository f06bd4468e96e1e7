"""What people change of themselves while others change it, too; on both databases."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from vedette.crypto.passwords import PasswordHashes
from vedette.db.database import Database
from vedette.identity.errors import BadUser
from vedette.identity.service.people import People
from vedette.identity.store.accounts import AccountStore
from vedette.identity.store.orgs import OrgStore
from vedette.kernel.clock import SystemClock

OLD, NEW, OTHER = "the-old-password", "the-new-password", "another-password"


class Interrupted(PasswordHashes):
    """Something else happens while a password is hashed."""

    def __init__(self) -> None:
        super().__init__(memory_kib=8, passes=1)
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
def people(database: Database, passwords: Interrupted) -> People:
    return People(
        database, SystemClock(), passwords, default_role="Viewer", changed=lambda account_id: None
    )


@pytest.fixture
async def ann(database: Database, people: People) -> int:
    async with database.transaction() as tx:
        await OrgStore(tx).create("Main", 1)
    return await people.create_user(name="Ann", login="ann", email="", password=OLD, org_id=1)


async def test_who_is_disabled_while_changing_a_password_stays_disabled(
    people: People, passwords: Interrupted, ann: int
) -> None:
    passwords.meanwhile = lambda: people.set_disabled(ann, disabled=True)
    await people.change_own_password(ann, OLD, NEW, "")
    account = await people.user(ann)
    assert account.is_disabled
    assert await passwords.verify(account.password, NEW)


async def test_a_password_that_an_admin_set_meanwhile_stays(
    people: People, passwords: Interrupted, ann: int
) -> None:
    passwords.meanwhile = lambda: people.set_password(ann, OTHER)
    with pytest.raises(BadUser, match="changed meanwhile"):
        await people.change_own_password(ann, OLD, NEW, "")
    assert await passwords.verify((await people.user(ann)).password, OTHER)


async def test_two_changes_of_a_user_at_once_both_hold(
    database: Database, people: People, ann: int
) -> None:
    async with database.transaction() as tx:
        account = await AccountStore(tx).by_id(ann)
        assert account is not None
        await AccountStore(tx).update(replace(account, is_disabled=True), 1)
        renaming = asyncio.create_task(people.update_user(ann, name="Anna", login=None, email=None))
        await asyncio.sleep(0.2)
    await renaming
    changed = await people.user(ann)
    assert (changed.name, changed.is_disabled) == ("Anna", True)
