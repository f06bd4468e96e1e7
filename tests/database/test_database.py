"""What every store may rely on, on both databases."""

import asyncio
import contextvars
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.postgres import PostgresServer

from vedette.db.backup import backup, restore
from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable, MigrationFailed, RestoreRefused, UniqueViolation
from vedette.db.migrate import migrations, status, upgrade
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock
from vedette.kernel.context import request_id
from vedette.kernel.secret import Secret

CLOCK = SystemClock()
INSERT = "INSERT INTO org (name, created, updated) VALUES (:name, 1, 1) RETURNING id"


async def names(database: Database) -> list[str]:
    async with database.reading() as tx:
        return [row["name"] for row in await tx.all("SELECT name FROM org ORDER BY id")]


async def test_a_committed_row_is_read_back(database: Database) -> None:
    async with database.transaction() as tx:
        assert await tx.value(INSERT, {"name": "first"}) == 1
    assert await names(database) == ["first"]


async def test_a_long_list_is_complete_and_others_read_what_is_committed_meanwhile(
    database: Database,
) -> None:
    """R-34, T09: Other requests read and write while thousands of rows are read."""
    async with database.transaction() as tx:
        await tx.many(
            "INSERT INTO org (name, created, updated) VALUES (:name, 1, 1)",
            [{"name": f"org {number}"} for number in range(3_000)],
        )
    async with database.reading() as tx:
        reading = asyncio.create_task(tx.all("SELECT name FROM org ORDER BY id"))
        await asyncio.sleep(0)
        async with database.transaction() as writing:
            await writing.value(INSERT, {"name": "meanwhile"})
        async with database.reading() as other:
            count = await other.value("SELECT COUNT(*) FROM org WHERE name = 'meanwhile'")
        rows = await reading
    assert count == 1
    assert [row["name"] for row in rows][:3_000] == [f"org {number}" for number in range(3_000)]


async def test_an_error_takes_everything_of_its_transaction_back(database: Database) -> None:
    with pytest.raises(RuntimeError):
        async with database.transaction() as tx:
            await tx.value(INSERT, {"name": "first"})
            raise RuntimeError
    assert await names(database) == []


async def test_a_cancelled_transaction_leaves_nothing_and_blocks_nobody(
    database: Database,
) -> None:
    inside = asyncio.Event()

    async def never_commits() -> None:
        async with database.transaction() as tx:
            await tx.value(INSERT, {"name": "lost"})
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(never_commits())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with database.transaction() as tx:
        await tx.value(INSERT, {"name": "kept"})
    assert await names(database) == ["kept"]


async def test_a_taken_name_is_a_conflict(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.value(INSERT, {"name": "same"})
    with pytest.raises(UniqueViolation):
        async with database.transaction() as tx:
            await tx.value(INSERT, {"name": "same"})


async def test_callbacks_run_after_the_commit_only(database: Database) -> None:
    seen: list[str] = []
    async with database.transaction() as tx:
        tx.after_commit(lambda: seen.append("committed"))
        assert seen == []
    with pytest.raises(RuntimeError):
        async with database.transaction() as tx:
            tx.after_commit(lambda: seen.append("rolled back"))
            raise RuntimeError
    assert seen == ["committed"]


async def test_twenty_writers_at_once_all_get_their_turn(database: Database) -> None:
    async def write(number: int) -> None:
        async with database.transaction() as tx:
            await tx.lock("counter")
            count = await tx.value("SELECT COUNT(*) FROM org")
            await tx.value(INSERT, {"name": f"{count:03}-{number}"})

    await asyncio.gather(*(write(number) for number in range(20)))
    assert [name[:3] for name in await names(database)] == [f"{n:03}" for n in range(20)]


async def test_instances_that_start_together_migrate_once(
    empty_database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    instances = [await open_database(empty_database_settings, tmp_path, CLOCK) for _ in range(5)]
    ran = await asyncio.gather(*(upgrade(instance, CLOCK) for instance in instances))
    assert sorted(m.number for applied in ran for m in applied) == [m.number for m in migrations()]
    assert (await status(instances[0])).pending == ()
    for instance in instances:
        await instance.aclose()


async def test_a_backup_restores_into_an_empty_database_of_either_kind(
    database: Database, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    async with database.transaction() as tx:
        await tx.value(INSERT, {"name": "Zürich „☃“"})
        await tx.execute(
            "INSERT INTO account (uid, kind, login, name, must_change_password, is_server_admin,"
            " is_disabled, org_id, created, updated)"
            " VALUES ('u', 'user', 'ada', 'Ada', FALSE, TRUE, FALSE, 1, 1, 1)"
        )
    written = await backup(database, tmp_path / "backup.gz", CLOCK)
    postgres = DatabaseSettings(type="postgres", url=Secret(postgres_server.create_database()))
    for settings in (DatabaseSettings(path="copy.db"), postgres):
        target = await open_database(settings, tmp_path, CLOCK)
        await upgrade(target, CLOCK)
        assert await restore(target, tmp_path / "backup.gz") == written
        assert await names(target) == ["Zürich „☃“"]
        async with target.transaction() as tx:
            assert bool(await tx.value("SELECT is_server_admin FROM account")) is True
            assert await tx.value(INSERT, {"name": "the next id is free"}) == 2
        with pytest.raises(RestoreRefused):
            await restore(target, tmp_path / "backup.gz")
        await target.aclose()


async def test_connections_that_were_needed_a_moment_ago_are_kept_and_later_closed(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    """Above `max_idle_conn`, which bounds what is kept for nothing. Some are needed for less time
    than it takes to open the others."""

    class Turned(SystemClock):
        ahead = 0.0

        def monotonic(self) -> float:
            return super().monotonic() + self.ahead

    async def process() -> int:
        async with database.reading() as tx:
            number: int = await tx.value("SELECT pg_backend_pid()")
        return number

    clock = Turned()
    settings = DatabaseSettings(
        type="postgres", url=Secret(postgres_server.create_database()), max_idle_conn=2
    )
    database = await open_database(settings, tmp_path, clock)
    try:
        first = {*await asyncio.gather(*(process() for _ in range(6)))}
        assert len(first) == 6
        assert {*await asyncio.gather(*(process() for _ in range(6)))} == first
        clock.ahead = 120.0
        for _ in range(8):
            await process()
        assert database.statistics()["open"] == 2 + 4, "four are for requests"
    finally:
        await database.aclose()


@pytest.mark.parametrize(("most", "prompt"), [(10, 3), (0, 4), (3, 1)])
async def test_work_in_the_background_keeps_no_request_and_no_lease_waiting(
    postgres_server: PostgresServer, tmp_path: Path, most: int, prompt: int
) -> None:
    """Transactions of the background may take every connection that is theirs."""
    settings = DatabaseSettings(
        type="postgres", url=Secret(postgres_server.create_database()), max_open_conn=most
    )
    database = await open_database(settings, tmp_path, CLOCK)
    most = database.statistics()["max"]
    theirs = most - prompt
    is_done = asyncio.Event()
    begun: list[int] = []

    async def work() -> None:
        async with database.transaction() as tx:
            begun.append(await tx.value("SELECT pg_backend_pid()"))
            await is_done.wait()

    async def read() -> int:
        request_id.set("of-a-request")
        async with database.reading() as tx:
            number: int = await tx.value("SELECT pg_backend_pid()")
        return number

    async def prolong() -> int:
        async with database.statement(is_urgent=True) as tx:
            number: int = await tx.value("SELECT pg_backend_pid()")
        return number

    tasks = [asyncio.create_task(work()) for _ in range(theirs + 2)]
    try:
        async with asyncio.timeout(30):
            while len(begun) < theirs:
                await asyncio.sleep(0.01)
            asked = [asyncio.create_task(each()) for each in (read, prolong) * 5]
            others = {*await asyncio.gather(*asked)}
            assert not others & {*begun}
            assert len(others) <= prompt
            assert len(begun) == theirs, "the work that found no connection goes on waiting"
            assert database.statistics()["open"] == most
            is_done.set()
            await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await database.aclose()


async def test_requests_take_what_is_free_beyond_the_share_of_the_background(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    """R-54: A burst of requests leaves the background its connections."""
    settings = DatabaseSettings(
        type="postgres", url=Secret(postgres_server.create_database()), max_open_conn=6
    )
    database = await open_database(settings, tmp_path, CLOCK)
    background = contextvars.copy_context()
    request_id.set("of-a-request")

    async def process(*, in_transaction: bool) -> int:
        opened = database.transaction() if in_transaction else database.reading()
        async with opened as tx:
            number: int = await tx.value("SELECT pg_backend_pid()")
        return number

    try:
        async with AsyncExitStack() as open_reads, asyncio.timeout(5):
            reads = [await open_reads.enter_async_context(database.reading()) for _ in range(4)]
            numbers = {await each.value("SELECT pg_backend_pid()") for each in reads}
            assert len(numbers) == 4
            waiting = [
                asyncio.create_task(process(in_transaction=number % 2 == 0)) for number in range(20)
            ]
            for in_transaction in (True, False):
                work = process(in_transaction=in_transaction)
                assert await asyncio.create_task(work, context=background) not in numbers
            assert not any(task.done() for task in waiting)
        await asyncio.gather(*waiting)
    finally:
        await database.aclose()


async def test_slow_pages_keep_no_lease_waiting_while_the_background_is_idle(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    settings = DatabaseSettings(
        type="postgres", url=Secret(postgres_server.create_database()), max_open_conn=12
    )
    database = await open_database(settings, tmp_path, CLOCK)

    async def prolong() -> int:
        async with database.statement(is_urgent=True) as tx:
            number: int = await tx.value("SELECT pg_backend_pid()")
        return number

    background = contextvars.copy_context()
    request_id.set("of-a-request")
    try:
        async with AsyncExitStack() as slow_pages, asyncio.timeout(5):
            pages = [await slow_pages.enter_async_context(database.reading()) for _ in range(4)]
            theirs = {await each.value("SELECT pg_backend_pid()") for each in pages}
            assert await asyncio.create_task(prolong(), context=background) not in theirs
    finally:
        await database.aclose()


async def test_requests_do_not_queue_behind_a_background_that_still_connects(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    """As just after a start, when the connections it waits for are being opened."""
    settings = DatabaseSettings(
        type="postgres", url=Secret(postgres_server.create_database()), max_open_conn=6
    )
    database = await open_database(settings, tmp_path, CLOCK)
    is_done = asyncio.Event()

    async def work() -> None:
        async with database.transaction():
            await is_done.wait()

    async def read() -> None:
        request_id.set("of-a-request")
        async with database.reading() as tx:
            await tx.value("SELECT 1")

    background = contextvars.copy_context()
    request_id.set("of-a-request")
    try:
        async with asyncio.timeout(5):
            async with AsyncExitStack() as pages:
                for _ in range(2):
                    await pages.enter_async_context(database.reading())
                tasks = [asyncio.create_task(work(), context=background) for _ in range(4)]
                tasks.append(asyncio.create_task(read()))
                await asyncio.sleep(0)
            await tasks.pop()
            is_done.set()
            await asyncio.gather(*tasks)
    finally:
        is_done.set()
        await database.aclose()


async def test_a_database_of_grafana_is_left_as_it_is(empty_database: Database) -> None:
    async with empty_database.transaction() as tx:
        await tx.execute("CREATE TABLE migration_log (id INTEGER)")
        await tx.execute("CREATE TABLE dashboard (id INTEGER)")
    with pytest.raises(MigrationFailed, match="belongs to Grafana"):
        await upgrade(empty_database, CLOCK)
    async with empty_database.transaction() as tx:
        with pytest.raises(Exception, match="schema_migration"):
            await tx.all("SELECT * FROM schema_migration")


async def test_two_connections_are_enough_for_requests_and_work(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    """They share them; each may wait for the other."""
    settings = DatabaseSettings(
        type="postgres", url=Secret(postgres_server.create_database()), max_open_conn=2
    )
    database = await open_database(settings, tmp_path, CLOCK)
    request_id.set("of-a-request")
    try:
        async with database.transaction() as tx, database.reading() as other:
            numbers = {await each.value("SELECT pg_backend_pid()") for each in (tx, other)}
        assert len(numbers) == 2
        assert database.statistics() == {"open": 2, "idle": 2, "max": 2}
    finally:
        await database.aclose()


async def test_a_suspended_transaction_loses_its_locks(
    postgres_server: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R-13: An instance that is suspended amid a transaction does not stop the others."""
    monkeypatch.setattr("vedette.db.pool.IDLE_SECONDS", 0.5)
    settings = DatabaseSettings(type="postgres", url=Secret(postgres_server.create_database()))
    database = await open_database(settings, tmp_path, CLOCK)
    await upgrade(database, CLOCK)
    rename = "UPDATE org SET name = :name"
    try:
        async with database.transaction() as tx:
            await tx.value(INSERT, {"name": "first"})
        with pytest.raises(DatabaseUnavailable):
            async with database.transaction() as suspended:
                await suspended.execute(rename, {"name": "of the suspended one"})
                async with database.transaction() as other:
                    await other.execute(rename, {"name": "of the other"})
        assert await names(database) == ["of the other"]
    finally:
        await database.aclose()


async def test_one_of_two_deadlocked_transactions_gets_a_retryable_error(
    database: Database,
) -> None:
    if database.dialect == "sqlite":
        pytest.skip("It has one writer at a time.")
    async with database.transaction() as tx:
        for name in ("one", "two"):
            await tx.value(INSERT, {"name": name})
    both = asyncio.Barrier(2)

    async def rename(first: str, second: str) -> None:
        async with database.transaction() as tx:
            for name in (first, second):
                await tx.execute("UPDATE org SET updated = 2 WHERE name = :name", {"name": name})
                if name == first:
                    await both.wait()

    done = await asyncio.gather(rename("one", "two"), rename("two", "one"), return_exceptions=True)
    assert sorted(type(each).__name__ for each in done) == ["DatabaseUnavailable", "NoneType"]
