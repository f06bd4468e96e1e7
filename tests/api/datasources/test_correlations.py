"""Correlations over HTTP and from files, on both databases."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import Clients, clients_of, start

from vedette.db.settings import DatabaseSettings

LOGS = {"name": "Logs", "uid": "logs", "type": "testdata"}
TRACES = {"name": "Traces", "uid": "traces", "type": "testdata"}
CONFIG = {
    "type": "query",
    "field": "Line",
    "target": {"query": "${trace}"},
    "transformations": [{"type": "regex", "expression": "trace=(\\w+)", "mapValue": "trace"}],
}
BODY = {"targetUID": "traces", "label": "Trace", "description": "Its trace", "config": CONFIG}
OF_LOGS = "/api/datasources/uid/logs/correlations"


@pytest.fixture
async def sources(clients: Clients) -> None:
    for source in (LOGS, TRACES):
        assert (await clients.admin.post("/api/datasources", source)).status == 200


@pytest.mark.usefixtures("sources")
async def test_a_correlation_is_created_read_changed_and_deleted(clients: Clients) -> None:
    reply = await clients.admin.post(OF_LOGS, BODY)
    made = reply.json()["result"]
    assert reply.json()["message"] == "Correlation created"
    expected = {**BODY, "sourceUID": "logs", "orgId": 1, "provisioned": False, "type": "query"}
    assert made == {**expected, "uid": made["uid"]}
    path = f"{OF_LOGS}/{made['uid']}"
    assert (await clients.viewer.get(path)).json() == made
    assert (await clients.viewer.get(OF_LOGS)).json() == [made]
    listed = (await clients.viewer.get("/api/datasources/correlations")).json()
    assert listed == {"correlations": [made], "page": 1, "limit": 100, "totalCount": 1}
    none = await clients.viewer.get("/api/datasources/correlations", sourceUID="traces")
    assert none.json()["correlations"] == []
    changed = await clients.admin.patch(path, {"label": "New", "config": {"field": "body"}})
    assert changed.json()["message"] == "Correlation updated"
    assert changed.json()["result"]["label"] == "New"
    assert changed.json()["result"]["config"] == {**CONFIG, "field": "body"}
    assert (await clients.viewer.delete(path)).status == 403
    assert (await clients.admin.delete(path)).json() == {"message": "Correlation deleted"}
    assert (await clients.admin.get(path)).status == 404


@pytest.mark.usefixtures("sources")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"config": {**CONFIG, "field": ""}}, "config.field"),
        ({"config": {**CONFIG, "target": None}}, "config.target"),
        ({"config": {**CONFIG, "type": "external"}}, "config.type"),
        ({"config": {**CONFIG, "transformations": [{"type": "awk"}]}}, "regex or logfmt"),
        (
            {"config": {**CONFIG, "transformations": [{"type": "regex"}]}},
            "type regex needs an expression",
        ),
        ({"config": {**CONFIG, "transformations": [{}] * 30}}, "at most 20"),
    ],
)
async def test_a_correlation_that_leads_nowhere_is_refused(
    clients: Clients, change: dict[str, Any], words: str
) -> None:
    reply = await clients.admin.post(OF_LOGS, {**BODY, **change})
    assert reply.status == 400
    assert words in reply.json()["message"]


@pytest.mark.usefixtures("sources")
async def test_a_correlation_goes_with_its_source(clients: Clients) -> None:
    await clients.admin.post(OF_LOGS, BODY)
    unknown = await clients.admin.post(OF_LOGS, {**BODY, "targetUID": "nowhere"})
    assert unknown.status == 404
    assert (await clients.admin.delete("/api/datasources/uid/logs")).status == 200
    listed = (await clients.viewer.get("/api/datasources/correlations")).json()
    assert listed["totalCount"] == 0


async def test_the_quota_counts_correlations(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    words = ("cfg:quota.enabled=true", "cfg:quota.global_correlations_count=1")
    async with AsyncExitStack() as stack:
        clients = await clients_of(await start(stack, database_settings, tmp_path, *words))
        for source in (LOGS, TRACES):
            await clients.admin.post("/api/datasources", source)
        assert (await clients.admin.post(OF_LOGS, BODY)).status == 200
        second = await clients.admin.post(OF_LOGS, BODY)
        assert second.status == 403
        assert "global_correlations_count" in second.json()["message"]


FILE = """
apiVersion: 1
datasources:
  - name: Logs
    uid: logs
    type: testdata
    correlations:
      - targetUID: traces
        label: {label}
        config:
          type: query
          field: Line
          target: {{query: "$${{trace}}"}}
          transformations:
            - {{type: regex, expression: "trace=(.*)", mapValue: trace}}
  - {{name: Traces, uid: traces, type: testdata}}
"""


async def test_correlations_of_a_file_are_applied_and_only_the_file_changes_them(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    file = tmp_path / "provisioning" / "datasources" / "sources.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(FILE.format(label="First"))
    async with AsyncExitStack() as stack:
        clients = await clients_of(await start(stack, database_settings, tmp_path))
        reload = "/api/admin/provisioning/datasources/reload"
        assert (await clients.server_admin.post(reload)).status == 200
        (made,) = (await clients.viewer.get(OF_LOGS)).json()
        assert made["config"]["target"] == {"query": "${trace}"}
        assert (made["label"], made["provisioned"]) == ("First", True)
        for method in ("PATCH", "DELETE"):
            refused = await clients.admin.send(method, f"{OF_LOGS}/{made['uid']}", {"label": "x"})
            assert refused.status == 403, method
        refused = await clients.admin.post(OF_LOGS, BODY)
        assert refused.status == 403
        await clients.server_admin.post(reload)
        assert (await clients.viewer.get(OF_LOGS)).json() == [made], "nothing changed, none is new"
        file.write_text(FILE.format(label="Second"))
        await clients.server_admin.post(reload)
        assert [each["label"] for each in (await clients.viewer.get(OF_LOGS)).json()] == ["Second"]
