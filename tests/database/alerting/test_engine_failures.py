"""Failures of rules, sources and clocks affect no other rules."""

import asyncio

import pytest
from tests.database.alerting.engine import Rig, away

from vedette.alerting.evaluation.watchdog import Watchdog
from vedette.cluster.wakeups import Wakeups


async def test_the_error_of_one_rule_does_not_affect_others(rig: Rig) -> None:
    good = await rig.rule("good")
    unknown = await rig.rule("unknown", source="nowhere")
    bad = await rig.rule("bad")
    async with rig.database.transaction() as tx:
        broken = bad.text.replace('"expression":"A"', '"expression":"Z"')
        await tx.execute(
            "UPDATE alert_rule SET body = :b WHERE uid = :u", {"b": broken, "u": bad.uid}
        )
    await rig.evaluate()
    assert (await rig.evaluation(good)).health == "ok"
    told = {each: await rig.evaluation(rule) for each, rule in (("u", unknown), ("b", bad))}
    assert told["u"].health == told["b"].health == "error"
    assert "'nowhere' does not exist" in told["u"].failure
    assert "Z" in told["b"].failure
    assert rig.number("rule_evaluation_failures_total", reason="query") == 2


@pytest.mark.parametrize("text", ["{", '{"data": 7}', '{"title": "bad"}'])
async def test_a_rule_that_cannot_be_read_says_so(rig: Rig, text: str) -> None:
    good, bad = await rig.rule("good"), await rig.rule("bad")
    async with rig.database.transaction() as tx:
        await tx.execute(
            "UPDATE alert_rule SET body = :b WHERE uid = :u", {"b": text, "u": bad.uid}
        )
    await rig.tick()
    assert (await rig.evaluation(good)).health == "ok"
    assert (await rig.evaluation(bad)).health == "error"
    assert (await rig.evaluation(bad)).failure
    due = (await rig.evaluation(bad)).due_at
    assert due is not None
    assert due > rig.time.now()
    done = rig.number("rule_evaluations_total")
    assert rig.number("rule_evaluations_expected_total") == done


async def test_a_rule_whose_states_cannot_be_read_says_so_and_others_go_on(rig: Rig) -> None:
    """Another version wrote them, or somebody by hand."""
    broken, well = await rig.rule("Broken"), await rig.rule("Well")
    rig.source.series = {"a": 11.0}
    await rig.evaluate()
    async with rig.database.transaction() as tx:
        await tx.execute(
            "UPDATE alert_instance SET state = 'of tomorrow' WHERE rule_uid = :uid",
            {"uid": broken.uid},
        )
    before = await rig.evaluation(well)
    await rig.tick("started", seconds=20)
    after = await rig.evaluation(well)
    assert after.health == "ok"
    assert after.slot != before.slot
    said = await rig.evaluation(broken)
    assert (said.health, said.failure_reason) == ("error", "internal")
    done = rig.number("rule_evaluations_total", "started")
    missed = rig.number("rule_evaluations_missed_total", "started")
    assert rig.number("rule_evaluations_expected_total", "started") == done + missed
    assert (await rig.alerts())["Broken a"].is_firing


async def test_too_many_series_fail_their_rule_alone(rig: Rig) -> None:
    many, few = await rig.rule("many"), await rig.rule("few", source="t")
    rig.source.series = {f"host{number}": 11.0 for number in range(6_000)}
    await rig.evaluate()
    found = await rig.evaluation(many)
    assert (found.health, found.failure_reason) == ("error", "result")
    assert "6000 series" in found.failure
    assert (await rig.evaluation(few)).health == "ok"


async def test_labels_with_odd_characters_are_stored(rig: Rig) -> None:
    rule = await rig.rule()
    rig.source.series = {"a\0b": 11.0, "é\n'\"{}": 11.0}
    await rig.evaluate("one")
    assert await rig.states(rule) == {"a\0b": "firing", "é\n'\"{}": "firing"}


async def test_a_disabled_organization_is_left_alone(rig: Rig) -> None:
    await rig.rule()
    await rig.evaluate()
    asked = len(rig.source.asked)
    rig.engine("off", disabled_orgs="1 7")
    await rig.tick("off", seconds=60)
    assert len(rig.source.asked) == asked


def test_switched_off_nothing_runs(rig: Rig) -> None:
    assert rig.engine("a", execute_alerts="false").services == []
    assert rig.engine("b", enabled="false").services == []
    assert [each.name for each in rig.engine("c").services] == [
        "scheduler",
        "scheduler-maintenance",
    ]


async def test_stopping_finishes_what_runs_and_frees_the_rest(rig: Rig) -> None:
    await rig.rule()
    rig.source.delay = 0.3
    running = asyncio.create_task(rig.engine("one").scheduler.run())
    while not rig.source.asked:
        await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    async with rig.database.reading() as tx:
        row = await tx.one("SELECT * FROM alert_evaluation")
    assert row is not None
    assert (row["lease_until"], row["last_owner"], row["health"]) == (None, "", "ok")
    rig.source.delay = 0.0
    await rig.tick("two")
    assert len(rig.source.asked) == 2


async def test_a_source_that_hangs_keeps_no_other_waiting(rig: Rig) -> None:
    rig.engine(concurrent_evaluations="2", evaluation_timeout="1s")
    slow = [await rig.rule(f"slow{number}") for number in range(6)]
    fast = [await rig.rule(f"fast{number}", source="t") for number in range(6)]
    rig.source.gate = asyncio.Event()
    scheduler = rig.engine().scheduler
    await scheduler.start_due()
    await asyncio.sleep(0.3)
    assert {(await rig.evaluation(rule)).health for rule in fast} == {"ok"}
    assert {(await rig.evaluation(rule)).health for rule in slow} == {""}
    assert sum(rig.source.asked.values()) == 2
    await asyncio.wait_for(scheduler.drain(), 10)
    assert {(await rig.evaluation(rule)).failure_reason for rule in slow} == {"timeout"}
    rig.source.gate.set()


async def test_what_does_not_answer_is_asked_again_within_the_evaluation(rig: Rig) -> None:
    rig.engine(max_attempts="3")
    rule = await rig.rule()
    rig.source.failure = away()
    task = asyncio.create_task(rig.evaluate())
    while not rig.source.asked:
        await asyncio.sleep(0.001)
    rig.source.failure = None
    await task
    assert (await rig.evaluation(rule)).health == "ok"
    assert sum(rig.source.asked.values()) == 2


async def test_the_watchdog_falls_silent_with_the_scheduler_and_tells_of_no_end(rig: Rig) -> None:
    dogs = {
        name: Watchdog(
            rig.database, rig.time, Wakeups(), rig.engine(name).scheduler, frozenset[int]()
        )
        for name in ("one", "two")
    }
    await dogs["one"].post()
    await rig.time.advance(4)
    await dogs["two"].post()
    await rig.time.advance(4)
    await dogs["one"].forget()
    assert (await rig.alerts())["Watchdog"].is_firing, "another instance barks"
    await rig.time.advance(4)
    await dogs["one"].forget()
    assert await rig.alerts() == {}


async def test_after_a_start_with_an_earlier_clock_rules_do_not_wait_for_the_time_before(
    rig: Rig,
) -> None:
    rule = await rig.rule(**{"for": "20s"})
    rig.source.series = {"a": 11.0}
    await rig.time.advance(3_600)
    await rig.evaluate("one")
    assert await rig.states(rule) == {"a": "pending"}
    await rig.time.advance(-3_600)
    engine = rig.engine("two")
    (maintenance,) = [each for each in engine.services if each.name == "scheduler-maintenance"]
    task = asyncio.create_task(maintenance.run())
    async with asyncio.timeout(10):
        while ((await rig.evaluation(rule)).slot) is not None:
            await asyncio.sleep(0.02)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await rig.time.advance(3)
    asked = len(rig.source.asked)
    for _ in range(3):
        await rig.evaluate("two")
        await rig.time.advance(10)
    assert len(rig.source.asked) == asked + 3, "each slot once, and none is waited for"
    assert await rig.states(rule) == {"a": "firing"}
