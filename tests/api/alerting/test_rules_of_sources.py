"""Rule groups that the rulers of data sources keep, beside a stand-in that checks what it is sent.

The paths and the YAML are those that Mimir and Cortex document; a real Loki and a real Prometheus
are asked in `tests/contract/alerting`.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.fixtures.app import Clients, Reply, clients_of, start
from tests.fixtures.collector import Collector, Posted, Says, collector

from vedette.db.settings import DatabaseSettings

RULES = "/api/ruler/m/api/v1/rules"
YAML = {"Content-Type": "application/yaml"}
JSON = {"Content-Type": "application/json; charset=utf-8"}
NO_PAGE = Says(404, b"404 page not found\n")
ACCEPTED = Says(202, b'{"status":"success"}', JSON)
GROUP = {
    "name": "slow/calls",
    "interval": "1m",
    "query_offset": "30s",
    "limit": 10,
    "align_evaluation_time_on_interval": True,
    "source_tenants": ["a", "017"],
    "remote_write": [{"url": "http://127.0.0.1/push"}],
    "rules": [
        {
            "alert": "Slow",
            "expr": 'histogram_quantile(0.9, rate(x{a="é"}[5m])) > 1\nor up == 0',
            "for": "5m",
            "keep_firing_for": "10m",
            "labels": {"severity": "1", "page": "yes", "version": "1e3"},
            "annotations": {"summary": '{{ $labels.a }}: "slow" # now'},
        },
        {"record": "x:rate5m", "expr": "0x10"},
    ],
}
OWN_KIND = """
import msgspec
from vedette.sdk import DataSourcePlugin, Health
from vedette.sdk.ruler import RulerResource


class Settings(msgspec.Struct):
    pass


class Source:
    def __init__(self, name, http):
        self.rules = RulerResource(http, name)

    async def query(self, queries, caller):
        return []

    async def check(self):
        return Health(True, "")

    async def ruler(self, call, caller):
        return await self.rules.ask(("/own/rules",), call, caller)

    async def rule_states(self, what, query, caller):
        return await self.rules.states(f"/own/{what}", query, caller)

    async def aclose(self):
        pass


async def open_source(connection, host):
    return Source(connection.name, host.http)


PLUGIN = DataSourcePlugin(settings=Settings, open=open_source)
"""


async def started(stack: AsyncExitStack, path: Path, *words: str) -> Clients:
    allowed = "cfg:egress.allow_loopback=true"
    return await clients_of(await start(stack, DatabaseSettings(), path, allowed, *words))


@pytest.fixture
async def clients(tmp_path: Path) -> AsyncIterator[Clients]:
    async with AsyncExitStack() as stack:
        yield await started(stack, tmp_path)


async def add(clients: Clients, found: Collector, settings: Mapping[str, Any], **more: Any) -> None:
    source = {"name": "M", "uid": "m", "type": "prometheus", "access": "proxy"}
    source |= {"url": f"{found.url}/prometheus", "jsonData": settings} | more
    made = await clients.admin.post("/api/datasources", source)
    assert made.status == 200, made.body


def sent(found: Collector) -> list[tuple[str, str]]:
    return [(each.method, each.target) for each in found.posted]


def problem(reply: Reply) -> tuple[int, str]:
    return reply.status, reply.json()["messageId"]


def mimir(asked: Posted) -> Says:
    """Keeps one group, wherever it is asked for it."""
    if asked.method != "GET":
        return ACCEPTED
    groups = yaml.safe_dump(GROUP, sort_keys=False)
    if asked.target.count("/") == 6:
        return Says(200, groups.encode(), YAML)
    return Says(200, yaml.safe_dump({"a b/c": [GROUP], "d": []}).encode(), YAML)


async def test_groups_of_a_mimir_are_read_as_json_with_every_key(clients: Clients) -> None:
    async with collector(mimir) as found:
        await add(clients, found, {"prometheusType": "Mimir"})
        for path in ("", "/a%20b%2Fc"):
            listed = await clients.viewer.get(RULES + path)
            assert (listed.status, listed.json()) == (202, {"a b/c": [GROUP], "d": []})
        group = await clients.viewer.get(f"{RULES}/a%20b%2Fc/slow%2Fcalls")
        assert (group.status, group.json()) == (202, GROUP)
        below = "/prometheus/config/v1/rules"
        names = ("", "/a%20b%2Fc", "/a%20b%2Fc/slow%2Fcalls")
        assert sent(found) == [("GET", below + each) for each in names]


async def test_a_group_sent_as_json_reaches_a_mimir_as_yaml(clients: Clients) -> None:
    async with collector(mimir) as found:
        await add(clients, found, {"prometheusType": "Mimir"})
        put = await clients.editor.post(f"{RULES}/a%20b%2Fc?subtype=mimir", GROUP)
        assert put.status == 202 and put.json()["message"], put.body
        request = found.last
        assert (request.method, request.target) == ("POST", "/prometheus/config/v1/rules/a%20b%2Fc")
        assert request.headers["content-type"] == "application/yaml"
        assert yaml.safe_load(request.body) == GROUP
        assert b'version: "1e3"\n' in request.body, "no reader of YAML takes it for a number"
        assert request.body.startswith(b"name: slow/calls\n")
        for path in ("/a%20b%2Fc/slow%2Fcalls", "/a%20b%2Fc"):
            assert (await clients.editor.delete(RULES + path)).status == 202
            assert sent(found)[-1] == ("DELETE", f"/prometheus/config/v1/rules{path}")


@pytest.mark.parametrize(
    ("settings", "subtype", "pages"),
    [
        ({"prometheusType": "Cortex"}, "", ["/prometheus/rules"]),
        ({"prometheusType": "Mimir"}, "cortex", ["/prometheus/rules"]),
        ({"prometheusType": "Cortex"}, "mimir", ["/prometheus/config/v1/rules"]),
        ({"prometheusType": "Prometheus"}, "mimir", ["/prometheus/config/v1/rules"]),
    ],
)
async def test_the_caller_decides_and_then_the_settings_where_the_ruler_is(
    clients: Clients, settings: dict[str, Any], subtype: str, pages: list[str]
) -> None:
    async with collector(Says(200, b"{}\n", YAML)) as found:
        await add(clients, found, settings)
        reply = await clients.viewer.get(RULES, subtype=subtype)
        assert (reply.status, reply.json()) == (202, {})
        assert [target for _, target in sent(found)] == pages


@pytest.mark.parametrize(
    ("build", "page", "asked"),
    [
        (
            b'{"status":"success","data":{"application":"Grafana Mimir",'
            b'"features":{"ruler_config_api":"true"}}}',
            "/config/v1/rules",
            ["/config/v1/rules"],
        ),
        (
            b'{"status":"success","data":{"features":{"ruler_config_api":"true"}}}',
            "/rules",
            ["/config/v1/rules", "/rules"],
        ),
        (b"", "/api/v1/rules", ["/config/v1/rules", "/rules", "/api/v1/rules"]),
    ],
    ids=["mimir", "cortex", "old cortex"],
)
async def test_a_store_whose_settings_do_not_say_what_it_is_is_asked(
    clients: Clients, build: bytes, page: str, asked: list[str]
) -> None:
    def answer(request: Posted) -> Says:
        path = request.target.removeprefix("/prometheus")
        if path == "/api/v1/status/buildinfo" and build:
            return Says(200, build, JSON)
        return Says(404, b"no rule groups found\n") if path == page else NO_PAGE

    async with collector(answer) as found:
        await add(clients, found, {})
        reply = await clients.viewer.get(RULES)
        assert (reply.status, reply.json()) == (202, {}), "a ruler without groups has no groups"
        pages = [target.removeprefix("/prometheus") for _, target in sent(found)]
        assert pages == ["/api/v1/status/buildinfo", *asked]


@pytest.mark.parametrize("settings", [{}, {"prometheusType": "VictoriaMetrics"}])
async def test_a_store_without_a_ruler_says_so_and_shows_its_rules(
    clients: Clients, settings: dict[str, Any]
) -> None:
    states = b'{"status":"success","data":{"groups":[]}}'

    def answer(request: Posted) -> Says:
        if request.target == "/prometheus/api/v1/status/buildinfo":
            return Says(200, b'{"status":"success","data":{"version":"2.24.0"}}', JSON)
        if request.target == "/prometheus/api/v1/rules?type=alert":
            return Says(200, states, JSON)
        return Says(400, b"unsupported path requested")

    async with collector(answer) as found:
        await add(clients, found, settings)
        kind = settings.get("prometheusType", "Prometheus")
        for reply in (
            await clients.viewer.get(RULES),
            await clients.editor.post(f"{RULES}/ns", GROUP),
            await clients.editor.delete(f"{RULES}/ns"),
        ):
            assert problem(reply) == (404, "ruler.missing")
            assert f"'M' is a {kind}, which has no ruler API" in reply.json()["message"]
        shown = await clients.viewer.get("/api/prometheus/m/api/v1/rules?type=alert&auth_token=x")
        assert (shown.status, shown.body) == (200, states)


async def test_an_older_loki_is_asked_at_its_older_path(clients: Clients) -> None:
    def answer(request: Posted) -> Says:
        return mimir(request) if request.target.startswith("/api/prom/rules") else NO_PAGE

    async with collector(answer) as found:
        await add(clients, found, {}, type="loki", url=found.url)
        assert (await clients.editor.post(f"{RULES}/ns", GROUP)).status == 202
        assert sent(found) == [
            ("POST", "/loki/api/v1/rules/ns"),
            ("POST", "/api/prom/rules/ns"),
        ]


async def test_who_may_not_write_is_refused_and_nothing_is_sent(clients: Clients) -> None:
    async with collector(mimir) as found:
        await add(clients, found, {"prometheusType": "Mimir", "manageAlerts": False})
        for client in (clients.viewer, clients.editor, clients.admin):
            replies = (
                await client.post(f"{RULES}/ns", GROUP),
                await client.delete(f"{RULES}/ns"),
                await client.delete(f"{RULES}/ns/group"),
            )
            code = "access.denied" if client is clients.viewer else "datasources.alerts_not_managed"
            assert {problem(reply) for reply in replies} == {(403, code)}
        assert found.posted == []
        assert (await clients.viewer.get(RULES)).status == 202, "reading is no managing"


@pytest.mark.parametrize(
    ("says", "expected", "words"),
    [
        (
            Says(400, b"invalid rules config: group has no rules"),
            (400, "ruler.refused"),
            "no rules",
        ),
        (
            Says(422, b'{"status":"error","error":"per-user rules limit exceeded"}', JSON),
            (400, "ruler.refused"),
            "limit exceeded.",
        ),
        (Says(404, b"group does not exist"), (404, "ruler.not_found"), "group does not exist"),
        (Says(404, b"<html>not found</html>"), (404, "ruler.missing"), "no ruler API"),
        (Says(405), (404, "ruler.missing"), "no ruler API"),
        (Says(401, b"no org id"), (502, "ruler.failed"), "rejected its configured credentials"),
        (Says(500, b""), (502, "ruler.failed"), "500: it does not say why"),
        (Says(302, b"", {"Location": "/login"}), (502, "ruler.failed"), "302"),
        (Says(200, b"<html>", JSON), (502, "alerting.no_rule_groups"), "cannot be read"),
        (Says(200, b'{"status":"success"}', JSON), (502, "alerting.no_rule_groups"), "its URL"),
        (Says(200, b"\xff"), (502, "alerting.no_rule_groups"), "UTF-8"),
        (Says(200, b"a: &a [x]\n" * 2), (502, "alerting.no_rule_groups"), "occurs twice"),
        (
            Says(200, b"a: !!python/object/apply:os.system [x]"),
            (502, "alerting.no_rule_groups"),
            "not allowed",
        ),
        (Says(200, b"a" * 2_000_001), (413, "ruler.too_large"), "one namespace"),
    ],
)
async def test_what_a_ruler_answers_amiss_is_told(
    clients: Clients, says: Says, expected: tuple[int, str], words: str
) -> None:
    async with collector(says) as found:
        await add(clients, found, {"prometheusType": "Mimir"})
        reply = await clients.viewer.get(f"{RULES}/ns/group")
        assert problem(reply) == expected
        assert words in reply.json()["message"] and "'M'" in reply.json()["message"]


@pytest.mark.parametrize(
    "group",
    [
        {"rules": []},
        {"name": " ", "rules": []},
        {"name": "a", "rules": {}},
        {"name": "a", "rules": ["x"]},
        {"name": "a", "rules": [{"expr": "", "grafana_alert": {"title": "x"}}]},
    ],
)
async def test_a_group_that_no_ruler_can_keep_is_not_sent(
    clients: Clients, group: dict[str, Any]
) -> None:
    async with collector(mimir) as found:
        await add(clients, found, {"prometheusType": "Mimir"})
        assert (await clients.editor.post(f"{RULES}/ns", group)).status == 400
        assert found.posted == []


@pytest.mark.parametrize(
    "name", ["%2e%2e", "a%2F..%2Fb", "a%5C..", "%252e%252e", "%2e", "a" * 1_025]
)
async def test_no_name_leads_out_of_the_rulers_path(clients: Clients, name: str) -> None:
    async with collector(mimir) as found:
        await add(clients, found, {"prometheusType": "Mimir"})
        for reply in (
            await clients.editor.delete(f"{RULES}/{name}"),
            await clients.editor.delete(f"{RULES}/ns/{name}"),
            await clients.viewer.get(f"{RULES}/{name}"),
        ):
            assert problem(reply) == (400, "datasources.bad")
        assert found.posted == []


async def test_a_source_that_leads_back_to_us_is_no_endless_circle(clients: Clients) -> None:
    async with collector(mimir) as found:
        await add(clients, found, {"prometheusType": "Mimir"})
        assert (await clients.viewer.get(RULES)).status == 202
        via = ", ".join([found.last.headers["via"]] * 3)
        for path in (RULES, "/api/prometheus/m/api/v1/rules"):
            reply = await clients.viewer.send("GET", path, headers={"via": via})
            assert problem(reply) == (403, "datasources.proxy_refused")
        assert len(found.posted) == 1


async def test_other_sources_and_other_words_are_refused(clients: Clients) -> None:
    async with collector(mimir) as found:
        await add(clients, found, {})
        await add(clients, found, {}, name="T", uid="t", type="tempo")
        assert (await clients.viewer.get(RULES, subtype="thanos")).status == 400
        for path in ("/api/ruler/t/api/v1/rules", "/api/prometheus/t/api/v1/rules"):
            assert problem(await clients.viewer.get(path)) == (404, "datasources.no_rules")
        assert (await clients.viewer.get("/api/ruler/nope/api/v1/rules")).status == 404
        assert found.posted == []


async def test_a_source_of_ones_own_has_a_ruler_by_its_one_file(tmp_path: Path) -> None:
    plugins = tmp_path / "plugins"
    plugins.mkdir()
    (plugins / "own_ruler.py").write_text(OWN_KIND)
    words = (
        f"cfg:paths.plugins={plugins}",
        "cfg:plugins.allow_loading_unsigned_plugins=own-ruler",
    )
    async with AsyncExitStack() as stack:
        found = await stack.enter_async_context(collector(mimir))
        clients = await started(stack, tmp_path, *words)
        await add(clients, found, {}, type="own-ruler", url=found.url)
        assert (await clients.editor.post(f"{RULES}/ns", GROUP)).status == 202
        assert (await clients.viewer.get(RULES)).json() == {"a b/c": [GROUP], "d": []}
        assert sent(found) == [("POST", "/own/rules/ns"), ("GET", "/own/rules")]


async def test_only_servers_of_the_whitelist_are_asked_for_rules(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        found = await stack.enter_async_context(collector(mimir))
        word = "cfg:security.data_source_proxy_whitelist=metrics.example.org:9090"
        clients = await started(stack, tmp_path, word)
        await add(clients, found, {"prometheusType": "Mimir"})
        for path in (RULES, "/api/prometheus/m/api/v1/rules"):
            assert problem(await clients.viewer.get(path)) == (403, "datasources.proxy_refused")
        assert found.posted == []
