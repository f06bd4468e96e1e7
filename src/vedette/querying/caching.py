"""Shares equal queries: concurrent ones are one call, later ones get a cached result.

Permissions are checked before. Results of sources that forward the identity of the user are only
shared with the same user. Errors are shared with concurrent queries and never cached.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal, Protocol, TypeAlias

import msgspec
import orjson
from msgspec.structs import replace

from vedette.cache.model import Cache
from vedette.cache.singleflight import SingleFlight
from vedette.datasources.forwarding import TRACING
from vedette.datasources.keeping import Keeping, kept_seconds
from vedette.datasources.model import SourceRef
from vedette.kernel.clock import Clock
from vedette.kernel.memory import (
    AnswerNeedsTooMuch,
    MemoryAccount,
    UserHoldsTooMuch,
    current,
    used,
)
from vedette.sdk import Answer, Caller, Json, Query, Sharing, TimeRange

Status: TypeAlias = Literal["HIT", "MISS", "BYPASS"]
Call: TypeAlias = Callable[[Caller, Sequence[Query]], Awaitable[Sequence[Answer]]]
_Shared: TypeAlias = Callable[[Sequence[Query]], Awaitable[Sequence[Answer]]]
_NOW = timedelta(minutes=5)
"""A range that ends less than this before now moves with the clock, in seconds."""
_LEAST_STEP = timedelta(seconds=1)
_ERRORS_OF_CALLER = (AnswerNeedsTooMuch, UserHoldsTooMuch)
"""Errors that concern only the caller that started a query, not those that joined it."""
_NOT_IN_KEY = frozenset(
    {
        "cacheTimeout",
        "datasource",
        "datasourceId",
        "hide",
        "intervalMs",
        "maxDataPoints",
        "queryCachingTTL",
        "refId",
        "timeRange",
    }
)
"""Keys of a model that do not change the result, or that are fields of `Query`."""


class ObserveCache(Protocol):
    def __call__(self, kind: str, outcome: str, saved: float) -> None:
        """Count one query: `hit`, `miss`, `bypass` or `shared`, and the seconds it saved."""
        ...


class CachingRules(msgspec.Struct, frozen=True):
    """Seconds, and bytes of one result; `longest` is 0 for no limit."""

    seconds: float = 60.0
    longest: float = 0.0
    most_bytes: int = 1024 * 1024


class ResultCache(msgspec.Struct, frozen=True):
    """The store of results, with prefixed keys."""

    cache: Cache
    secret: bytes
    rules: CachingRules = CachingRules()

    def name(self, question: bytes) -> str:
        return hmac.digest(self.secret, question, "sha256").hex()


class _Found(msgspec.Struct, frozen=True):
    answers: Sequence[Answer]
    status: Status | None
    """None if caching is disabled."""
    seconds: float
    """The duration of the query of the source, in seconds."""


class SharedQueries:
    def __init__(
        self,
        clock: Clock,
        kept: ResultCache | None = None,
        observe: ObserveCache = lambda kind, outcome, saved: None,
    ) -> None:
        self._clock = clock
        self._kept = kept
        self._observe = observe
        self._flights: SingleFlight[_Found] = SingleFlight()
        self._accounts: dict[tuple[bytes, bool], MemoryAccount] = {}

    async def ask(
        self,
        source: SourceRef,
        keeping: Keeping,
        identity: Mapping[str, str],
        caller: Caller,
        queries: Sequence[Query],
        call: Call,
    ) -> Sequence[Answer]:
        """Return the results of the queries in any order.

        `identity` is what the source learns about the user, from `identity_of`; `call` turns every
        failure into a result. A shared query is sent without a login that is not part of its
        identity.
        """
        alone, groups = _groups(queries, keeping.sharing)
        asker = [source.org_id, source.id, source.uid, source.version, dict(identity)]
        if caller.for_expressions:  # Some sources return another format for these queries.
            asker.append("expressions")
        anyone = partial(call, caller if identity else replace(caller, login=None))
        fresh = caller.wants_fresh
        calls = [self._shared(source, keeping, asker, each, anyone, fresh) for each in groups]
        if not alone and len(calls) == 1:
            return await calls[0]
        parts = await asyncio.gather(*([call(caller, alone)] if alone else ()), *calls)
        return [answer for part in parts for answer in part]

    async def _shared(
        self,
        source: SourceRef,
        keeping: Keeping,
        asker: Sequence[Any],
        queries: Sequence[Query],
        call: _Shared,
        fresh: bool,
    ) -> Sequence[Answer]:
        kept = self._kept
        seconds = 0.0
        if kept is not None:
            seconds = min(_seconds(each, keeping, kept.rules) for each in queries)
        if seconds > 0:
            now = self._clock.now()
            queries = [replace(each, range=aligned(each, seconds, now)) for each in queries]
        question = orjson.dumps([asker, list(map(_asked, queries))], option=orjson.OPT_SORT_KEYS)
        flight = (question, fresh)
        joins = self._flights.is_under_way(flight)

        def work() -> Coroutine[Any, Any, _Found]:
            if kept is not None and seconds > 0:
                return self._looked_up(kept, question, queries, call, seconds, fresh)
            return self._called(queries, call)

        with self._held(flight):
            found = await self._flights.run(flight, work)
        if joins and any(isinstance(each.error, _ERRORS_OF_CALLER) for each in found.answers):
            return await call(queries)
        if found.status == "HIT":
            self._observe(source.kind, "hit", found.seconds)
        elif joins:
            self._observe(source.kind, "shared", found.seconds)
        elif found.status is not None:
            self._observe(source.kind, found.status.lower(), 0.0)
        return found.answers

    @contextmanager
    def _held(self, flight: tuple[bytes, bool]) -> Iterator[None]:
        """Count the memory of a call once, as long as one of the requests that share it needs
        it."""
        asker = current()
        if asker is None:
            yield
            return
        joins = self._flights.is_under_way(flight) and flight in self._accounts
        if not joins:
            self._accounts[flight] = asker.opened()
        account = self._accounts[flight]
        asker.keep(account)
        try:
            if joins:
                yield
            else:
                with used(account):
                    yield
        finally:
            if not self._flights.is_under_way(flight):
                self._accounts.pop(flight, None)
        asker.settle(account)

    async def _called(self, queries: Sequence[Query], call: _Shared) -> _Found:
        started = self._clock.monotonic()
        answers = await call(queries)
        return _Found(answers, None, self._clock.monotonic() - started)

    async def _looked_up(
        self,
        kept: ResultCache,
        question: bytes,
        queries: Sequence[Query],
        call: _Shared,
        seconds: float,
        fresh: bool,
    ) -> _Found:
        # Imported here because it is slow to load and only needed with a cache.
        from vedette.querying.answer_codec import CachedResult, decode, encode

        name = kept.name(question)
        if not fresh and (data := await kept.cache.get(name)) and (known := decode(data)):
            about = {
                "status": "HIT",
                "ageMs": max(0, self._clock.now_ms() - known.asked_ms),
                "savedMs": round(known.seconds * 1000, 1),
            }
            return _Found(
                [_with_cache_status(each, about) for each in known.answers], "HIT", known.seconds
            )
        asked_ms = self._clock.now_ms()
        found = await self._called(queries, call)
        if not any(answer.error for answer in found.answers):
            new = CachedResult(tuple(found.answers), asked_ms, found.seconds)
            if value := encode(new, kept.rules.most_bytes):
                await kept.cache.put(name, value, seconds)
        status: Status = "BYPASS" if fresh else "MISS"
        marked = [_with_cache_status(each, {"status": status}) for each in found.answers]
        return _Found(marked, status, found.seconds)


def identity_of(caller: Caller) -> Mapping[str, str]:
    """Return what the source learns about the user; empty if it treats all users alike.

    `caller` has the headers that are sent to the source.
    """
    headers = {
        name: value for name, value in caller.forwarded_headers.items() if name not in TRACING
    }
    return {**headers, "login": caller.login or ""} if headers else {}


def cache_status(answers: Mapping[str, Answer]) -> str:
    """Return the header `X-Cache`: `HIT` only if every result was cached, empty if none can be."""
    found = {
        answer.frames[0].meta["cache"]["status"]
        for answer in answers.values()
        if answer.frames and "cache" in answer.frames[0].meta
    }
    return next((status for status in ("BYPASS", "MISS", "HIT") if status in found), "")


def aligned(query: Query, seconds: float, now: datetime) -> TimeRange:
    """Move a range that ends about now back to whole steps, so that concurrent users share it.

    A step is the interval of one point of the panel, and never more than `seconds`, the TTL of the
    result. Other ranges stay as they are.
    """
    span = query.range
    if abs(now - span.end) > _NOW:
        return span
    step = max(query.interval, span.length / query.max_points, _LEAST_STEP)
    step = min(step, timedelta(seconds=seconds))
    if step > span.length:
        return span
    return TimeRange(_floor(span.start, step), _floor(span.end, step))


def _floor(moment: datetime, step: timedelta) -> datetime:
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    return moment - (moment - epoch) % step


def _groups(
    queries: Sequence[Query], sharing: Callable[[Query], Sharing]
) -> tuple[list[Query], list[list[Query]]]:
    """Return the queries that are not shared, and groups of queries that are sent together."""
    never: list[Query] = []
    together: list[Query] = []
    groups: list[list[Query]] = []
    for query in queries:
        match sharing(query):
            case Sharing.NEVER:
                never.append(query)
            case Sharing.TOGETHER:
                together.append(query)
            case Sharing.ALONE:
                groups.append([query])
    return never, [*groups, together] if together else groups


def _asked(query: Query) -> Json:
    return {
        "refId": query.ref_id,
        "model": {key: value for key, value in query.model.items() if key not in _NOT_IN_KEY},
        "range": [query.range.start_ms, query.range.end_ms],
        "interval": query.interval.total_seconds(),
        "points": query.max_points,
    }


def _seconds(query: Query, keeping: Keeping, rules: CachingRules) -> float:
    """Return the TTL in seconds: that of the panel, else of the source, else of the
    configuration."""
    seconds = kept_seconds(query.model)
    if seconds is None:
        timeout = query.model.get("cacheTimeout")
        if isinstance(timeout, str | int) and str(timeout).isdecimal():
            seconds = float(timeout)
    if seconds is None:
        seconds = rules.seconds if keeping.seconds is None else keeping.seconds
    return min(seconds, rules.longest) if rules.longest > 0 else seconds


def _with_cache_status(answer: Answer, about: Json) -> Answer:
    """Return the result with its origin in the meta of the first frame."""
    if not answer.frames:
        return answer
    first = answer.frames[0]
    marked = replace(first, meta={**first.meta, "cache": about})
    return Answer(answer.ref_id, (marked, *answer.frames[1:]), answer.error)
