"""Search among ten thousand dashboards, beside reading one by its uid."""

import asyncio
import random
import statistics
import tempfile
from pathlib import Path

from bench.product import SignedIn, running_product, sign_in
from bench.report import Result

_DASHBOARDS, _FOLDERS, _LOOKS = 10_000, 50, 60
_WORDS = [
    "checkout",
    "payment",
    "cart",
    "order",
    "stock",
    "price",
    "user",
    "login",
    "mail",
    "queue",
    "cache",
    "disk",
    "node",
    "pod",
]


def run(rounds: int) -> list[Result]:
    return asyncio.run(_run(rounds))


async def _run(rounds: int) -> list[Result]:
    with (
        tempfile.TemporaryDirectory() as directory,
        running_product(Path(directory) / "data") as url,
    ):
        ours = await sign_in(url)
        uids, folder = await _fill(ours)
        paths = {
            "one word": "/api/search?query=payment&limit=100",
            "two words": "/api/search?query=payment%20queue&limit=100",
            "no hit": "/api/search?query=zebra&limit=100",
            "tag": "/api/search?tag=cache&limit=100",
            "folder": f"/api/search?folderUIDs={folder}&limit=100",
        }
        found: dict[str, list[float]] = {name: [] for name in paths}
        by_uid: list[float] = []
        for look in range(_LOOKS * max(1, rounds // 5)):
            by_uid.append(await _seconds(ours, f"/api/dashboards/uid/{uids[look % 100]}"))
            for name, path in paths.items():
                found[name].append(await _seconds(ours, path))
    reference = _p95(by_uid)
    return [
        Result(
            f"search {name}, {_DASHBOARDS:,} dashboards",
            _p95(times) * 1000,
            "ms p95",
            reference=reference * 1000,
            ratio=_p95(times) / reference,
            rounds=len(times),
            note="reference: dashboard by uid",
        )
        for name, times in found.items()
    ]


async def _fill(ours: SignedIn) -> tuple[list[str], str]:
    chance = random.Random(1)
    folders = []
    for number in range(_FOLDERS):
        made = await ours.send("POST", "/api/folders", {"title": f"Team {number}"})
        folders.append(made["uid"])
    uids = []
    for number in range(_DASHBOARDS):
        words = chance.sample(_WORDS, 3)
        dashboard = {"title": f"{' '.join(words)} {number}", "tags": words[:2], "panels": []}
        body = {"dashboard": dashboard, "folderUid": chance.choice(folders)}
        uids.append((await ours.send("POST", "/api/dashboards/db", body))["uid"])
    return uids, folders[0]


async def _seconds(ours: SignedIn, path: str) -> float:
    reply = await ours.connection.send("GET", path, headers=ours.headers)
    if reply.status != 200:
        raise RuntimeError(f"{path}: {reply.status} {reply.body[:200]!r}")
    return reply.seconds


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[18]
