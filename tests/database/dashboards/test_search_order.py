"""Lists of dashboards read one page of an index, whatever they are sorted by."""

import re
from typing import Any

import orjson
import pytest

from vedette.access.model import Visible
from vedette.dashboards.store.search import SearchQuery, SearchStore
from vedette.db.database import Database

ROWS = 5_000
_FILL = f"""
    INSERT INTO dashboard (org_id, uid, folder_uid, title, search_title, tags, version, created,
      created_by, updated, updated_by, body)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})
    SELECT :org, 'u' || i, '', 'Board ' || i, 'board ' || i, '[]', 1, 1, '', (i * 7919) % {ROWS},
      '', '{{}}' FROM n
"""


class ExplainedPage:
    """A reading block that notes the plan of each statement instead of its rows."""

    def __init__(self, tx: Any) -> None:
        self._tx = tx
        self.plans: list[str] = []

    async def all(self, sql: str, params: Any) -> list[Any]:
        if self._tx.dialect == "sqlite":
            rows = await self._tx.all(f"EXPLAIN QUERY PLAN {sql}", params)
            self.plans += [row["detail"] for row in rows]
        else:
            plan = await self._tx.value(f"EXPLAIN (FORMAT JSON) {sql}", params)
            self._note(orjson.loads(plan)[0]["Plan"])
        return []

    def _note(self, node: dict[str, Any]) -> None:
        self.plans.append(f"{node['Node Type']} {node.get('Index Name', '')}".strip())
        for child in node.get("Plans", ()):
            self._note(child)


@pytest.fixture
async def large(database: Database) -> int:
    async with database.transaction() as tx:
        org: int = await tx.value(
            "INSERT INTO org (name, created, updated) VALUES ('Large', 1, 1) RETURNING id"
        )
        await tx.execute(_FILL, {"org": org})
    if database.dialect == "postgres":
        async with database.reading() as tx:
            await tx.execute("ANALYZE dashboard")
    return org


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize(
    ("by_update", "index"), [(True, "dashboard_updated"), (False, "dashboard_search")]
)
async def test_a_page_of_dashboards_is_read_in_the_order_of_an_index(
    database: Database, large: int, by_update: bool, index: str, descending: bool
) -> None:
    """The first page by title or by time of change does not sort all dashboards."""
    asked = SearchQuery(folders=False, by_update=by_update, descending=descending, limit=50)
    async with database.reading() as tx:
        explained = ExplainedPage(tx)
        await SearchStore(explained).search(large, Visible(True), asked)  # type: ignore[arg-type]
        assert any(index in each for each in explained.plans), explained.plans
        assert not any(re.search("TEMP B-TREE|^Sort", each) for each in explained.plans)
        found = await SearchStore(tx).search(large, Visible(True), asked)
    key = [(hit.updated if by_update else hit.title.lower(), hit.uid) for hit in found]
    assert len(key) == 50
    assert key == sorted(key, reverse=descending)
