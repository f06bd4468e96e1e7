"""Sessions by their tokens, on both databases."""

from datetime import timedelta

import pytest

from vedette.db.database import Database
from vedette.db.errors import DatabaseReadOnly
from vedette.db.guarded import GuardedDatabase
from vedette.identity.credentials import digest
from vedette.identity.service.sessions import Lifetimes, Sessions
from vedette.identity.store.accounts import AccountStore, NewAccount
from vedette.identity.store.members import MemberStore
from vedette.identity.store.orgs import OrgStore
from vedette.identity.store.tokens import TokenStore
from vedette.kernel.clock import SystemClock

LIFETIMES = Lifetimes(timedelta(days=7), timedelta(days=30), timedelta(minutes=10))


class TurnedClock(SystemClock):
    ahead_ms = 0

    def now_ms(self) -> int:
        return super().now_ms() + self.ahead_ms


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock()


@pytest.fixture
def sessions(database: Database, clock: TurnedClock) -> Sessions:
    return Sessions(database, clock, LIFETIMES)


@pytest.fixture
async def ann(database: Database) -> int:
    async with database.transaction() as tx:
        await OrgStore(tx).create("Main", 1)
        account_id = await AccountStore(tx).create(
            NewAccount("user", "ann", "Ann", is_server_admin=True), 1
        )
        await MemberStore(tx).put(1, account_id, "Editor", 1)
    return account_id


async def test_a_session_comes_with_whose_it_is(sessions: Sessions, ann: int) -> None:
    token = await sessions.begin(ann, "10.0.0.1", "browser")
    found = await sessions.find(token)
    assert found is not None
    assert (found.holder.id, found.holder.org_id, found.holder.role) == (ann, 1, "Editor")
    assert (found.holder.login, found.holder.name) == ("ann", "Ann")
    assert found.holder.is_server_admin
    assert not found.holder.is_disabled
    assert await sessions.find("another") is None


async def test_who_left_the_organization_has_no_role_in_it(
    database: Database, sessions: Sessions, ann: int
) -> None:
    token = await sessions.begin(ann, "10.0.0.1", "browser")
    async with database.transaction() as tx:
        await MemberStore(tx).remove(1, ann)
    found = await sessions.find(token)
    assert found is not None
    assert found.holder.role == "None"


async def test_a_token_is_replaced_only_where_the_browser_can_be_told(
    sessions: Sessions, clock: TurnedClock, ann: int
) -> None:
    """CVE-2018-15727: A look beside a request has no answer that could carry the cookie."""
    token = await sessions.begin(ann, "10.0.0.1", "browser")
    clock.ahead_ms = 11 * 60_000
    assert await sessions.find(token, may_rotate=False) is None
    rotated = await sessions.find(token)
    assert rotated is not None
    assert rotated.new_token is not None

    clock.ahead_ms += 31_000
    assert await sessions.find(token, may_rotate=False) is None, "it never reached the browser"
    again = await sessions.find(token)
    assert again is not None
    assert again.new_token not in (None, rotated.new_token)

    fresh = await sessions.find(again.new_token, may_rotate=False)
    assert fresh is not None
    assert fresh.new_token is None
    clock.ahead_ms += 31_000
    assert await sessions.find(token) is None, "used later than that it is a stolen one"
    assert await sessions.find(again.new_token) is None, "and the session ends"


async def test_an_api_token_comes_with_its_account_while_that_is_a_member(
    database: Database, ann: int
) -> None:
    """Proves T38."""
    async with database.transaction() as tx:
        token_id = await TokenStore(tx).create(1, ann, "ci", digest("secret"), 5_000, 1)
    async with database.reading() as tx:
        found = await TokenStore(tx).presented(digest("secret"))
        assert found is not None
        assert (found.id, found.expires, found.last_used) == (token_id, 5_000, None)
        assert (found.holder.id, found.holder.org_id, found.holder.role) == (ann, 1, "Editor")
        assert found.holder.name == "Ann", "not that of the token"
        assert await TokenStore(tx).presented(digest("another")) is None
    async with database.transaction() as tx:
        await MemberStore(tx).remove(1, ann)
    async with database.reading() as tx:
        assert await TokenStore(tx).presented(digest("secret")) is None


async def test_users_stay_signed_in_while_the_database_cannot_be_written(
    database: Database, clock: TurnedClock, ann: int
) -> None:
    """R-24: Reads go on with the token as it is, and it is replaced afterwards."""
    guarded = GuardedDatabase(database)
    sessions = Sessions(guarded, clock, LIFETIMES)
    token = await sessions.begin(ann, "10.0.0.1", "browser")
    await guarded.refuse_writes("the disk is full")
    for minutes in (0, 11, 60):
        clock.ahead_ms = minutes * 60_000
        found = await sessions.find(token)
        assert found is not None
        assert found.new_token is None
    with pytest.raises(DatabaseReadOnly, match="the disk is full"):
        await sessions.begin(ann, "10.0.0.1", "another")
    guarded.allow_writes()
    found = await sessions.find(token)
    assert found is not None
    assert found.new_token is not None
