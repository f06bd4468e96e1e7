import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from vedette.access.evaluator import RolePermissions
from vedette.access.model import Visible
from vedette.datasources.keeping import Keeping
from vedette.kernel.clock import SystemClock
from vedette.kernel.principal import Principal
from vedette.querying.limits import QueryLimits
from vedette.querying.model import Batch, QueryTarget, SourceRef
from vedette.querying.service import QueryService
from vedette.sdk import (
    Answer,
    BadGateway,
    Caller,
    Field,
    FieldType,
    Frame,
    FrameKind,
    Health,
    Query,
    ReadLimits,
    TimeRange,
)
from vedette.sdk.datasource import shared_alone

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
VIEWER = Principal("user", 1, 1, "Viewer", login="vera")


@dataclass
class Source:
    """Answers one row a query after `delay`, or raises `failure`."""

    delay: float = 0
    failure: Exception | None = None
    rows: int = 1
    frames: int = 1
    fields: int = 1
    skips: str = ""
    never_shared: bool = False
    calls: int = 0
    at_once: int = 0
    most_at_once: int = 0
    cancelled: int = 0
    callers: list[Caller] = field(default_factory=list)

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]:
        self.calls += 1
        self.callers.append(caller)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(self.delay)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.at_once -= 1
        if self.failure is not None:
            raise self.failure
        column = Field("v", FieldType.NUMBER, [1.0] * self.rows)
        frames = (Frame(FrameKind.TABLE, (column,) * self.fields),) * self.frames
        return [Answer(each.ref_id, frames) for each in queries if each.ref_id != self.skips]

    async def check(self) -> Health:
        return Health(True, "")

    async def aclose(self) -> None: ...


class Sources:
    """Sources by uid, all of organization 1."""

    def __init__(self, **sources: Source) -> None:
        self.live = sources
        self.lookups = 0

    async def find(self, org_id, uids, ids):
        self.lookups += 1
        known = [
            SourceRef(1, number, uid, uid.title(), "test", 1)
            for number, uid in enumerate(self.live, start=1)
        ]
        if org_id != 1:
            return []
        return [each for each in known if each.uid in uids or each.id in ids]

    async def connect(self, source):
        return self.live[source.uid]

    def caller(self, source, caller):
        return caller

    def keeping(self, source):
        return None if self.live[source.uid].never_shared else Keeping(shared_alone)


class Observed(list):
    def __call__(self, kind, outcome, seconds):
        self.append((kind, outcome))


def target(ref_id: str, uid: str = "", number: int | None = None) -> QueryTarget:
    span = TimeRange(NOW - timedelta(hours=1), NOW)
    return QueryTarget(ref_id, uid, {}, span, timedelta(seconds=15), 100, number)


def service(sources, *, permissions=None, observed=None, **limits) -> QueryService:
    return QueryService(
        sources,
        permissions or RolePermissions(),
        SystemClock(),
        Observed() if observed is None else observed,
        QueryLimits(**limits),
    )


async def run(sources, *targets, who=VIEWER, **more):
    return await service(sources, **more).run(who, Batch(targets))


def codes(results):
    return {ref_id: each.error.code if each.error else "ok" for ref_id, each in results.items()}


async def test_answers_come_in_the_order_of_the_questions():
    sources = Sources(a=Source(), b=Source())
    results = await run(sources, target("C", "b"), target("A", "a"), target("B", "b"))
    assert list(results) == ["C", "A", "B"]
    assert set(codes(results).values()) == {"ok"}
    assert (sources.live["a"].calls, sources.live["b"].calls, sources.lookups) == (1, 2, 1)


async def test_what_is_not_shared_is_one_call_a_source():
    sources = Sources(b=Source(never_shared=True))
    await run(sources, target("C", "b"), target("B", "b"))
    assert sources.live["b"].calls == 1


async def test_what_is_unknown_is_an_error_of_its_own_query_only():
    results = await run(
        Sources(a=Source()),
        target("A", "a"),
        target("B", "gone"),
        target("C", "__expr__"),
        target("D", "-- Mixed --"),
        target("E", number=1),
        target("F", number=9),
    )
    assert codes(results) == {
        "A": "ok",
        "B": "query.unknown_source",
        "C": "query.bad_expression",
        "D": "query.unknown_source",
        "E": "ok",
        "F": "query.unknown_source",
    }


async def test_sources_of_another_organization_do_not_exist():
    """Proves T41."""
    stranger = Principal("user", 1, 2, "Admin")
    assert codes(await run(Sources(a=Source()), target("A", "a"), who=stranger)) == {
        "A": "query.unknown_source"
    }


class OnlyA(RolePermissions):
    async def visible(self, who, action, kind):
        assert (action, kind) == ("datasources:read", "datasources")
        return Visible(everything=False, uids=frozenset({"a"}))


async def test_each_source_needs_its_own_permission():
    """Proves T48."""
    sources = Sources(a=Source(), b=Source())
    results = await run(sources, target("A", "a"), target("B", "b"), permissions=OnlyA())
    assert codes(results) == {"A": "ok", "B": "query.source_forbidden"}
    assert sources.live["b"].calls == 0


async def test_a_dead_slow_or_broken_source_holds_up_no_other():
    observed = Observed()
    results = await run(
        Sources(
            fine=Source(),
            slow=Source(delay=30),
            down=Source(failure=BadGateway("refused")),
            broken=Source(failure=ZeroDivisionError("secret detail")),
        ),
        target("A", "fine"),
        target("B", "slow"),
        target("C", "down"),
        target("D", "broken"),
        timeout=0.05,
        observed=observed,
    )
    assert codes(results) == {
        "A": "ok",
        "B": "query.timeout",
        "C": "downstream.failed",
        "D": "query.source_failed",
    }
    assert "Slow did not respond within 0.05 seconds" in results["B"].error.public
    assert "secret" not in results["D"].error.public
    assert sorted(outcome for _, outcome in observed) == ["error", "error", "ok", "timeout"]


async def test_waiting_for_a_turn_counts_as_waiting_for_the_source():
    busy = Source(delay=0.2, never_shared=True)
    asked = service(Sources(a=busy), timeout=0.3, parallel=1)
    calls = [asked.run(VIEWER, Batch((target("A", "a"),))) for _ in range(3)]
    outcomes = [codes(results)["A"] for results in await asyncio.gather(*calls)]
    assert sorted(outcomes) == ["ok", "query.timeout", "query.timeout"]
    assert busy.most_at_once == 1


async def test_leaving_cancels_what_is_under_way():
    source, observed = Source(delay=30), Observed()
    asked = service(Sources(a=source), observed=observed)
    task = asyncio.ensure_future(asked.run(VIEWER, Batch((target("A", "a"),))))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert source.cancelled == 1
    assert observed == [("test", "cancelled")]


async def test_a_query_that_the_source_forgot_is_an_error():
    results = await run(Sources(a=Source(skips="B")), target("A", "a"), target("B", "a"))
    assert codes(results) == {"A": "ok", "B": "query.no_answer"}


async def test_too_many_series_are_cut_with_a_notice():
    results = await run(Sources(a=Source(frames=5)), target("A", "a"), max_frames=3)
    frames = results["A"].frames
    assert len(frames) == 3
    assert frames[0].notices[0]["text"].startswith("The query returned 5 series; 3 are shown")


async def test_too_many_values_are_refused_with_what_to_do():
    results = await run(Sources(a=Source(rows=50)), target("A", "a"), max_points=40)
    assert "Use a larger step" in results["A"].error.public


async def test_the_source_learns_the_login_and_nothing_more():
    source, shared = Source(never_shared=True), Source()
    await run(Sources(a=source, b=shared), target("A", "a"), target("B", "b"))
    assert source.callers == [Caller(org_id=1, login="vera")]
    assert shared.callers == [Caller(org_id=1)]


async def test_the_built_in_source_needs_no_configuration():
    results = await run(Sources(), target("A", "grafana"))
    (frame,) = results["A"].frames
    assert [column.name for column in frame.fields] == ["time", "A-series"]
    assert len(frame.fields[0].values) > 10


async def test_half_an_answer_never_decides_about_an_alert():
    asked = Batch((target("A", "a"),), from_alert=True)
    results = await service(Sources(a=Source(frames=5)), max_frames=3).run(VIEWER, asked)
    assert results["A"].error.code == "query.too_many_series"
    assert "5 series" in results["A"].error.public


async def test_an_alert_is_refused_wide_frames_of_too_many_series_too():
    asked = Batch((target("A", "a"),), from_alert=True)
    wide = Source(fields=5)
    results = await service(Sources(a=wide), of_alerts=ReadLimits(series=3)).run(VIEWER, asked)
    assert results["A"].error.code == "query.too_many_series"
    assert "4 series" in results["A"].error.public


async def test_an_error_keeps_nothing_of_what_was_read_before_it():
    source = Source(failure=BadGateway("It broke."))
    results = await service(Sources(a=source)).run(VIEWER, Batch((target("A", "a"),)))
    error = results["A"].error
    assert (error.__traceback__, error.__cause__, error.__context__) == (None, None, None)
