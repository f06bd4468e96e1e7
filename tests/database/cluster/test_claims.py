"""Several workers on one table of work, on both databases."""

import asyncio
from collections import Counter
from datetime import timedelta

import pytest

from vedette.cluster.claim_store import ClaimTable
from vedette.cluster.claims import Claim, Claims
from vedette.cluster.renewal import Held, Renewal
from vedette.cluster.time import database_now
from vedette.db.database import Database
from vedette.kernel.clock import SystemClock

LEASE = timedelta(seconds=2)
TABLE = ClaimTable("periodic_job", "name")


class TurnedClock(SystemClock):
    """Monotonic time that a test moves on; the database's is its own."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead

    def now_ms(self) -> int:
        return super().now_ms() + int(self.ahead * 1000)


def claims(database: Database, owner: str, clock: TurnedClock | None = None) -> Claims:
    return Claims(database, clock or TurnedClock(), TABLE, owner, LEASE)


async def fill(database: Database, *names: str, due: int = -1, owner: str = "") -> int:
    """Rows that are due in `due` milliseconds; now in those of the database."""
    async with database.transaction() as tx:
        now = await database_now(tx, SystemClock())
        for name in names:
            await tx.execute(
                "INSERT INTO periodic_job (name, due_at, epoch, last_owner)"
                " VALUES (:name, :due, 0, :owner)",
                {"name": name, "due": now + due, "owner": owner},
            )
    return now


async def row_of(database: Database, name: str) -> tuple[int, int | None, int, str]:
    async with database.reading() as tx:
        row = await tx.one("SELECT * FROM periodic_job WHERE name = :name", {"name": name})
    assert row is not None
    return row["due_at"], row["lease_until"], row["epoch"], row["last_owner"]


async def end(database: Database, worker: Claims, claim: Claim, due: int) -> bool:
    async with database.transaction() as tx:
        return await worker.settle(tx, claim, due)


async def pass_time(database: Database, clock: TurnedClock, seconds: float) -> None:
    """For the rows it makes no difference whether time goes on or they are older."""
    if database.dialect == "sqlite":
        clock.ahead += seconds
        return
    async with database.transaction() as tx:
        await tx.execute(
            "UPDATE periodic_job SET due_at = due_at - :ms, lease_until = lease_until - :ms",
            {"ms": int(seconds * 1000)},
        )


async def test_work_that_is_due_is_taken_once_and_the_latest_first(database: Database) -> None:
    await fill(database, "late", due=-500)
    await fill(database, "due", due=-1)
    await fill(database, "later", due=60_000)
    a, b = claims(database, "a"), claims(database, "b")
    assert [each.key for each in await a.take(10)] == ["late", "due"]
    assert await b.take(10) == []


async def test_workers_that_take_at_the_same_moment_never_get_the_same(database: Database) -> None:
    names = [f"job{number:03}" for number in range(120)]
    await fill(database, *names)
    workers = [claims(database, f"w{number}") for number in range(6)]

    async def all_of(worker: Claims) -> list[Claim]:
        found: list[Claim] = []
        while some := await worker.take(7):
            found.extend(some)
        return found

    taken = await asyncio.gather(*map(all_of, workers))
    counted = Counter(each.key for of_worker in taken for each in of_worker)
    assert set(counted.values()) == {1}
    # PostgreSQL passes by what another is taking just now; nothing is taken twice or lost.
    rest = [each.key for each in await workers[0].take(200)]
    assert sorted([*counted, *rest]) == names


async def test_results_of_a_worker_that_slept_through_its_lease_change_nothing(
    database: Database,
) -> None:
    clock = TurnedClock()
    await fill(database, "job")
    a, b = claims(database, "a", clock), claims(database, "b", clock)
    (slept,) = await a.take(1)
    assert await b.take(1) == []
    await pass_time(database, clock, 10)
    (taken,) = await b.take(1)
    assert taken.epoch == slept.epoch + 1
    assert not await end(database, a, slept, slept.now + 999_000)
    assert (await row_of(database, "job"))[0] != slept.now + 999_000
    assert await end(database, b, taken, taken.now + 5_000)
    assert (await row_of(database, "job"))[:2] == (taken.now + 5_000, None)


async def test_what_is_settled_counts_once_also_where_the_answer_was_lost(
    database: Database,
) -> None:
    await fill(database, "job")
    worker = claims(database, "a")
    (claim,) = await worker.take(1)
    assert await end(database, worker, claim, claim.now + 1_000)
    assert not await end(database, worker, claim, claim.now + 1_000)


async def test_the_last_worker_takes_its_rows_first(database: Database) -> None:
    clock = TurnedClock()
    await fill(database, "job")
    a, b = claims(database, "a", clock), claims(database, "b", clock)
    (first,) = await a.take(1)
    await end(database, a, first, first.now - 1)
    assert await b.take(1) == []
    (second,) = await a.take(1)
    assert second.epoch == first.epoch + 1
    await end(database, a, second, second.now - 1)
    await pass_time(database, clock, 1)
    (late,) = await b.take(1)
    assert late.epoch == second.epoch + 1


async def test_work_that_was_given_back_is_anybodys_at_once(database: Database) -> None:
    await fill(database, "job")
    a, b = claims(database, "a"), claims(database, "b")
    (claim,) = await a.take(1)
    await a.release(claim)
    assert [each.key for each in await b.take(1)] == ["job"]


async def test_after_resigning_others_need_not_wait(database: Database) -> None:
    await fill(database, "job", owner="a")
    a, b = claims(database, "a"), claims(database, "b")
    assert await b.take(1) == []
    await a.resign()
    assert len(await b.take(1)) == 1


async def test_long_work_keeps_its_lease_and_lost_work_is_reported(database: Database) -> None:
    clock = TurnedClock()
    await fill(database, "kept", "lost")
    a, b = claims(database, "a", clock), claims(database, "b", clock)
    kept, lost = sorted(await a.take(2), key=lambda each: str(each.key))
    await pass_time(database, clock, 1.5)
    assert (await a.renew([kept])).keys() == {"kept"}
    await pass_time(database, clock, 1)
    assert [each.key for each in await b.take(5)] == ["lost"]
    renewed = await a.renew([kept, lost])
    assert renewed.keys() == {"kept"}
    assert renewed["kept"] > kept.until


async def test_the_next_look_is_when_this_worker_may_take_something(database: Database) -> None:
    now = await fill(database, "mine", due=300, owner="a")
    await fill(database, "theirs", due=100, owner="b")
    a = claims(database, "a")
    due = await a.next_due()
    assert due is not None
    assert now + 290 <= due <= now + 800
    assert abs(a.now() - now) < 2_000
    async with database.transaction() as tx:
        await tx.execute("DELETE FROM periodic_job")
    assert await a.next_due() is None


async def owners(database: Database) -> Counter[str]:
    async with database.reading() as tx:
        rows = await tx.all("SELECT last_owner FROM periodic_job")
    return Counter(row["last_owner"] for row in rows)


async def balance(*workers: Claims, times: int = 1) -> None:
    names = [worker.owner for worker in workers]
    for _ in range(times):
        for worker in workers:
            await worker.balance(names)


async def test_new_workers_have_their_share_before_anything_is_due(database: Database) -> None:
    await fill(database, *(f"job{number:03}" for number in range(150)), due=60_000, owner="a")
    workers = [claims(database, name) for name in "abc"]
    await balance(*workers)
    assert await owners(database) == {"a": 50, "b": 50, "c": 50}


async def test_what_a_dead_worker_had_is_shared_among_the_others(database: Database) -> None:
    for name in "abc":
        await fill(database, *(f"{name}{number}" for number in range(20)), due=60_000, owner=name)
    await balance(claims(database, "a"), claims(database, "b"))
    assert await owners(database) == {"a": 30, "b": 30}


async def test_work_under_way_changes_hands_when_it_is_settled(database: Database) -> None:
    await fill(database, *(f"job{number}" for number in range(10)), owner="a")
    a, b = claims(database, "a"), claims(database, "b")
    under_way = await a.take(10)
    await balance(a, b)
    assert await owners(database) == {"a": 10}
    async with database.transaction() as tx:
        settled = [await a.settle(tx, each, each.now + 60_000) for each in under_way]
    assert all(settled)
    await balance(a, b)
    assert await owners(database) == {"a": 5, "b": 5}


async def test_a_share_that_is_nearly_fair_stays_as_it_is(database: Database) -> None:
    for name, count in {"a": 21, "b": 20, "c": 19}.items():
        await fill(database, *(f"{name}{number}" for number in range(count)), owner=name)
    before = await owners(database)
    await balance(*(claims(database, name) for name in "abc"), times=3)
    assert await owners(database) == before


async def test_leases_are_prolonged_beside_results_that_are_being_written(
    database: Database,
) -> None:
    """Nothing waits for the other: what is being settled is nobody else's anyway."""
    if database.dialect == "sqlite":
        pytest.skip("SQLite has one writer.")
    await fill(database, "settled", "waiting")
    a, b = claims(database, "a"), claims(database, "b")
    by_name = {each.key: each for each in await a.take(2)}
    async with database.transaction() as tx:
        assert await a.settle(tx, by_name["settled"], by_name["settled"].now)
        async with asyncio.timeout(5):
            assert (await a.renew(list(by_name.values()))).keys() == {"waiting"}
            assert await b.take(2) == []


async def test_work_whose_row_somebody_looks_at_is_not_lost(database: Database) -> None:
    """As whoever adds a message to a queue locks those that wait in it."""
    if database.dialect == "sqlite":
        pytest.skip("SQLite has one writer.")
    clock, lost = TurnedClock(), list[Held]()
    await fill(database, "job")
    a = claims(database, "a", clock)
    renewal = Renewal(a, clock, lost.append)
    (claim,) = await a.take(1)
    held = renewal.hold(claim)
    clock.ahead += 1
    async with database.transaction() as tx:
        await tx.all("SELECT * FROM periodic_job FOR UPDATE")
        await renewal.renew_due()
        assert (lost, held.until) == ([], claim.until)
    await renewal.renew_due()
    assert held.until > claim.until
    clock.ahead += 1
    await pass_time(database, clock, 3)
    assert len(await claims(database, "b", clock).take(1)) == 1
    await renewal.renew_due()
    assert (lost, held.until) == ([held], 0.0)


@pytest.mark.parametrize("limit", [0, -3])
async def test_a_worker_without_room_takes_nothing(database: Database, limit: int) -> None:
    await fill(database, "job")
    assert await claims(database, "a").take(limit) == []


@pytest.mark.parametrize("hours", [-1, 1])
async def test_time_is_the_databases_whatever_the_own_clock_says(
    database: Database, hours: int
) -> None:
    class OffClock(TurnedClock):
        def now_ms(self) -> int:
            return super().now_ms() + hours * 3_600_000

    if database.dialect == "sqlite":
        pytest.skip("With SQLite there is one clock.")
    now = await fill(database, "a", due=500)
    worker = claims(database, "me", OffClock())
    assert await worker.next_due() is not None
    assert abs(worker.now() - now) < 2_000
