"""Two hundred viewers of one dashboard: how many of their queries reach Prometheus.

A refresh every ten seconds, five times as fast: viewers come at any moment, each asks for what
ends now, and answers are kept. Prometheus itself counts what it was asked.
"""

import asyncio
import random
import re
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import orjson
from tests.fixtures.prometheus import running_prometheus

from bench.client import connect
from bench.product import PASSWORD, SignedIn, running_product, sign_in
from bench.report import Result

_VIEWERS, _PANELS = 200, 4
_PEOPLE = 10
"""Accounts that the viewers share: what one person may ask is limited."""
_REFRESH, _REFRESHES = 2.0, 8
_RANGE = 600.0
_SOURCE = "bench"
_ASKED = re.compile(r'^prometheus_http_requests_total\{.*/query_range".*\} (\S+)$', re.MULTILINE)


def run(rounds: int) -> Sequence[Result]:
    """One round: what is measured is a count."""
    with tempfile.TemporaryDirectory(prefix="vedette-bench-") as name:
        directory = Path(name)
        with (
            running_prometheus(directory / "prometheus") as prometheus,
            running_product(directory / "data", "cfg:cache.enabled=true") as url,
        ):
            return asyncio.run(_measure(url, prometheus.url))


async def _measure(url: str, prometheus: str) -> list[Result]:
    admin = await sign_in(url)
    source = {"name": "Bench", "uid": _SOURCE, "type": "prometheus", "access": "proxy"}
    await admin.send("POST", "/api/datasources", {**source, "url": prometheus})
    people = [await _account(url, admin, f"viewer-{number}") for number in range(_PEOPLE)]
    # All begin within one refresh, and so that no range ends before the first one does.
    begin = (time.time() // _REFRESH + 2) * _REFRESH
    waits: list[float] = []
    chance = random.Random(1)
    await asyncio.gather(
        *(
            _watch(
                url, people[number % _PEOPLE], begin + chance.uniform(0.0, 0.9) * _REFRESH, waits
            )
            for number in range(_VIEWERS)
        )
    )
    reached = _count(prometheus)
    asked = _VIEWERS * _PANELS * _REFRESHES
    return [
        Result(
            f"{_VIEWERS} viewers of {_PANELS} panels, {_REFRESHES} refreshes",
            reached,
            "queries",
            gate=_PANELS * _REFRESHES,
            rounds=1,
            note=f"reach Prometheus, of {asked:,} that viewers send;"
            f" panels x refreshes are {_PANELS * _REFRESHES};"
            f" a viewer waits {statistics.median(waits) * 1000:.2g} ms (p50)",
        )
    ]


async def _account(url: str, admin: SignedIn, login: str) -> SignedIn:
    await admin.send("POST", "/api/admin/users", {"login": login, "password": PASSWORD})
    return await sign_in(url, login)


async def _watch(url: str, person: SignedIn, begin: float, waits: list[float]) -> None:
    connection = await connect(url)
    for refresh in range(_REFRESHES):
        due = begin + refresh * _REFRESH
        await asyncio.sleep(max(0.0, due - time.time()))
        for panel in range(_PANELS):
            body = orjson.dumps(_question(panel, due))
            reply = await connection.send("POST", "/api/ds/query", body, person.headers)
            if reply.status != 200:
                raise RuntimeError(f"{reply.status}: {reply.body[:300]!r}")
            waits.append(reply.seconds)
    connection.close()


def _question(panel: int, now: float) -> dict[str, object]:
    query = {
        "refId": "A",
        "datasource": {"type": "prometheus", "uid": _SOURCE},
        "expr": f"vector({panel}) * time()",
        "range": True,
        "interval": f"{_REFRESH:g}s",
        "intervalMs": round(_REFRESH * 1000),
        "maxDataPoints": round(_RANGE / _REFRESH),
    }
    ends = round(now * 1000)
    return {"queries": [query], "from": str(ends - round(_RANGE * 1000)), "to": str(ends)}


def _count(prometheus: str) -> int:
    with urllib.request.urlopen(f"{prometheus}/metrics") as reply:
        return round(sum(float(number) for number in _ASKED.findall(reply.read().decode())))
