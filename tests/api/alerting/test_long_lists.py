"""Long lists of rules are put together beside the event loop, so that nobody waits for them."""

import threading
from typing import Any

import pytest
from tests.fixtures.app import Clients

from vedette.alerting.rules import model
from vedette.kernel.threads import MANY

_RULES = "/api/v1/provisioning/alert-rules"
LISTS = (
    _RULES,
    f"{_RULES}/export",
    f"{_RULES}/export?format=hcl",
    "/api/ruler/grafana/api/v1/rules",
    "/api/ruler/grafana/api/v1/rules/many",
    "/api/prometheus/grafana/api/v1/rules",
)


async def test_no_long_list_of_rules_is_read_on_the_event_loop(
    clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T09: Whoever lists thousands of rules does not hold everybody else meanwhile."""
    server_admin = clients.server_admin
    await server_admin.post("/api/folders", {"title": "Many", "uid": "many"})
    rules = [_rule(number) for number in range(MANY + 1)]
    group = {"title": "g", "folderUid": "many", "interval": 60, "rules": rules}
    path = "/api/v1/provisioning/folder/many/rule-groups/g"
    assert (await server_admin.put(path, group)).status == 200
    threads: list[int] = []
    read = model.read_rule

    def noted(*values: Any, **more: Any) -> Any:
        threads.append(threading.get_ident())
        return read(*values, **more)

    monkeypatch.setattr(model, "read_rule", noted)
    for address in LISTS:
        model._read.cache_clear()
        threads.clear()
        reply = await server_admin.get(address)
        assert reply.status < 300, reply.body
        assert threading.get_ident() not in threads, address
        assert len(threads) == len(rules) or "export" in address, address


def _rule(number: int) -> dict[str, Any]:
    query = {"refId": "A", "type": "math", "expression": "1"}
    data = [{"refId": "A", "datasourceUid": "__expr__", "model": query}]
    return {"title": f"Rule {number}", "condition": "A", "data": data, "isPaused": True}
