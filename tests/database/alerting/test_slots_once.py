"""Each slot of a rule is evaluated once, whatever its interval and the minimum interval are."""

import asyncio
import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.database.alerting.engine import Rig, Time

from vedette.alerting.model.provenance import UI
from vedette.alerting.rules.model import RuleDraft, StoredRule
from vedette.alerting.rules.parsing import RuleDefaults
from vedette.app.evaluation import Engine
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings

SECONDS = (1, 2, 5, 10, 15, 60)
"""Multiples of some base intervals and not of others."""


@dataclass(frozen=True)
class Change:
    """What happens between two evaluations; `restart` is the minimum interval after a restart."""

    wait: float
    interval: int | None = None
    restart: int | None = None
    tends: bool = True


CHANGES = st.builds(
    Change,
    wait=st.sampled_from([0.3, 1.0, 4.5, 10.0, 31.0]),
    interval=st.none() | st.sampled_from(SECONDS),
    restart=st.none() | st.none() | st.sampled_from(SECONDS),
    tends=st.booleans() | st.just(True),
)


@pytest.mark.parametrize("jitter", [True, False])
@pytest.mark.parametrize(("interval", "shortest"), [(1, 10), (10, 1), (10, 10), (10, 25), (10, 60)])
async def test_a_minimum_interval_above_that_of_a_group_evaluates_each_slot_once(
    rig: Rig, interval: int, shortest: int, *, jitter: bool
) -> None:
    rig.defaults = RuleDefaults(min_interval=timedelta(seconds=shortest))
    engine = rig.engine(disable_jitter=str(not jitter).lower())
    rule = await _rule(rig, interval)
    step = max(interval, shortest)
    for _ in range(20):
        await rig.tick(seconds=step / 4)
        await engine.upkeep.run()
    slots = _slots(rig)
    assert set(rig.source.asked.values()) == {1}
    assert len(slots) in (5, 6)
    assert {(after - before).total_seconds() for before, after in pairwise(slots)} == {step}
    assert (await rig.evaluation(rule)).missed == 0


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    interval=st.sampled_from(SECONDS),
    shortest=st.sampled_from(SECONDS),
    jitter=st.booleans(),
    changes=st.lists(CHANGES, min_size=4, max_size=14),
)
def test_no_slot_repeats_while_intervals_and_settings_change(
    migrated_file: Path,
    tmp_path_factory: pytest.TempPathFactory,
    interval: int,
    shortest: int,
    changes: list[Change],
    *,
    jitter: bool,
) -> None:
    asyncio.run(
        _lives_through(
            migrated_file, tmp_path_factory.mktemp("slots"), interval, shortest, changes, jitter
        )
    )


async def _lives_through(
    migrated: Path,
    data: Path,
    interval: int,
    shortest: int,
    changes: list[Change],
    jitter: bool,
) -> None:
    shutil.copy(migrated, data / DatabaseSettings().path)
    time = Time()
    database = await open_database(DatabaseSettings(), data, time)
    async with database.transaction() as tx:
        await tx.execute("INSERT INTO org (id, name, created, updated) VALUES (1, 'Main', 0, 0)")
    rig = Rig(database, time)
    rule = await _rule(rig, interval)
    try:
        engine = _restarted(rig, 0, shortest, jitter)
        for number, change in enumerate(changes, 1):
            if change.restart is not None:
                shortest = change.restart
                await engine.scheduler._stop()
                engine = _restarted(rig, number, shortest, jitter)
            if change.interval is not None and change.interval != interval:
                interval = change.interval
                rule = await _regrouped(rig, rule, interval)
            await time.advance(change.wait)
            if change.tends:
                await engine.upkeep.run()
            await engine.scheduler.start_due()
            await engine.scheduler.drain()
            assert set(rig.source.asked.values()) <= {1}
        for _ in range(4):
            await time.advance(max(interval, shortest) / 2)
            await engine.upkeep.run()
            await engine.scheduler.start_due()
            await engine.scheduler.drain()
        assert set(rig.source.asked.values()) == {1}
        newest = time.now() - _slots(rig)[-1]
        assert newest < timedelta(seconds=1.5 * max(interval, shortest)), "no slot is waited for"
    finally:
        await database.aclose()


async def _rule(rig: Rig, interval: int) -> StoredRule:
    """As an administrator could store it before the minimum interval was raised."""
    defaults, rig.defaults = rig.defaults, RuleDefaults(min_interval=timedelta(seconds=1))
    rule = await rig.rule(interval=interval)
    rig.defaults = defaults
    return rule


async def _regrouped(rig: Rig, rule: StoredRule, interval: int) -> StoredRule:
    defaults, rig.defaults = rig.defaults, RuleDefaults(min_interval=timedelta(seconds=1))
    async with rig.database.transaction() as tx:
        writer = rig.writer("writer")
        group = await writer.group(tx, 1, "f", f"g{interval}", timedelta(seconds=interval))
        draft = RuleDraft({**rule.body, "annotations": {"interval": str(interval)}})
        edited = await writer.update(tx, rule, draft, UI, "test", group=group)
    rig.defaults = defaults
    return edited


def _restarted(rig: Rig, number: int, shortest: int, jitter: bool) -> Engine:
    rig.defaults = RuleDefaults(min_interval=timedelta(seconds=shortest))
    return rig.engine(f"engine{number}", disable_jitter=str(not jitter).lower())


def _slots(rig: Rig) -> list[datetime]:
    return sorted(end for _, end in rig.source.asked)
