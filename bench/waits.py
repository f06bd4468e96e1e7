"""How long others wait beside a request made to keep the server busy.

A process of its own calls `/api/health` every 5 ms while the request runs. Its longest wait is
how long the event loop was held, and what the request cost everybody else.
"""

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import orjson
from tests.fixtures.hostile import Hostile

from bench.client import Reply, connect
from bench.cores import on_core
from bench.product import SignedIn, product_id, running_product, sign_in
from bench.report import Result

_GATE_MS = 50.0
_RULES, _IN_A_GROUP = 5_000, 100
_SERIES = 100_000
_AFTER_SECONDS = 0.2
"""What a request leaves behind is measured as well."""
_PROBE = """
import json, pathlib, socket, sys, threading, time

host, port, tasks = sys.argv[1], int(sys.argv[2]), pathlib.Path("/proc", sys.argv[3], "task")

def cpu():
    found = [each.joinpath("schedstat").read_text() for each in tasks.iterdir()]
    return sum(int(each.split()[0]) for each in found) / 1e9

connection = socket.create_connection((host, port))
request = f"GET /api/health HTTP/1.1\\r\\nHost: {host}:{port}\\r\\n\\r\\n".encode()
print("ready", flush=True)
ended = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
waits = []
while not ended.wait(0.005):
    begun, spent = time.monotonic(), cpu()
    connection.sendall(request)
    answer = b""
    while b"\\r\\n\\r\\n" not in answer or not answer.endswith(b"}"):
        answer += connection.recv(65536)
    waits.append((begun, time.monotonic(), cpu() - spent))
print(json.dumps(waits))
"""


class Attack(NamedTuple):
    """A request that takes long or holds much; `statuses` are those that it may get."""

    name: str
    method: str
    path: str
    body: bytes = b""
    statuses: Sequence[int] = (200,)


class Wait(NamedTuple):
    wall_ms: float
    cpu_ms: float
    """What the server computed meanwhile: the same on a machine that does nothing else."""
    status: int
    seconds: float
    """Of the request itself."""


def run(rounds: int) -> Sequence[Result]:
    with tempfile.TemporaryDirectory(prefix="vedette-bench-") as name, ExitStack() as running:
        source = running.enter_context(_source())
        with on_core(0):
            data = Path(name) / "data"
            url = running.enter_context(running_product(data, "cfg:egress.allow_loopback=true"))
        with on_core(1):
            return asyncio.run(_measure(url, source, min(rounds, 5)))


async def _measure(url: str, source: Hostile, rounds: int) -> list[Result]:
    admin = await sign_in(url)
    await _prepare(admin, source)
    idle = [await _longest(url, None, None) for _ in range(rounds)]
    quiet = statistics.median(wait.wall_ms for wait in idle)
    results = [Result("others beside nothing, longest", quiet, "ms")]
    for attack in _attacks():
        found = [await _longest(url, admin, attack) for _ in range(rounds)]
        cpu = statistics.median(wait.cpu_ms for wait in found)
        results.append(
            Result(
                f"others beside {attack.name}, longest",
                statistics.median(wait.wall_ms for wait in found),
                "ms",
                spread=quiet / _GATE_MS,
                gate=_GATE_MS,
                rounds=rounds,
                note=f"{cpu:.0f} ms of CPU; {found[0].status} after {found[0].seconds:.2g} s",
            )
        )
    return results


async def _longest(url: str, admin: SignedIn | None, attack: Attack | None) -> Wait:
    """The longest wait of a health check beside the request, or beside nothing."""
    address = urlsplit(url)
    command = [sys.executable, "-c", _PROBE, str(address.hostname), str(address.port)]
    command.append(str(product_id()))
    probe = await asyncio.create_subprocess_exec(
        *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert probe.stdout is not None
    await probe.stdout.readline()
    await asyncio.sleep(0.1)
    begun = time.monotonic()
    status = 0
    if admin is None or attack is None:
        await asyncio.sleep(1)
    else:
        status = (await _attacked(url, admin, attack)).status
    ended = time.monotonic()
    await asyncio.sleep(_AFTER_SECONDS)
    out, _ = await probe.communicate(b"")
    waits = [
        each for each in json.loads(out) if each[1] >= begun and each[0] <= ended + _AFTER_SECONDS
    ]
    wall, cpu = max(until - at for at, until, _ in waits), max(spent for _, _, spent in waits)
    return Wait(wall * 1000, cpu * 1000, status, ended - begun)


async def _attacked(url: str, admin: SignedIn, attack: Attack) -> Reply:
    connection = await connect(url)
    reply = await connection.send(attack.method, attack.path, attack.body, admin.headers)
    connection.close()
    if reply.status not in attack.statuses:
        raise RuntimeError(f"{attack.name}: {reply.status} {reply.body[:300]!r}")
    return reply


async def _prepare(admin: SignedIn, source: Hostile) -> None:
    address = f"http://127.0.0.1:{source.port}"
    for name in source.answers:
        body = {"name": name, "uid": name, "type": "prometheus", "access": "proxy"}
        await admin.send("POST", "/api/datasources", {**body, "url": f"{address}/{name}"})
    body = {"name": "Data", "uid": "testdata", "type": "grafana-testdata-datasource"}
    await admin.send("POST", "/api/datasources", {**body, "access": "proxy"})
    await admin.send("POST", "/api/folders", {"title": "Bench", "uid": "bench"})
    for first in range(0, _RULES, _IN_A_GROUP):
        rules = [_rule(first + number) for number in range(_IN_A_GROUP)]
        group = {"title": f"g{first}", "folderUid": "bench", "interval": 60, "rules": rules}
        path = f"/api/v1/provisioning/folder/bench/rule-groups/g{first}"
        await admin.send("PUT", path, group)


def _rule(number: int) -> dict[str, Any]:
    model = {"refId": "A", "type": "math", "expression": "1 > 2"}
    data = [{"refId": "A", "datasourceUid": "__expr__", "model": model}]
    return {
        "title": f"Rule {number}",
        "condition": "A",
        "data": data,
        "for": "1m",
        "isPaused": True,
        "noDataState": "NoData",
        "execErrState": "Error",
        "labels": {"severity": "warning", "team": f"team-{number % 50}"},
        "annotations": {"summary": "{{ $labels.host }} is at {{ $values.A.Value }}"},
    }


def _attacks() -> list[Attack]:
    values = b'{"title":"x","data":[' + b'{"a":"1234567890123456789012345"},' * 190_000 + b"1]}"
    texts = b'{"dashboard":{"title":"x","panels":["' + b"\\u00e9" * (1_600_000) + b'"]}}'
    deep = b'{"a":' * 1_500_000
    panels = [_panel(number) for number in range(1, 9_000)]
    dashboard = {"title": "Large", "uid": "large", "panels": panels}
    largest = orjson.dumps(
        {"dashboard": {**dashboard, "panels": panels[:4_500]}, "overwrite": True}
    )
    saved = orjson.dumps({"dashboard": dashboard, "overwrite": True})
    imported = orjson.dumps({"dashboard": {**dashboard, "uid": "imported"}, "overwrite": True})
    alerts = [{"labels": {"alertname": f"a{n}", "host": "x" * 20}} for n in range(60_000)]
    pattern = "(" + "|".join(f"host-{number}.{{1,9}}" for number in range(8_000)) + ")"
    matcher = {"name": "host", "value": pattern, "isRegex": True, "isEqual": True}
    ends = {"startsAt": "2030-01-01T00:00:00Z", "endsAt": "2030-01-02T00:00:00Z"}
    silence = {"matchers": [matcher], **ends, "comment": "c", "createdBy": "b"}
    rules = "/api/v1/provisioning/alert-rules"
    alertmanager = "/api/alertmanager/grafana/api/v2"
    template = "/api/alertmanager/grafana/config/api/v1/templates/test"
    csv = "a,b,c\n" + "1234567,text,12.5\n" * 55_000
    columns = ",".join(f"c{number}" for number in range(2_000))
    wide = f"{columns}\n" + ("1," * 1_999 + "1\n") * 200
    return [
        Attack("8 MB of JSON values", "POST", rules, values[:8_388_000], (400, 413)),
        Attack("10 MB of JSON escapes", "POST", "/api/dashboards/db", texts, (400, 413)),
        Attack("7 MB of JSON brackets", "POST", rules, deep, (400, 413)),
        Attack("a dashboard of 5 MB", "POST", "/api/dashboards/db", saved, (200, 413)),
        Attack("an import of 5 MB", "POST", "/api/dashboards/import", imported, (200, 413)),
        Attack("a dashboard of 2 MB", "POST", "/api/dashboards/db", largest, (200,)),
        Attack("the same one again", "POST", "/api/dashboards/db", largest, (200,)),
        Attack("a dashboard of 2 MB read", "GET", "/api/dashboards/uid/large", b"", (200,)),
        Attack(
            "60,000 alerts", "POST", f"{alertmanager}/alerts", orjson.dumps(alerts), (200, 400, 413)
        ),
        Attack("a deep template", "POST", template, _template("{{with .}}" * 20_000), (200, 400)),
        Attack("a template of loops", "POST", template, _template(_LOOPS), (200, 400)),
        Attack(
            "a large regular expression",
            "POST",
            f"{alertmanager}/silences",
            orjson.dumps(silence),
            (202, 400),
        ),
        Attack(
            "a large filter",
            "GET",
            f"{alertmanager}/alerts?filter={quote('host=~' + json.dumps(pattern[:30_000]))}",
            b"",
            (200, 400, 414, 431),
        ),
        Attack("100,000 series of a range", "POST", "/api/ds/query", _query("matrix"), (200, 400)),
        Attack("100,000 series of a moment", "POST", "/api/ds/query", _query("vector"), (200, 400)),
        Attack(
            "100,000 series, instant",
            "POST",
            "/api/ds/query",
            _query("vector", instant=True),
            (200, 400),
        ),
        Attack(
            "100,000 label sets",
            "GET",
            "/api/datasources/uid/vector/resources/api/v1/series?match[]=x",
            b"",
            (200, 413),
        ),
        Attack("an export of 5,000 rules", "GET", f"{rules}/export?format=yaml", b"", (200,)),
        Attack("an export as Terraform", "GET", f"{rules}/export?format=hcl", b"", (200,)),
        Attack("a list of 5,000 rules", "GET", rules, b"", (200,)),
        Attack("5,000 rules of the ruler", "GET", "/api/ruler/grafana/api/v1/rules", b"", (200,)),
        Attack(
            "5,000 rules with states", "GET", "/api/prometheus/grafana/api/v1/rules", b"", (200,)
        ),
        Attack("CSV of 1 MB, long", "POST", "/api/ds/query", _csv(csv), (200, 400)),
        Attack("CSV of 1 MB, wide", "POST", "/api/ds/query", _csv(wide), (200, 400)),
    ]


_LOOPS = "{{range .Alerts}}" * 12 + "x" + "{{end}}" * 12


def _template(text: str) -> bytes:
    defined = '{{define "x"}}' + text + "{{end}}"
    return orjson.dumps({"name": "x", "template": defined})


def _panel(number: int) -> dict[str, Any]:
    target = {"refId": "A", "expr": f"rate(metric_{number}[5m])" + " " * 200}
    place = {"x": 0, "y": number * 8, "w": 12, "h": 8}
    return {
        "id": number,
        "type": "timeseries",
        "title": f"P {number}",
        "gridPos": place,
        "targets": [target],
    }


def _query(uid: str, *, instant: bool = False) -> bytes:
    source = {"type": "prometheus", "uid": uid}
    query = {
        "refId": "A",
        "datasource": source,
        "expr": "x",
        "instant": instant,
        "range": not instant,
    }
    return orjson.dumps({"queries": [query], "from": "now-5m", "to": "now"})


def _csv(text: str) -> bytes:
    source = {"type": "grafana-testdata-datasource", "uid": "testdata"}
    query = {"refId": "A", "datasource": source, "scenarioId": "csv_content", "csvContent": text}
    return orjson.dumps({"queries": [query], "from": "now-5m", "to": "now"})


@contextmanager
def _source() -> Iterator[Hostile]:
    """A Prometheus with 100,000 series, as `/matrix` and as `/vector`."""
    source = Hostile()
    source.answers = {"matrix": lambda: _series("values"), "vector": lambda: _series("value")}
    try:
        yield source
    finally:
        source.close()


def _series(kind: str) -> Iterator[bytes]:
    result = "matrix" if kind == "values" else "vector"
    yield f'{{"status":"success","data":{{"resultType":"{result}","result":['.encode()
    now = int(time.time())
    sample = f'[[{now},"1"]]' if kind == "values" else f'[{now},"1"]'
    for first in range(0, _SERIES, 500):
        rows = [
            f'{{"metric":{{"__name__":"x","host":"h{number}"}},"{kind}":{sample}}}'
            for number in range(first, first + 500)
        ]
        ending = "," if first + 500 < _SERIES else "]}}"
        yield (",".join(rows) + ending).encode()
