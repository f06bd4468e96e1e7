"""Alert rules of ten series each beside a real Prometheus: what an evaluation costs, how late it
is, what a series takes of memory, and how soon a webhook hears of what fires.

The product is one process on SQLite, which waits for the disk as in production. The cost is CPU
time of that process alone; lateness is what the scheduler itself counts, over several rounds of
all rules.
"""

import asyncio
import json
import math
import re
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.fixtures.prometheus import running_prometheus

from bench.client import connect
from bench.product import SignedIn, product_id, running_product, sign_in
from bench.report import Result

_RULES, _INTERVAL, _SERIES = 1_000, 10, 10
_IN_A_GROUP = 100
_MEASURED_SECONDS = 60
_MANY_RULES, _MORE_RULES, _MANY_SERIES = 10, 20, 1_000
_SLOW = 60
_STEP = 15
_LATENESS = "vedette_alerting_scheduler_lateness_seconds"
_LATENESS_GATE, _MEMORY_GATE, _TOLD_GATE = 2.5, 2.0, 2.0
_TOLD_RULES = 20


def run(rounds: int) -> Sequence[Result]:
    with tempfile.TemporaryDirectory(prefix="vedette-bench-") as name:
        directory = Path(name)
        with running_prometheus(directory / "prometheus", openmetrics=_samples()) as prometheus:
            with running_product(directory / "many" / "data") as url:
                memory = asyncio.run(_memory(url, prometheus.url))
            with running_product(directory / "told" / "data") as url:
                told = asyncio.run(_told(url, prometheus.url))
            with running_product(directory / "rules" / "data") as url:
                return [*asyncio.run(_evaluations(url, prometheus.url)), memory, told]


async def _evaluations(url: str, prometheus: str) -> Sequence[Result]:
    admin = await _prepared(url, prometheus)
    for number in range(_RULES // _IN_A_GROUP):
        await _add(admin, f"g{number}", "rule_value", _IN_A_GROUP, _INTERVAL)
    await asyncio.sleep(2 * _INTERVAL)
    before, started = await _numbers(url), time.perf_counter()
    await asyncio.sleep(_MEASURED_SECONDS)
    after, seconds = await _numbers(url), time.perf_counter() - started
    spent = {name: after[name] - before.get(name, 0.0) for name in after}
    done = spent["vedette_alerting_rule_evaluations_total"]
    failed = sum(v for n, v in spent.items() if n.startswith("vedette_alerting_rule_evaluation_fa"))
    missed = spent["vedette_alerting_rule_evaluations_missed_total"]
    cpu = spent["process_cpu_seconds_total"]
    note = f"{done / seconds:.1f} a second asked for, {failed:g} failed, {missed:g} missed"
    return [
        Result(f"evaluations of {_SERIES} series a core", done / cpu, "1/s", note=note),
        Result("CPU of an evaluation", cpu / done * 1000, "ms", note=f"{cpu / seconds:.0%} of one"),
        Result(
            f"lateness p99, {_RULES} rules every {_INTERVAL} s",
            _quantile(spent, 0.99),
            "s",
            gate=_LATENESS_GATE,
            note=f"p50 {_quantile(spent, 0.5):.2g} s, upper bounds of buckets",
        ),
    ]


async def _memory(url: str, prometheus: str) -> Result:
    """By how much more series make it grow, so that what does not grow with them is left out."""
    admin = await _prepared(url, prometheus)
    await _add(admin, "many", "many_value", _MANY_RULES, _SLOW)
    before = await _grown(url, _MANY_RULES)
    await _add(admin, "more", "many_value", _MORE_RULES, _SLOW)
    after = await _grown(url, _MANY_RULES + _MORE_RULES)
    series = _MORE_RULES * _MANY_SERIES
    return Result(
        "memory of a series",
        (after - before) / series,
        "KiB",
        gate=_MEMORY_GATE,
        note=f"{series:,} more series of {_MORE_RULES} rules; {before / 1024:.0f} MiB before",
    )


async def _told(url: str, prometheus: str) -> Result:
    """From the slot at which an alert fires to the request at its webhook, without a group's wait.

    The rules are pending first, so that the slot is one of the schedule.
    """
    seconds: list[float] = []
    full = asyncio.Event()

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: *(\d+)", head)
        body = json.loads(await reader.readexactly(int(length[1]) if length else 0))
        now = time.time()
        for alert in body["alerts"]:
            seconds.append(now - datetime.fromisoformat(alert["startsAt"]).timestamp())
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()
        if len(seconds) >= _TOLD_RULES * _SERIES:
            full.set()

    server = await asyncio.start_server(hear, "127.0.0.1", 0)
    async with server:
        host, port = server.sockets[0].getsockname()[:2]
        admin = await _prepared(url, prometheus)
        hook = {"name": "bench", "type": "webhook", "settings": {"url": f"http://{host}:{port}/"}}
        await admin.send("POST", "/api/v1/provisioning/contact-points", hook)
        waits = {"group_wait": "0s", "group_interval": "1s", "repeat_interval": "1h"}
        policy = {"receiver": "bench", "group_by": ["alertname"], **waits}
        await admin.send("PUT", "/api/v1/provisioning/policies", policy)
        rules = [
            {**_rule(f"told {number}", "rule_value", above=-1), "for": f"{_INTERVAL}s"}
            for number in range(_TOLD_RULES)
        ]
        body = {"title": "told", "folderUid": "bench", "interval": _INTERVAL, "rules": rules}
        await admin.send("PUT", "/api/v1/provisioning/folder/bench/rule-groups/told", body)
        async with asyncio.timeout(120):
            await full.wait()
    seconds.sort()
    return Result(
        "from a slot to the webhook, p95",
        seconds[int(len(seconds) * 0.95)],
        "s",
        gate=_TOLD_GATE,
        note=f"p50 {seconds[len(seconds) // 2]:.2g} s, {len(seconds)} alerts",
    )


async def _grown(url: str, rules: int) -> float:
    """KiB of the product's own memory, files left out, once its rules ran several times."""
    done = (await _numbers(url)).get("vedette_alerting_rule_evaluations_total", 0.0)
    await _until(url, done + 2 * rules)
    return _anonymous_kib()


def _anonymous_kib() -> float:
    text = Path(f"/proc/{product_id()}/status").read_text()
    return float(re.search(r"RssAnon:\s+(\d+)", text)[1])  # type: ignore[index]


async def _prepared(url: str, prometheus: str) -> SignedIn:
    admin = await sign_in(url)
    source = {"name": "Bench", "uid": "bench", "type": "prometheus", "access": "proxy"}
    await admin.send("POST", "/api/datasources", {**source, "url": prometheus})
    await admin.send("POST", "/api/folders", {"title": "Bench", "uid": "bench"})
    return admin


async def _add(admin: SignedIn, group: str, metric: str, count: int, interval: int) -> None:
    rules = [_rule(f"{group} {number}", metric) for number in range(count)]
    body = {"title": group, "folderUid": "bench", "interval": interval, "rules": rules}
    await admin.send("PUT", f"/api/v1/provisioning/folder/bench/rule-groups/{group}", body)


def _rule(title: str, metric: str, above: float = 1_000_000) -> dict[str, Any]:
    def expression(ref_id: str, **model: Any) -> dict[str, Any]:
        model = {"refId": ref_id, **model}
        return {"refId": ref_id, "datasourceUid": "__expr__", "model": model}

    condition = {"evaluator": {"type": "gt", "params": [above]}}
    return {
        "title": title,
        "condition": "C",
        "for": "1m",
        "noDataState": "NoData",
        "execErrState": "Error",
        "labels": {"severity": "warning"},
        "annotations": {"summary": "{{ $labels.host }} is at {{ $values.B.Value }}"},
        "data": [
            {
                "refId": "A",
                "datasourceUid": "bench",
                "relativeTimeRange": {"from": 600, "to": 0},
                "model": {"refId": "A", "expr": metric, "instant": True, "range": False},
            },
            expression("B", type="reduce", expression="A", reducer="last"),
            expression("C", type="threshold", expression="B", conditions=[condition]),
        ],
    }


def _samples() -> str:
    """From ten minutes ago until in an hour."""
    now = int(time.time()) // _STEP * _STEP
    times = range(now - 600, now + 3_600, _STEP)
    lines = []
    for metric, count in (("many_value", _MANY_SERIES), ("rule_value", _SERIES)):
        lines.append(f"# TYPE {metric} gauge")
        for number in range(count):
            labels = f'host="host-{number}.example.com",job="node",region="eu-{number % 3}",env="p"'
            lines += [f"{metric}{{{labels}}} {number + at % 97} {at}" for at in times]
    return "\n".join([*lines, "# EOF", ""])


async def _until(url: str, evaluations: float) -> None:
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        if (await _numbers(url))["vedette_alerting_rule_evaluations_total"] >= evaluations:
            return
        await asyncio.sleep(1)
    raise RuntimeError("the rules are not evaluated")


async def _numbers(url: str) -> dict[str, float]:
    """The product's own metrics, by series."""
    connection = await connect(url)
    reply = await connection.send("GET", "/metrics")
    connection.close()
    pairs = (line.rpartition(" ") for line in reply.body.decode().splitlines() if line[0] != "#")
    return {name: float(value) for name, _, value in pairs}


def _quantile(spent: Mapping[str, float], share: float) -> float:
    """The upper bound of the bucket in which it lies."""
    buckets = sorted(
        (float(found[1]), count)
        for name, count in spent.items()
        if (found := re.fullmatch(rf'{_LATENESS}_bucket{{le="([^"]+)"}}', name))
    )
    wanted = share * buckets[-1][1]
    return next((bound for bound, count in buckets if count >= wanted), math.inf)
