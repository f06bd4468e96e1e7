"""What is kept of policies, timings, inhibitions and silences, on both databases."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from vedette.alerting.model import Matcher, Operator
from vedette.alerting.muting.inhibitions.model import InhibitRule
from vedette.alerting.muting.inhibitions.store import InhibitStore
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.silences.store import SilenceStore, delete_ended_before
from vedette.alerting.muting.timings.store import TimingStore
from vedette.alerting.muting.timings.text import parse_timing
from vedette.alerting.routing.policies import NotificationPolicy, default_policy
from vedette.alerting.routing.store import PolicyStore
from vedette.db.database import Database

NOW = datetime(2026, 1, 5, 10, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
WEB = Matcher("team", Operator.EQUAL, "web")
NIGHT = {"times": [{"start_time": "22:00", "end_time": "24:00"}], "location": "Europe/Berlin"}


def ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


@pytest.fixture
async def org(database: Database) -> int:
    async with database.transaction() as tx:
        statement = "INSERT INTO org (name, created, updated) VALUES (:name, 1, 1) RETURNING id"
        made: int = await tx.value(statement, {"name": "first"})
        await tx.value(statement, {"name": "second"})
    return made


def silence(name: str, start: timedelta, end: timedelta) -> Silence:
    return Silence(name, (WEB,), NOW + start, NOW + end, "eva", "why", NOW)


async def test_an_organization_begins_with_the_default_policy(database: Database, org: int) -> None:
    async with database.reading() as tx:
        stored = await PolicyStore(tx).get(org)
    assert (stored.policy, stored.version) == (default_policy(), 0)


async def test_a_policy_tree_is_read_back_whole_and_counts_its_versions(
    database: Database, org: int
) -> None:
    tree = NotificationPolicy(
        "mail",
        (),
        repeat_interval=timedelta(hours=12),
        routes=(
            NotificationPolicy(
                matchers=(WEB, Matcher("größe", Operator.NOT_REGEX, 'a"b\\.c|\n')),
                continues=True,
                mute_timings=("night",),
                active_timings=("work",),
                group_wait=timedelta(0),
                routes=(NotificationPolicy("chat", ("...",)),),
            ),
        ),
    )
    async with database.transaction() as tx:
        await PolicyStore(tx).put(org, default_policy(), "", 1)
        await PolicyStore(tx).put(org, tree, "api", 2)
    async with database.reading() as tx:
        stored = await PolicyStore(tx).get(org)
        other = await PolicyStore(tx).get(org + 1)
    assert (stored.policy, stored.provenance, stored.version) == (tree, "api", 2)
    assert other.policy == default_policy()


async def test_timings_are_kept_by_name_in_their_organization(database: Database, org: int) -> None:
    timing = parse_timing("night/ü", [NIGHT, {"weekdays": ["saturday", "sunday"]}])
    async with database.transaction() as tx:
        store = TimingStore(tx)
        await store.put(org, timing, "file", 1)
        await store.put(org, parse_timing("always", []), "", 1)
    async with database.reading() as tx:
        store = TimingStore(tx)
        assert [each.timing.name for each in await store.all(org)] == ["always", "night/ü"]
        stored = await store.by_name(org, "night/ü")
        assert stored is not None
        assert (stored.timing, stored.provenance) == (timing, "file")
        assert await store.by_name(org + 1, "night/ü") is None
    async with database.transaction() as tx:
        await TimingStore(tx).delete(org + 1, "night/ü")
        await TimingStore(tx).delete(org, "always")
        assert [each.timing for each in await TimingStore(tx).all(org)] == [timing]


async def test_inhibitions_are_replaced_as_a_whole(database: Database, org: int) -> None:
    rule = InhibitRule("site", (Matcher("down", Operator.REGEX, ".+"),), (WEB,), ("site", "zone"))
    async with database.transaction() as tx:
        store = InhibitStore(tx)
        assert (await store.get(org)).rules == ()
        await store.put(org, [rule, rule], "", 1)
        await store.put(org, [rule], "api", 2)
        stored = await store.get(org)
    assert (stored.rules, stored.provenance, stored.version) == ((rule,), "api", 2)


async def test_silences_are_found_by_whether_they_act_now(database: Database, org: int) -> None:
    ended = silence("ended", -2 * HOUR, -HOUR)
    active = silence("active", -HOUR, HOUR)
    pending = silence("pending", HOUR, 2 * HOUR)
    intervals = parse_timing("x", [NIGHT]).intervals
    nightly = replace(silence("nightly", -HOUR, 9 * HOUR), recurring=intervals)
    async with database.transaction() as tx:
        store = SilenceStore(tx)
        for each in (pending, ended, nightly, active):
            await store.put(org, each)
    async with database.reading() as tx:
        store = SilenceStore(tx)
        assert await store.all(org) == [ended, active, pending, nightly]
        assert await store.not_ended(org, ms(NOW)) == [active, pending, nightly]
        assert await store.count_not_ended(org, ms(NOW)) == 3
        assert await store.active(org, ms(NOW)) == [active]
        night = await store.active(org, ms(NOW + 12 * HOUR))
        assert night == []
        assert await store.all(org + 1) == []


async def test_a_silence_ends_now_and_one_that_has_not_begun_never_begins(
    database: Database, org: int
) -> None:
    later = NOW + timedelta(minutes=1)
    async with database.transaction() as tx:
        store = SilenceStore(tx)
        await store.put(org, silence("active", -HOUR, HOUR))
        await store.put(org, silence("pending", HOUR, 2 * HOUR))
        await store.put(org, silence("ended", -2 * HOUR, -HOUR))
        for name in ("active", "pending", "ended"):
            await store.expire(org, name, ms(later))
            await store.expire(org + 1, name, ms(NOW))
        found = {each.id: each for each in await store.all(org)}
    assert (found["active"].starts_at, found["active"].ends_at) == (NOW - HOUR, later)
    assert (found["pending"].starts_at, found["pending"].ends_at) == (later, later)
    assert found["ended"].ends_at == NOW - HOUR


async def test_what_ended_long_ago_is_deleted(database: Database, org: int) -> None:
    async with database.transaction() as tx:
        await SilenceStore(tx).put(org, silence("old", -9 * HOUR, -8 * HOUR))
        await SilenceStore(tx).put(org, silence("new", -9 * HOUR, -HOUR))
        assert await delete_ended_before(tx, ms(NOW - 5 * HOUR)) == 1
        assert [each.id for each in await SilenceStore(tx).all(org)] == ["new"]
