"""Who may share an answer, for how long, and what always asks the source itself."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.cache.memory import MemoryCache
from vedette.datasources.keeping import Keeping
from vedette.querying.caching import (
    CachingRules,
    ResultCache,
    SharedQueries,
    aligned,
    cache_status,
    identity_of,
)
from vedette.querying.model import SourceRef
from vedette.sdk import (
    Answer,
    BadGateway,
    Caller,
    Field,
    FieldType,
    Frame,
    FrameKind,
    Query,
    Sharing,
    TimeRange,
)
from vedette.sdk.datasource import shared_alone
from vedette.sdk.testing import START, StoppedClock

ALONE = Keeping(shared_alone)
PROM = SourceRef(1, 1, "prom", "Prom", "prometheus", 1)
VERA = Caller(1, "vera")


@dataclass
class Store:
    """Answers how often it was asked; holds calls while `gate` is shut."""

    asked: list[list[Query]] = field(default_factory=list)
    callers: list[Caller] = field(default_factory=list)
    error: BadGateway | None = None
    gate: asyncio.Event | None = None

    async def __call__(self, caller, queries):
        self.asked.append(list(queries))
        self.callers.append(caller)
        number = len(self.asked)
        if self.gate is not None:
            await self.gate.wait()
        column = Field("v", FieldType.NUMBER, [number])
        frame = Frame(FrameKind.TABLE, (column,), meta={"type": "numeric"})
        if self.error is not None:
            return [Answer(each.ref_id, error=self.error) for each in queries]
        return [Answer(each.ref_id, (frame,)) for each in queries]


class Counted(list):
    def __call__(self, kind, outcome, saved):
        self.append(outcome)


@dataclass
class Desk:
    """A `SharedQueries` with its clock, store and counts."""

    clock: StoppedClock
    store: Store
    counted: Counted
    shared: SharedQueries

    async def ask(
        self, *queries, source=PROM, keeping=ALONE, identity=MappingProxyType({}), caller=VERA
    ):
        """The numbers that were answered."""
        answers = await self.shared.ask(source, keeping, identity, caller, queries, self.store)
        return [
            each.frames[0].fields[0].values[0] if each.frames else str(each.error)
            for each in answers
        ]


def desk(*, keeps=True, **rules) -> Desk:
    clock, counted = StoppedClock(), Counted()
    cache = MemoryCache(clock, 1_000_000)
    kept = ResultCache(cache, b"secret", CachingRules(**rules)) if keeps else None
    return Desk(clock, Store(), counted, SharedQueries(clock, kept, counted))


def query(expr="up", ref_id="A", *, ago=0.0, length=3600.0, points=240, **model) -> Query:
    end = START - timedelta(seconds=ago)
    span = TimeRange(end - timedelta(seconds=length), end)
    return Query(ref_id, {"expr": expr, **model}, span, timedelta(seconds=15), points)


async def test_an_answer_is_kept_for_its_time_and_then_asked_for_again():
    at = desk(seconds=60)
    day = {"ago": 86_400}
    assert await at.ask(query(**day)) == [1]
    await at.clock.sleep(59)
    assert await at.ask(query(**day)) == [1]
    await at.clock.sleep(2)
    assert await at.ask(query(**day)) == [2]
    assert at.counted == ["miss", "hit", "miss"]


async def test_without_a_cache_only_what_is_under_way_is_shared():
    at = desk(keeps=False)
    at.store.gate = asyncio.Event()
    calls = [asyncio.ensure_future(at.ask(query())) for _ in range(20)]
    await asyncio.sleep(0.01)
    at.store.gate.set()
    assert await asyncio.gather(*calls) == [[1]] * 20
    assert at.counted == ["shared"] * 19
    assert await at.ask(query()) == [2]


async def test_panels_share_a_query_whatever_else_they_ask():
    at = desk()
    assert await at.ask(query("up")) == [1]
    assert await at.ask(query("up"), query("down", "B")) == [1, 2]


@pytest.mark.parametrize(
    "other",
    [
        query("down"),
        query(ref_id="B"),
        query(points=100),
        query(length=7200),
        query(legendFormat="{{job}}"),
    ],
)
async def test_what_differs_is_asked_for_itself(other):
    at = desk()
    assert await at.ask(query()) == [1]
    assert await at.ask(other) == [2]


async def test_what_changes_no_answer_makes_no_difference():
    at = desk()
    assert await at.ask(query(datasource={"uid": "prom"}, hide=True, intervalMs=15_000)) == [1]
    assert await at.ask(query(datasource="prom", queryCachingTTL=30_000)) == [1]


@pytest.mark.parametrize(
    "other",
    [
        SourceRef(2, 1, "prom", "Prom", "prometheus", 1),
        SourceRef(1, 2, "prom", "Prom", "prometheus", 1),
        SourceRef(1, 1, "other", "Prom", "prometheus", 1),
        SourceRef(1, 1, "prom", "Prom", "prometheus", 2),
    ],
)
async def test_another_organization_source_or_version_gets_nothing_of_it(other):
    """Proves T59."""
    at = desk()
    assert await at.ask(query()) == [1]
    assert await at.ask(query(), source=other) == [2]


async def test_results_of_a_source_with_user_forwarding_are_not_shared():
    at = desk()
    people = [
        Caller(1, "vera", {"X-Grafana-User": "vera"}),
        Caller(1, "otto", {"X-Grafana-User": "otto"}),
        Caller(1, "vera", {"Cookie": "token=1"}),
        Caller(1, "vera", {"Cookie": "token=2"}),
    ]
    for number, who in enumerate(people, start=1):
        assert await at.ask(query(), identity=identity_of(who), caller=who) == [number]
    for number, who in enumerate(people, start=1):
        assert await at.ask(query(), identity=identity_of(who), caller=who) == [number]
    assert [each.login for each in at.store.callers] == ["vera", "otto", "vera", "vera"]


async def test_a_source_without_user_forwarding_gets_no_login():
    at = desk()
    who = Caller(1, "vera", {"x-dashboard-uid": "d", "x-panel-id": "2"})
    assert identity_of(who) == {}
    await at.ask(query(), caller=who)
    assert at.store.callers[0].login is None


async def test_the_refresh_button_asks_the_source_and_everyone_gets_what_it_says():
    at = desk()
    await at.ask(query())
    assert await at.ask(query(), caller=Caller(1, "vera", wants_fresh=True)) == [2]
    assert await at.ask(query()) == [2]
    assert at.counted == ["miss", "bypass", "hit"]


async def test_errors_are_not_kept():
    at = desk()
    at.store.error = BadGateway("refused")
    assert await at.ask(query()) == ["refused"]
    at.store.error = None
    assert await at.ask(query()) == [2]


@pytest.mark.parametrize(
    ("panel", "source", "rules", "seconds"),
    [
        ({}, None, {}, 60),
        ({}, 300.0, {}, 300),
        ({}, 0.0, {}, 0),
        ({"queryCachingTTL": 5_000}, 300.0, {}, 5),
        ({"queryCachingTTL": 0}, 300.0, {}, 0),
        ({"queryCachingTTL": None}, 300.0, {}, 300),
        ({"cacheTimeout": "7"}, 300.0, {}, 7),
        ({"cacheTimeout": "soon"}, 300.0, {}, 300),
        ({"queryCachingTTL": 3_600_000}, None, {"longest": 90.0}, 90),
        ({}, None, {"seconds": 20.0}, 20),
    ],
)
async def test_the_panel_says_how_long_else_the_source_else_the_configuration(
    panel, source, rules, seconds
):
    at = desk(**rules)
    keeping = Keeping(shared_alone, source)
    asked = query(ago=86_400, **panel)
    assert await at.ask(asked, keeping=keeping) == [1]
    await at.clock.sleep(max(0.0, seconds - 0.5))
    assert await at.ask(asked, keeping=keeping) == [1 if seconds else 2]
    await at.clock.sleep(1)
    assert (await at.ask(asked, keeping=keeping))[0] > 1


async def test_what_a_plugin_does_not_share_is_asked_as_the_person_who_asks():
    at = desk()
    never = Keeping(lambda asked: Sharing.NEVER)
    assert await at.ask(query(), query(ref_id="B"), keeping=never) == [1, 1]
    assert await at.ask(query(), keeping=never) == [2]
    assert at.store.callers[0].login == "vera"
    assert at.counted == []


async def test_what_a_plugin_answers_together_is_asked_and_kept_together():
    at = desk()

    def sharing(asked):
        return Sharing.TOGETHER if asked.model.get("format") == "table" else Sharing.ALONE

    keeping = Keeping(sharing)
    table, other = query(format="table"), query(ref_id="B", format="table")
    assert await at.ask(table, other, query(ref_id="C"), keeping=keeping) == [1, 2, 2]
    assert [len(each) for each in at.store.asked] == [1, 2]
    assert await at.ask(table, other, keeping=keeping) == [2, 2]
    assert await at.ask(table, keeping=keeping) == [3]


async def test_a_dashboard_that_moves_with_the_clock_meets_what_others_saw():
    at = desk()
    await at.ask(query(ago=-2))
    assert await at.ask(query(ago=-9)) == [1]
    assert await at.ask(query(ago=-16)) == [2]


@given(
    length=st.floats(0.1, 40 * 86_400),
    ago=st.floats(-600, 4_000),
    points=st.integers(1, 2_000),
    seconds=st.floats(0.5, 600),
)
def test_a_moved_range_is_behind_by_less_than_an_answer_may_be_old(length, ago, points, seconds):
    asked = query(length=length, ago=ago, points=points)
    span = aligned(asked, seconds, START)
    for before, after in ((asked.range.start, span.start), (asked.range.end, span.end)):
        assert timedelta(0) <= before - after < timedelta(seconds=seconds)
    assert span.start <= span.end
    if ago > 300:
        assert span == asked.range


async def test_the_inspector_shows_the_origin_of_a_result():
    at = desk()

    async def asked(caller=VERA):
        answers = await at.shared.ask(PROM, ALONE, {}, caller, [query()], at.store)
        return {each.ref_id: each for each in answers}

    first = await asked()
    await at.clock.sleep(3)
    second = await asked()
    assert first["A"].frames[0].meta["cache"] == {"status": "MISS"}
    about = second["A"].frames[0].meta["cache"]
    assert (about["status"], about["ageMs"]) == ("HIT", 3_000)
    assert second["A"].frames[0].meta["type"] == "numeric"
    assert (cache_status(first), cache_status(second)) == ("MISS", "HIT")
    assert cache_status({**first, "B": second["A"]}) == "MISS"
    assert cache_status(await asked(Caller(1, wants_fresh=True))) == "BYPASS"
    assert cache_status({"A": Answer("A")}) == ""
