# ruff: noqa: UP031 - JSON is full of braces
"""What a request would make too large is refused before it is made: T09, T56, R-34."""

import json
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.fixtures.browser import Product
from tests.fixtures.hostile import MIB, Hostile, Person, Pieces, Seen, watched
from tests.security.conftest import PASSWORD

ALLOWED = 64 * MIB
WAIT = 4.0
"""Seconds that others wait at most, on a machine that is busy with other work. Where it is not,
they wait for less than a tenth of one; without limits it was thirty to a hundred."""


def series(head: str, each: Callable[[int], str], count: int, tail: str = "]}}") -> Pieces:
    """`count` items behind `head`, in pieces of a few hundred KiB."""
    yield head.encode()
    for start in range(0, count, 5_000):
        items = ",".join(map(each, range(start, min(count, start + 5_000))))
        yield (("," if start else "") + items).encode()
    yield tail.encode()


def endless(head: bytes, piece: bytes) -> Pieces:
    yield head
    while True:
        yield piece


def vector(each: Callable[[int], str], count: int) -> Pieces:
    return series('{"status":"success","data":{"resultType":"vector","result":[', each, count)


def matrix(each: Callable[[int], str], count: int) -> Pieces:
    return series('{"status":"success","data":{"resultType":"matrix","result":[', each, count)


def streams(each: Callable[[int], str], count: int) -> Pieces:
    return series('{"status":"success","data":{"resultType":"streams","result":[', each, count)


def squeezed(pieces: Pieces) -> Pieces:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    for piece in pieces:
        yield packer.compress(piece) or packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


def points(count: int) -> str:
    return ",".join(f'[{1_700_000_000 + 60 * n},"{n}"]' for n in range(count))


FEW_POINTS = points(2)
LABELS = '"job":"node","instance":"host%d.example.org:9100"'
BROAD = "x" * 1_000
LEGEND = "{{instance}}"


@dataclass(frozen=True)
class Vector:
    """What a source answers, and what it is asked by a Viewer."""

    name: str
    kind: str
    answer: Callable[[], Pieces]
    query: dict[str, Any] = field(default_factory=dict)
    more: tuple[dict[str, Any], ...] = ()
    """Further queries of the batch."""
    headers: dict[str, str] = field(default_factory=dict)
    statuses: tuple[int, ...] = (413,)
    resource: str = ""
    """Asked in place of a query."""
    at_once: int = 1


def many(count: int, labels: str = LABELS) -> Callable[[], Pieces]:
    text = '{"metric":{%s},"values":[%s]}'
    return lambda: matrix(lambda n: text % (labels % n, FEW_POINTS), count)


RANGE = {"expr": "up", "range": True}
INSTANT = {"expr": "up", "instant": True}
LOGS = {"expr": '{a="b"}', "queryType": "range"}
EXPRESSION = {"datasource": {"uid": "__expr__", "type": "__expr__"}}
VECTORS = [
    Vector("legend", "prometheus", many(2_000), {**RANGE, "legendFormat": LEGEND * 1_000},
           statuses=(400,)),
    Vector("long legend", "prometheus", many(2_000), {**RANGE, "legendFormat": LEGEND * 4_000},
           statuses=(400,)),
    Vector("legend of long labels", "prometheus",
           many(9_000, f'"instance":"%d{BROAD}"'), {**RANGE, "legendFormat": LEGEND * 50},
           statuses=(200, 413)),
    Vector("literal legend", "prometheus", many(9_000), {**RANGE, "legendFormat": "x" * 200_000},
           statuses=(400,)),
    Vector("long expression", "prometheus", many(9_000, '"a":"%d"'),
           {**RANGE, "expr": "up" + "+1" * 100_000, "legendFormat": "{{none}}"}),
    Vector("filters", "prometheus", many(1),
           {**RANGE, "expr": "a" + "+a" * 20_000,
            "adhocFilters": [{"key": "k", "operator": "=", "value": "v" * 44_000}]},
           statuses=(400,)),
    Vector("many filters", "prometheus", many(1),
           {**RANGE, "expr": "a" + "+a" * 20_000,
            "adhocFilters": [{"key": "k", "operator": "=", "value": "v"}] * 2_000},
           statuses=(400,)),
    Vector("filters of Loki", "loki", many(1),
           {**LOGS, "expr": "+".join(["rate({a='b'}[1m])".replace("'", '"')] * 2_000),
            "adhocFilters": [{"key": "k", "operator": "=", "value": "v" * 44_000}]},
           statuses=(400,)),
    Vector("four million instant series", "prometheus",
           lambda: vector(lambda n: '{"metric":{},"value":[1,"1"]}', 4_500_000), INSTANT),
    Vector("four million series", "prometheus",
           lambda: matrix(lambda n: '{"metric":{},"values":[[1,"1"]]}', 4_000_000), RANGE),
    Vector("another shape", "prometheus",
           lambda: matrix(lambda n: '{"metric": {}, "values": [[1, "1"]]}', 3_000_000), RANGE),
    Vector("a million label names", "prometheus",
           lambda: series('{"status":"success","data":[', lambda n: f'"label_{n}"', 1_500_000,
                          "]}"), resource="api/v1/labels"),
    Vector("series of an editor", "prometheus",
           lambda: series('{"status":"success","data":[', lambda n: "{%s}" % (LABELS % n),
                          1_500_000, "]}"), resource="api/v1/series"),
    Vector("empty lists", "prometheus",
           lambda: series('{"status":"success","data":[', lambda n: "[]", 9_000_000, "]}"),
           resource="api/v1/labels"),
    Vector("a label of 50 MB", "prometheus",
           lambda: matrix(lambda n: '{"metric":{"a":"%s"},"values":[[1,"1"]]}' % ("x" * 50 * MIB),
                          1), RANGE),
    Vector("a label of 30 MB", "prometheus",
           lambda: matrix(lambda n: '{"metric":{"a":"%s"},"values":[[1,"1"]]}' % ("x" * 30 * MIB),
                          1), RANGE),
    Vector("a thousand labels of 100 KB", "prometheus",
           lambda: matrix(lambda n: '{"metric":{"a":"%d%s"},"values":[[1,"1"]]}'
                          % (n, "x" * 100_000), 1_000), RANGE),
    Vector("a thousand wide labels", "prometheus",
           lambda: matrix(lambda n: '{"metric":{"a":"%d%s😀"},"values":[[1,"1"]]}'
                          % (n, "x" * 20_000), 1_000), RANGE),
    Vector("a thousand labels in another shape", "prometheus",
           lambda: matrix(lambda n: '{"metric": {"a":"%d%s"}, "values":[[1,"1"]]}'
                          % (n, "x" * 100_000), 1_000), RANGE),
    Vector("an instant label of 50 MB", "prometheus",
           lambda: vector(lambda n: '{"metric":{"a":"%s"},"value":[1,"1"]}' % ("x" * 50 * MIB), 1),
           INSTANT),
    Vector("a wide label", "prometheus",
           lambda: vector(lambda n: '{"metric":{"a":"%s😀"},"value":[1,"1"]}' % ("x" * 20 * MIB),
                          1), INSTANT),
    Vector("endless", "prometheus",
           lambda: endless(b'{"status":"success","data":{"resultType":"matrix","result":[',
                           b'{"metric":{},"values":[[1,"1"]]},' * 4_000), RANGE),
    Vector("endless blanks", "prometheus",
           lambda: endless(b'{"status":"success",', b" " * 65_536), INSTANT),
    Vector("bomb", "prometheus", lambda: squeezed(endless(b"{", b" " * MIB)), INSTANT,
           headers={"Content-Encoding": "gzip"}),
    Vector("bomb of series", "prometheus",
           lambda: squeezed(matrix(lambda n: '{"metric":{},"values":[[1,"1"]]}', 4_000_000)), RANGE,
           headers={"Content-Encoding": "gzip"}),
    Vector("table of a large label", "prometheus",
           lambda: matrix(lambda n: '{"metric":{"a":"%s"},"values":[%s]}'
                          % ("x" * 10 * MIB, points(5_000)), 1), {**RANGE, "format": "table"}),
    Vector("table of many labels", "prometheus",
           lambda: matrix(lambda n: '{"metric":{"l%d":"a"},"values":[%s]}' % (n, points(200)),
                          3_000), {**RANGE, "format": "table"}),
    Vector("heatmap of many times", "prometheus",
           lambda: matrix(lambda n: '{"metric":{"le":"%d"},"values":[[%s,"1"]]}'
                          % (n, 1_700_000_000 + n), 9_000), {**RANGE, "format": "heatmap"}),
    Vector("resampled", "prometheus", many(9_000), {**RANGE, "refId": "A"},
           more=({**EXPRESSION, "refId": "B", "type": "resample", "expression": "A",
                  "window": "1s", "downsampler": "mean", "upsampler": "pad"},),
           statuses=(200, 413)),
    Vector("joined", "prometheus",
           lambda: vector(lambda n: '{"metric":{"a":"%d"},"value":[1,"1"]}' % n, 9_000),
           {**INSTANT, "refId": "A"},
           more=({**INSTANT, "refId": "B", "expr": "down"},
                 {**EXPRESSION, "refId": "C", "type": "math",
                  "expression": " + ".join(["$A"] * 400)}),
           statuses=(200, 413)),
    Vector("SQL over a large label", "prometheus",
           lambda: matrix(lambda n: '{"metric":{"a":"%s"},"values":[%s]}'
                          % ("x" * 5 * MIB, points(10_000)), 1), {**RANGE, "refId": "A"},
           more=({**EXPRESSION, "refId": "B", "type": "sql", "expression": "SELECT * FROM A"},)),
    Vector("Loki, twelve at once", "loki",
           lambda: streams(lambda n: '{"stream":{"a":"b"},"values":[["%d","%s"]]}'
                           % (10**18 + n, "x" * 200), 490_000), LOGS,
           statuses=(413, 429), at_once=12),
    Vector("one large line", "loki",
           lambda: streams(lambda n: '{"stream":{},"values":[["1","%s"]]}' % ("x" * 60 * MIB), 1),
           LOGS),
    Vector("lines with large labels", "loki",
           lambda: streams(lambda n: '{"stream":{"a":"%s"},"values":[%s]}' % (
               "x" * MIB, ",".join(['["1","x"]'] * 5_000)), 1), LOGS),
    Vector("lines with many labels", "loki",
           lambda: streams(lambda n: '{"stream":{%s},"values":[%s]}' % (
               ",".join(f'"l{k}":"a"' for k in range(2_000)),
               ",".join(['["1","x",{"parsed":{"a":"b"}}]'] * 5_000)), 1), LOGS),
    Vector("legend of Loki", "loki", many(2_000),
           {**LOGS, "expr": 'rate({a="b"}[1m])', "legendFormat": LEGEND * 1_000}, statuses=(400,)),
    Vector("tags of a trace", "tempo",
           lambda: iter([json.dumps({"batches": [{
               "resource": {"attributes": [
                   {"key": "a", "value": {"stringValue": "x" * MIB}}]},
               "scopeSpans": [{"spans": [
                   {"traceId": "a" * 32, "spanId": f"{n:016x}", "name": "s",
                    "startTimeUnixNano": "1", "endTimeUnixNano": "2"}
                   for n in range(2_000)]}]}]}).encode()]),
           {"queryType": "traceql", "query": "a" * 32}),
    Vector("alerts of an Alertmanager", "alertmanager",
           lambda: series("[", lambda n: "{}", 9_000_000, "]"), {}),
]  # fmt: skip


@pytest.fixture(scope="module")
def hostile() -> Iterator[Hostile]:
    made = Hostile()
    for each in VECTORS:
        made.answers[slug(each)] = each.answer
        made.headers[slug(each)] = each.headers
    yield made
    made.close()


@pytest.fixture(scope="module")
def viewer(product: Product, hostile: Hostile) -> Person:
    admin = Person(product.url).sign_in("admin", PASSWORD)
    for each in VECTORS:
        source = {
            "name": each.name,
            "uid": slug(each),
            "type": each.kind,
            "access": "proxy",
            "url": f"http://127.0.0.1:{hostile.port}/{slug(each)}",
        }
        status, body, _ = admin.send("POST", "/api/datasources", source)
        assert status == 200, body
    test_data = {"name": "t", "uid": "t", "type": "grafana-testdata-datasource", "access": "proxy"}
    assert admin.send("POST", "/api/datasources", test_data)[0] == 200
    person = {"name": "v", "login": "v", "password": PASSWORD}
    status, body, _ = admin.send("POST", "/api/admin/users", person)
    assert status == 200, body
    made = Person(product.url).sign_in("v", PASSWORD)
    warm = {"refId": "A", "datasource": {"uid": "t"}, "scenarioId": "random_walk"}
    sql = {**EXPRESSION, "refId": "B", "type": "sql", "expression": "SELECT 1"}
    assert ask(made, [warm, sql])[0] == 200
    hostile.answers["warm"] = lambda: iter([b"{}"])
    for each in VECTORS[:1]:
        ask(made, [{**RANGE, "refId": "A", "datasource": {"uid": slug(each)}}])
    return made


def slug(each: Vector) -> str:
    return "".join(letter for letter in each.name if letter.isalnum())


def ask(person: Person, queries: list[dict[str, Any]]) -> tuple[int, bytes]:
    body = {"from": "1700000000000", "to": "1700003600000", "queries": queries}
    status, raw, _ = person.send("POST", "/api/ds/query", body)
    return status, raw


def json_errors(raw: bytes) -> list[tuple[int, str]]:
    """Status and sentence of what was refused."""
    found = json.loads(raw)
    if "results" not in found:
        return [(found["statusCode"], found["message"])] if "statusCode" in found else []
    results = found["results"].values()
    return [(each["status"], each["error"]) for each in results if "error" in each]


@pytest.mark.parametrize("each", VECTORS, ids=lambda each: each.name)
def test_a_source_that_answers_too_much_takes_little_memory_and_holds_nobody(
    product: Product, viewer: Person, each: Vector
) -> None:
    """T09, T56, R-34: Beyond the size of its result a request takes 64 MiB at most."""
    of_source = {"datasource": {"uid": slug(each)}, "maxDataPoints": 11_000}
    queries = [{"refId": "A", **each.query, **of_source}]
    queries += [more if "datasource" in more else {**more, **of_source} for more in each.more]

    def once(number: int) -> tuple[int, bytes]:
        if each.resource:
            path = f"/api/datasources/uid/{slug(each)}/resources/{each.resource}"
            status, raw, _ = viewer.send("GET", path)
            return status, raw
        own = (
            [{**query, "expr": f"{query['expr']} |= `{number}`"} for query in queries]
            if each.at_once > 1
            else queries
        )
        return ask(viewer, own)

    with watched(product) as seen, ThreadPoolExecutor(each.at_once) as pool:
        replies = list(pool.map(once, range(each.at_once)))
    sizes = sum(len(raw) for _, raw in replies)
    for _, raw in replies:
        errors = [found for found in json_errors(raw) if found]
        assert (200 in each.statuses and not errors) or (
            errors and errors[0][0] in each.statuses
        ), (replies[0][0], raw[:300], sizes)
        assert all(text.count(".") and len(text) < 300 for _, text in errors)
    expect_bounded(seen, sizes, min(each.at_once, 6))


def expect_bounded(seen: Seen, answered: int, requests: int = 1) -> None:
    """All requests of one user together are bounded, too, by 384 MiB."""
    assert seen.grown <= ALLOWED * requests + answered, f"{seen.grown / MIB:.0f} MiB"
    assert seen.waited < WAIT


REQUESTS: dict[str, tuple[str, dict[str, Any] | bytes, tuple[int, ...]]] = {
    "values of a request": (
        "/api/ds/query", b'{"queries":[' + b"{}," * 1_300_000 + b"{}]}", (413,)),
    "texts of a request": (
        "/api/ds/query", b'{"queries":[{"a":[' + b'"",' * 1_300_000 + b'""]}]}', (413,)),
    "brackets of a request": ("/api/ds/query", b"[" * 2_000_000 + b"]" * 2_000_000, (400, 413)),
    **{
        f"test data: {name}": (
            "/api/ds/query",
            {"from": "now-1y", "to": "now",
             "queries": [{"refId": f"A{number}", "datasource": {"uid": "t"},
                          "maxDataPoints": 11_000, "intervalMs": 1, **query}
                         for number in range(count)]},
            statuses)
        for name, count, query, statuses in (
            ("waves", 1, {"scenarioId": "predictable_csv_wave",
                          "csvWave": [{"timeStep": 0.001, "valuesCSV": "1,2"}]}, (200,)),
            ("pulses", 1, {"scenarioId": "predictable_pulse",
                           "pulseWave": {"timeStep": 0.001}}, (200,)),
            ("values of waves", 1, {"scenarioId": "predictable_csv_wave",
                                    "csvWave": [{"valuesCSV": "1," * 1_000_000}]}, (400,)),
            ("alias", 1, {"alias": "x" * 2_000_000, "seriesCount": 1_000}, (400,)),
            ("labels", 1, {"labels": "a=b," * 200_000, "seriesCount": 1_000}, (400,)),
            ("labels of lines", 1, {"scenarioId": "logs", "lines": 10_000,
                                    "labels": "a=b," * 500_000}, (400,)),
            ("columns", 1, {"scenarioId": "csv_content", "csvContent": "a," * 500_000}, (400,)),
            ("frames", 1, {"scenarioId": "raw_frame",
                           "rawFrameContent": "[" + "{}," * 300_000 + "{}]"}, (400,)),
            ("walks", 1, {"seriesCount": 1_000}, (400,)),
            ("many walks", 10, {"seriesCount": 180}, (400, 413)),
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_that_asks_for_too_much_takes_little_memory_and_holds_nobody(
    product: Product, viewer: Person, name: str
) -> None:
    """T09, T56, CVE-2026-27879, CVE-2026-28375, CVE-2026-33375."""
    path, body, statuses = REQUESTS[name]
    with watched(product) as seen:
        status, raw, _ = viewer.send("POST", path, body)
    assert status in statuses, raw[:500]
    expect_bounded(seen, len(raw))


def test_thirty_thousand_groups_are_imported_while_others_are_answered(
    product: Product, viewer: Person
) -> None:
    """T09: Whoever imports rules holds up nobody, however many names a file has."""
    admin = Person(product.url).sign_in("admin", PASSWORD)
    headers = {
        "X-Grafana-Alerting-Datasource-UID": slug(VECTORS[0]),
        "Content-Type": "application/yaml",
    }
    empty = ", ".join(f"{{name: g{n}}}" for n in range(30_000))
    same = ", ".join(["{alert: a, expr: up}"] * 6_000)
    for groups, expected in (
        (empty, 202),
        (f"{{name: g, rules: [{same}]}}", 400),
    ):
        body = f"mine: [{groups}]".encode()
        with watched(product) as seen:
            status, raw, _ = admin.send(
                "POST", "/api/convert/prometheus/config/v1/rules", body, **headers
            )
        assert status == expected, raw[:500]
        assert seen.waited < WAIT
        assert seen.beats > 3
