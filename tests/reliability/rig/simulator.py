"""A metrics source with the HTTP API of Prometheus and the values of the script."""

import asyncio
import gzip
import io
import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from aiohttp import web

from tests.reliability.rig.loop import RigLoop
from tests.reliability.rig.origins import Origins
from tests.reliability.rig.script import Key, Script

_SELECTOR = re.compile(r"(\w+)\s*\{([^}]*)\}")
_MATCHER = re.compile(r'(\w+)\s*(=~|=)\s*"([^"]*)"')
_MANY = 100_000
_JSON = "application/json"


class Query(NamedTuple):
    """One query. `time` is its evaluation time, in Unix seconds."""

    arrived: float
    source: str
    rule: str
    time: float
    instance: str


@dataclass
class Simulator:
    """The path `/NAME/` is the source NAME; each can misbehave in its own mode.

    Modes: ok, error (500), bad (400 with a reason), malformed, hang, empty, many (10^5 series),
    huge (a body of 200 MB), bomb (gzip of the same).
    """

    script: Script
    rig: RigLoop
    origins: Origins
    queries: list[Query] = field(default_factory=list)
    port: int = 0
    churn: dict[str, int] = field(default_factory=dict)
    """The number of series of rules whose series change every second."""
    _ways: dict[str, str] = field(default_factory=dict)
    _runner: web.AppRunner | None = None

    def start(self) -> "Simulator":
        async def listen() -> None:
            app = web.Application(client_max_size=1024 * 1024)
            app.router.add_route("*", "/{source}/api/v1/{what:.*}", self._answer)
            self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
            await self._runner.setup()
            await web.TCPSite(self._runner, "127.0.0.1", 0).start()
            self.port = self._runner.addresses[0][1]

        self.rig.call(listen())
        return self

    def close(self) -> None:
        if self._runner is not None:
            self.rig.call(self._runner.cleanup())

    def behave(self, source: str, way: str) -> None:
        """Set the mode. A large body is created first, so that no query waits for it."""
        if way == "bomb":
            _bomb()
        elif way == "many":
            _many()
        self._ways[source] = way

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        arrived = time.time()
        # The instance is unknown if it disconnects while the body is read.
        peer = request.transport.get_extra_info("peername") if request.transport else None
        origin = self.origins.of(peer[1]) if peer else ""
        source, what = request.match_info["source"], request.match_info["what"]
        values = {
            **request.query,
            **(dict(await request.post()) if request.method == "POST" else {}),
        }
        if what in ("query", "query_range"):
            return await self._query(request, arrived, origin, source, what, values)
        if what == "status/buildinfo":
            return _json({"version": "2.42.0"})
        return _json([])

    async def _query(
        self,
        request: web.Request,
        arrived: float,
        origin: str,
        source: str,
        what: str,
        values: Any,
    ) -> web.StreamResponse:
        text = str(values.get("query", ""))
        rule = _rule(text)
        moment = float(values.get("time") or values.get("end") or arrived)
        self.queries.append(Query(arrived, source, rule, moment, origin))
        way = self._ways.get(f"{source}/{rule}") or self._ways.get(source, "ok")
        if way != "ok":
            return await self._misbehave(request, way)
        if not rule:
            return _json({"resultType": "scalar", "result": [moment, "2"]})
        if what == "query":
            return _json({"resultType": "vector", "result": self._vector(rule, moment)})
        start, step = float(values["start"]), float(values["step"])
        return _json({"resultType": "matrix", "result": self._matrix(rule, start, moment, step)})

    def _vector(self, rule: str, moment: float) -> list[Any]:
        if count := self.churn.get(rule):
            tick = int(moment)
            names = (f"{tick}-{number}" for number in range(count))
            return [_item(Key(rule, name), {}, moment, 90.0) for name in names]
        found = []
        for key in self.script.by_rule.get(rule, ()):
            value = self.script.value(key, moment)
            if value is not None:
                found.append(_item(key, self.script.labels[key], moment, value))
        return found

    def _matrix(self, rule: str, start: float, end: float, step: float) -> list[Any]:
        moments = [start + step * number for number in range(int((end - start) / step) + 1)]
        rows = []
        for key in self.script.by_rule.get(rule, ()):
            values = [(when, self.script.value(key, when)) for when in moments]
            points = [[when, repr(value)] for when, value in values if value is not None]
            metric = {"__name__": "sim", **key._asdict(), **self.script.labels[key]}
            rows.append({"metric": metric, "values": points})
        return rows

    async def _misbehave(self, request: web.Request, way: str) -> web.StreamResponse:
        if way == "error":
            return web.Response(status=500, text="internal trouble of the source")
        if way == "bad":
            body = {"status": "error", "errorType": "bad_data", "error": "no such metric here"}
            return web.json_response(body, status=400)
        if way == "malformed":
            return web.Response(text='{"status":"success","data":{"resul', content_type=_JSON)
        if way == "hang":
            await asyncio.sleep(30)
            return web.Response(status=504)
        if way == "empty":
            return _json({"resultType": "vector", "result": []})
        if way == "many":
            return web.Response(body=await asyncio.to_thread(_many), content_type=_JSON)
        assert way in ("huge", "bomb"), way
        return await _flood(request, compressed=way == "bomb")


async def _flood(request: web.Request, *, compressed: bool) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": _JSON})
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
        await response.prepare(request)
        await response.write(await asyncio.to_thread(_bomb))
        return response
    await response.prepare(request)
    try:
        for block in _blocks():
            await response.write(block)
    except ConnectionError:
        pass
    return response


@cache
def _many() -> bytes:
    """Return a response with 10^5 series."""
    now = time.time()
    rows = [_item(Key("many", str(number)), {}, now, 90.0) for number in range(_MANY)]
    data = {"resultType": "vector", "result": rows}
    return json.dumps({"status": "success", "data": data}).encode()


def _blocks() -> Iterator[bytes]:
    """Yield 200 MB of a response that starts well-formed."""
    yield b'{"status":"success","data":{"resultType":"vector","result":['
    row = json.dumps(_item(Key("huge", "x" * 900), {}, 1.0, 90.0)).encode() + b","
    block = row * 1024
    for _ in range(200):
        yield block


@cache
def _bomb() -> bytes:
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=6) as file:
        for block in _blocks():
            file.write(block)
    return packed.getvalue()


def _rule(text: str) -> str:
    selector = _SELECTOR.search(text)
    if selector is None:
        return ""
    matchers = {name: value for name, _, value in _MATCHER.findall(selector[2])}
    return matchers.get("rule", "")


def _item(key: Key, labels: Any, moment: float, value: float) -> dict[str, Any]:
    metric = {"__name__": "sim", "rule": key.rule, "series": key.series, **labels}
    return {"metric": metric, "value": [moment, repr(value)]}


def _json(data: Any) -> web.Response:
    return web.json_response({"status": "success", "data": data})
