"""Long lists and large deletions go in pages, and rows are locked where a database needs it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from vedette.db.database import Database, Tx
from vedette.db.memory import MemoryDatabase
from vedette.db.pages import PAGE, delete_in_pages, listed_pages, pages
from vedette.db.sql import row_lock
from vedette.kernel.clock import SystemClock


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    database = MemoryDatabase(SystemClock())
    async with database.transaction() as tx:
        await tx.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY)")
        await tx.many("INSERT INTO entry (id) VALUES (:id)", [{"id": each} for each in range(1201)])
    yield database
    await database.aclose()


@pytest.mark.parametrize(
    ("count", "sizes"), [(0, []), (PAGE, [PAGE]), (2 * PAGE + 1, [PAGE, PAGE, 1])]
)
def test_values_come_in_pages_and_in_their_order(count: int, sizes: list[int]) -> None:
    values = list(range(count))
    found: list[Sequence[int]] = list(pages(values))
    assert [len(page) for page in found] == sizes
    assert [each for page in found for each in page] == values


async def test_a_query_by_more_values_than_a_page_finds_all_rows(database: Database) -> None:
    found: list[int] = []
    async with database.reading() as tx:
        for names, params in listed_pages("id", range(0, 1201, 2)):
            rows = await tx.all(f"SELECT id FROM entry WHERE id IN ({names})", params)
            found += [row["id"] for row in rows]
    assert sorted(found) == list(range(0, 1201, 2))


@pytest.mark.parametrize(
    ("full", "most", "left", "transactions"),
    [(500, None, 0, 3), (1, None, 0, 4), (1, 2, 201, 2)],
)
async def test_a_deletion_takes_a_page_in_each_transaction(
    database: Database, full: int, most: int | None, left: int, transactions: int
) -> None:
    begun = pauses = 0

    @asynccontextmanager
    async def begin() -> AsyncIterator[Tx]:
        nonlocal begun
        begun += 1
        async with database.transaction() as tx:
            yield tx

    async def pause() -> None:
        nonlocal pauses
        pauses += 1
        await asyncio.sleep(0)

    async def delete(tx: Tx) -> int:
        page = "SELECT id FROM entry ORDER BY id LIMIT 500"
        return await tx.execute(f"DELETE FROM entry WHERE id IN ({page})")

    await delete_in_pages(begin, delete, full=full, most=most, between=pause)
    async with database.reading() as tx:
        assert await tx.value("SELECT COUNT(*) FROM entry") == left
    assert begun == transactions
    assert pauses == (transactions if most else transactions - 1)


def test_only_postgres_locks_rows() -> None:
    assert row_lock("postgres") == " FOR UPDATE"
    assert row_lock("postgres", skips_locked=True) == " FOR UPDATE SKIP LOCKED"
    assert row_lock("sqlite") == row_lock("sqlite", skips_locked=True) == ""


def test_one_module_alone_writes_row_locks() -> None:
    import vedette

    root = Path(vedette.__path__[0])
    found = [
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if "FOR UPDATE" in path.read_text()
    ]
    assert found == ["db/sql.py"]
