"""`POST /api/ds/query` beside the same question put to Prometheus directly, and who waits for it.

Both are asked over HTTP on this machine by the same client, in the same rounds. Each round is the
median of several questions with one client, or with four at once. The four ask for different
legends: equal questions at one moment would be asked once.

We have a core, Prometheus and the client have another, as if they were machines: what is measured
is what we add to an answer, not who gets the processor. Beside it stands what four clients wait
where all share both cores.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

import orjson
from tests.fixtures.prometheus import running_prometheus

from bench.client import Connection, Reply, connect
from bench.cores import on_core
from bench.data import SHAPES, START, STEP, expression, openmetrics
from bench.product import SignedIn, running_product, sign_in
from bench.report import Result, paired

_SOURCE = "bench"
_GATES = {"s": 2.0, "m": 1.6, "l": 1.6}
_ASKED = {"s": 40, "m": 10, "l": 4}
"""Questions a round and client."""
_HEALTH_SECONDS = 4.0
_HEALTH_GATE_MS = 15.0
Ask = Callable[[], Awaitable[float]]


def run(rounds: int) -> Sequence[Result]:
    return [*_asked(rounds, ours=0, others=1), *_asked(rounds, ours=None, others=None)]


def _asked(rounds: int, *, ours: int | None, others: int | None) -> Sequence[Result]:
    """`ours` and `others` are the cores of the product and of all else, None for any."""
    with tempfile.TemporaryDirectory(prefix="vedette-bench-") as name, ExitStack() as running:
        directory = Path(name)
        with on_core(others):
            prometheus = running.enter_context(
                running_prometheus(directory / "prometheus", openmetrics=openmetrics())
            )
        with on_core(ours):
            url = running.enter_context(running_product(directory / "data"))
        with on_core(others):
            return asyncio.run(_measure(url, prometheus.url, rounds, apart=ours is not None))


async def _measure(url: str, prometheus: str, rounds: int, *, apart: bool) -> list[Result]:
    admin = await sign_in(url)
    source = {"name": "Bench", "uid": _SOURCE, "type": "prometheus", "access": "proxy"}
    await admin.send("POST", "/api/datasources", {**source, "url": prometheus})
    results = []
    for shape in SHAPES:
        await _check_equal(admin, prometheus, shape)
        for clients in (1, 4) if apart else (4,):
            times = await _times(url, admin, prometheus, shape, clients, rounds)
            results.append(_compared(shape, clients, times, apart=apart))
    if apart:
        results.append(await _health(url, admin))
    return results


def _compared(
    shape: str, clients: int, times: tuple[list[float], list[float]], *, apart: bool
) -> Result:
    series, samples = SHAPES[shape]
    name = f"query {series}x{samples}, {clients} at once, p50"
    if apart:
        return paired(name, *times, unit="ms", gate=_GATES[shape], note="beside Prometheus itself")
    return paired(f"{name}, same cores", *times, unit="ms", note="Prometheus and we share them")


async def _times(
    url: str, admin: SignedIn, prometheus: str, shape: str, clients: int, rounds: int
) -> tuple[list[float], list[float]]:
    """Milliseconds of each round, ours and Prometheus' own."""
    ours = [_through_us(await connect(url), admin, shape, n) for n in range(clients)]
    direct = [_directly(await connect(prometheus), shape) for _ in range(clients)]
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        order = ((0, ours), (1, direct)) if number % 2 else ((1, direct), (0, ours))
        for place, asks in order:
            found = await _round(asks, _ASKED[shape])
            if number:
                times[place].append(found * 1000)
    return times


async def _round(asks: Sequence[Ask], count: int) -> float:
    """The median of what each client waited."""

    async def repeated(ask: Ask) -> list[float]:
        return [await ask() for _ in range(count)]

    found = await asyncio.gather(*map(repeated, asks))
    return statistics.median(seconds for each in found for seconds in each)


def _through_us(connection: Connection, admin: SignedIn, shape: str, number: int) -> Ask:
    body = orjson.dumps(_question(shape, number))

    async def ask() -> float:
        return _good(await connection.send("POST", "/api/ds/query", body, admin.headers)).seconds

    return ask


def _directly(connection: Connection, shape: str) -> Ask:
    body, headers = _direct_question(shape)

    async def ask() -> float:
        return _good(await connection.send("POST", "/api/v1/query_range", body, headers)).seconds

    return ask


def _question(shape: str, number: int = 0) -> dict[str, object]:
    query = {
        "refId": "A",
        "datasource": {"type": "prometheus", "uid": _SOURCE},
        "expr": expression(shape),
        "range": True,
        "interval": f"{STEP}s",
        "legendFormat": f"{{{{instance}}}} {number}",
        "maxDataPoints": 11_000,
    }
    return {"queries": [query], "from": str(START * 1000), "to": str(_end(shape) * 1000)}


def _direct_question(shape: str) -> tuple[bytes, dict[str, str]]:
    asked = {"query": expression(shape), "start": START, "end": _end(shape), "step": STEP}
    return urlencode(asked).encode(), {"Content-Type": "application/x-www-form-urlencoded"}


def _end(shape: str) -> int:
    return START + STEP * (SHAPES[shape][1] - 1)


def _good(reply: Reply) -> Reply:
    if reply.status != 200:
        raise RuntimeError(f"{reply.status}: {reply.body[:300]!r}")
    return reply


async def _check_equal(admin: SignedIn, prometheus: str, shape: str) -> None:
    """What is compared has to be the same answer."""
    answer = await admin.send("POST", "/api/ds/query", _question(shape))
    connection = await connect(prometheus)
    reply = _good(await connection.send("POST", "/api/v1/query_range", *_direct_question(shape)))
    connection.close()
    series = orjson.loads(reply.body)["data"]["result"]
    frames = answer["results"]["A"]["frames"]
    ours = {
        orjson.dumps(frame["schema"]["fields"][1]["labels"], option=orjson.OPT_SORT_KEYS): frame[
            "data"
        ]["values"]
        for frame in frames
    }
    for each in series:
        times, values = ours[orjson.dumps(each["metric"], option=orjson.OPT_SORT_KEYS)]
        assert times == [time * 1000 for time, _ in each["values"]]
        assert values == [float(text) for _, text in each["values"]]
    assert (len(frames), len(series)) == (SHAPES[shape][0],) * 2


async def _health(url: str, admin: SignedIn) -> Result:
    """How long `/api/health` takes while one client repeats the largest question."""
    probe = await connect(url)
    quiet = [(await probe.send("GET", "/api/health")).seconds for _ in range(200)]
    large = _through_us(await connect(url), admin, "l", 0)
    busy = asyncio.ensure_future(_repeat(large))
    waits = []
    until = time.perf_counter() + _HEALTH_SECONDS
    while time.perf_counter() < until:
        waits.append(_good(await probe.send("GET", "/api/health")).seconds)
        await asyncio.sleep(0.005)
    busy.cancel()
    value, idle = _p99_ms(waits), _p99_ms(quiet)
    return Result(
        "health p99 beside 720,000 samples",
        value,
        "ms",
        spread=idle / _HEALTH_GATE_MS,
        gate=_HEALTH_GATE_MS,
        rounds=1,
        note=f"{len(waits)} calls; {idle:.2g} ms when idle, which has to be far below the gate",
    )


def _p99_ms(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=100)[98] * 1000


async def _repeat(ask: Ask) -> None:
    while True:
        await ask()
