"""`POST /api/ds/query`: accepts a batch and returns frames, with a status for each query."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, TypeVar

from vedette.access.guard import needs
from vedette.datasources.api.calls import QUERY_RATE
from vedette.kernel.clock import Clock
from vedette.querying.caching import cache_status
from vedette.querying.errors import SourceForbidden, UnknownSource
from vedette.querying.expressions.errors import InputFailed
from vedette.querying.frames_json import QueryAnswers, closing, results_json_in_turns
from vedette.querying.model import EXPRESSIONS, Batch, QueryTarget, Results
from vedette.querying.request import QueryRequest, read_targets
from vedette.querying.service import QueryService
from vedette.web import answer
from vedette.web.answer import ApiAnswer
from vedette.web.body import ClientGone
from vedette.web.call import Call
from vedette.web.routes import Route

_MAX_BODY = 4 * 1024 * 1024
_PIECE = 256 * 1024
_STREAM_FROM = 1024 * 1024
_WATCHED_FROM = 0.02
"""Seconds until the connection is watched, which takes a task; most queries end sooner."""
_NOT_FORWARDED = frozenset({b"host", b"content-length", b"content-type", b"connection"})
ResultT = TypeVar("ResultT")


class QueryApi:
    def __init__(self, service: QueryService, clock: Clock) -> None:
        self._service = service
        self._clock = clock

    def routes(self) -> list[Route]:
        return [
            Route(
                "POST",
                "/api/ds/query",
                self.query,
                needs("datasources:read"),
                body=QueryRequest,
                answer=QueryAnswers,
                summary="Run queries against data sources.",
                max_body=_MAX_BODY,
                rate=QUERY_RATE,
            )
        ]

    async def query(self, call: Call) -> ApiAnswer:
        targets = read_targets(call.body, self._clock.now())
        headers = _headers(call)
        batch = Batch(targets, forwarded_headers=headers, wants_fresh=_wants_fresh(headers))
        found = await _while_connected(call, self._service.run(call.who, batch))
        results = dict(_shown(targets, found))
        pieces = await results_json_in_turns(results, partial(self._clock.sleep, 0))
        status, extra = _status(results)
        if extra:
            extra["requestId"] = call.request_id
        pieces.append(closing(extra))
        came_from = cache_status(results)
        named = {"X-Cache": came_from} if came_from else {}
        return _answer(pieces, status, self._clock, named)


def _headers(call: Call) -> Mapping[str, str]:
    """Return the headers from which sources choose those to forward."""
    return {
        name.decode("latin-1"): value.decode("latin-1")
        for name, value in call.scope["headers"]
        if name not in _NOT_FORWARDED
    }


def _wants_fresh(headers: Mapping[str, str]) -> bool:
    """Return True for `Cache-Control: no-cache`, as browsers send for a reload, and `X-Cache-Skip:
    true`."""
    directives = headers.get("cache-control", "").lower()
    skip = headers.get("x-cache-skip", "").strip().lower()
    return "no-cache" in directives or "no-store" in directives or skip in ("true", "1")


def _shown(targets: Sequence[QueryTarget], results: Results) -> Results:
    """Leave out hidden queries of a batch with expressions, which are only inputs of these."""
    if all(target.datasource_uid != EXPRESSIONS for target in targets):
        return results
    hidden = {target.ref_id for target in targets if target.model.get("hide") is True}
    return {ref_id: answer for ref_id, answer in results.items() if ref_id not in hidden}


def _status(results: Results) -> tuple[int, dict[str, Any]]:
    """Return 200 on success, 404 or 403 if it is the error of every query, else 400."""
    errors = [each.error for each in results.values()]
    failed = [error for error in errors if error is not None]
    if not failed:
        return 200, {}
    causes = [error for error in failed if not isinstance(error, InputFailed)]
    extra = {"message": (causes or failed)[0].public}
    if len(failed) == len(errors):
        for kind in (UnknownSource, SourceForbidden):
            if all(isinstance(error, kind) for error in failed):
                return kind.status, extra
    return 400, extra


def _answer(
    pieces: Sequence[bytes], status: int, clock: Clock, headers: Mapping[str, str]
) -> ApiAnswer:
    """Return the response. Large ones are sent in pieces, so that the event loop is not blocked."""
    size = sum(map(len, pieces))
    if size < _STREAM_FROM:
        return answer.raw_json(b"".join(pieces), status, headers)
    sent = {**headers, "Content-Length": str(size)}
    return ApiAnswer(status, b"", headers=sent, stream=_blocks(pieces, clock))


async def _blocks(pieces: Sequence[bytes], clock: Clock) -> AsyncIterator[bytes]:
    """Join the pieces to blocks of about `_PIECE` bytes, and yield to the event loop between
    them."""
    start = sent = 0
    for index, size in enumerate(accumulate(map(len, pieces)), start=1):
        if size - sent >= _PIECE or index == len(pieces):
            yield b"".join(pieces[start:index])
            start, sent = index, size
            await clock.sleep(0)


async def _while_connected(call: Call, work: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Return the result of `work`, which is cancelled if the client disconnects. Raises
    `ClientGone`."""
    worker = asyncio.current_task()
    assert worker is not None
    watch = _Watch(call, worker.cancel)
    start = asyncio.get_running_loop().call_later(_WATCHED_FROM, watch.start)
    try:
        return await work
    except asyncio.CancelledError:
        if watch.saw_leaving and worker.uncancel() == 0:
            raise ClientGone from None
        raise
    finally:
        start.cancel()
        watch.end()


class _Watch:
    """Calls `then` when the client disconnects."""

    def __init__(self, call: Call, then: Callable[[], object]) -> None:
        self._call = call
        self._then = then
        self._task: asyncio.Task[None] | None = None
        self.saw_leaving = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    def end(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while (await self._call.receive())["type"] != "http.disconnect":
            pass
        self.saw_leaving = True
        self._then()
