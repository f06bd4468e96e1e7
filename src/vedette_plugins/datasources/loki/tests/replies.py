"""Answers as Loki writes them, and a source that gets them."""

import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from vedette.sdk import Host, Query, TimeRange
from vedette.sdk.testing import AnyNetwork, Request, ScriptedHttp, ScriptedReply, StoppedClock

START_NS = 1_790_000_000_000_000_000


def streams(*result: Mapping[str, Any], categorized: bool = True) -> bytes:
    data: dict[str, Any] = {"resultType": "streams", "result": list(result), "stats": {}}
    if categorized:
        data["encodingFlags"] = ["categorize-labels"]
    return orjson.dumps({"status": "success", "data": data})


def numbers(kind: str, *result: Mapping[str, Any]) -> bytes:
    data = {"resultType": kind, "result": list(result), "stats": {}}
    return orjson.dumps({"status": "success", "data": data})


def answering(body: bytes, status: int = 200, labels: tuple[str, ...] = ("app",)) -> ScriptedHttp:
    def answer(request: Request) -> ScriptedReply:
        if request.path.endswith("/labels"):
            return ScriptedReply(orjson.dumps({"status": "success", "data": list(labels)}))
        return ScriptedReply(body, status)

    return ScriptedHttp(answer)


def lent(http: ScriptedHttp) -> Host:
    return Host(StoppedClock(), http, logging.getLogger("vedette.plugin.test"), AnyNetwork())


def query(expr: str, hours: float = 1, interval: float = 15, **model: Any) -> Query:
    end = datetime.fromtimestamp(START_NS // 10**9, UTC) + timedelta(hours=hours)
    span = TimeRange(end - timedelta(hours=hours), end)
    return Query("A", {"expr": expr, **model}, span, timedelta(seconds=interval), 1_000)


Make = Callable[..., Query]
