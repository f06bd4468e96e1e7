"""Rules are evaluated on time and once, and edits apply to the next evaluation."""

import asyncio
import logging
from datetime import timedelta

import pytest
from tests.database.alerting.engine import Rig

from vedette.alerting.model.provenance import UI
from vedette.alerting.rules.model import RuleDraft
from vedette.kernel.clock import milliseconds


async def test_a_breach_is_pending_then_fires_then_resolves_with_notifications(rig: Rig) -> None:
    rule = await rig.rule(**{"for": "20s", "labels": {"team": "x"}})
    await rig.evaluate()
    assert await rig.states(rule) == {"a": "normal"}
    rig.source.series = {"a": 11.0, "b": 1.0}
    await rig.tick()
    assert await rig.states(rule) == {"a": "pending", "b": "normal"}
    assert await rig.alerts() == {}
    await rig.tick()
    await rig.tick()
    assert await rig.states(rule) == {"a": "firing", "b": "normal"}
    told = (await rig.alerts())["R a"]
    assert told.is_firing
    assert dict(told.labels) == {
        "alertname": "R",
        "grafana_folder": "Folder",
        "host": "a",
        "team": "x",
        "__alert_rule_uid__": rule.uid,
        "__alert_rule_namespace_uid__": "f",
    }
    assert told.values == {"A": 11.0, "C": 1.0}
    rig.source.series = {"a": 3.0, "b": 1.0}
    await rig.tick()
    ended = (await rig.alerts())["R a"]
    assert ended.ends_at is not None
    assert ended.ends_at - ended.starts_at == timedelta(seconds=10)
    moves = [(each.before, each.after) for each in await rig.history(rule)]
    assert moves == [("normal", "pending"), ("pending", "firing"), ("firing", "normal")]


async def test_each_slot_is_asked_for_once_by_whichever_instance(rig: Rig) -> None:
    for number in range(20):
        await rig.rule(f"R{number}")
    for _ in range(6):
        await rig.time.advance(9)
        for name in ("one", "two", "three"):
            await rig.engine(name).scheduler.start_due()
        for name in ("one", "two", "three"):
            await rig.engine(name).scheduler.drain()
        await rig.time.advance(1)
        for name in ("three", "two", "one"):
            await rig.evaluate(name)
    assert set(rig.source.asked.values()) == {1}
    assert 20 * 6 <= len(rig.source.asked) <= 20 * 7
    slots = [milliseconds(slot) for of, slot in rig.source.asked if of == "R7"]
    assert {b - a for a, b in zip(sorted(slots), sorted(slots)[1:], strict=False)} == {10_000}


async def test_rules_of_an_interval_lie_spread_over_it(rig: Rig) -> None:
    for number in range(30):
        await rig.rule(f"R{number}")
    await rig.evaluate()
    seconds = sorted(milliseconds(slot) % 10_000 // 1000 for _, slot in rig.source.asked)
    assert max(map(seconds.count, range(10))) <= 4


async def test_without_jitter_they_are_evaluated_together(rig: Rig) -> None:
    rig.engine(disable_jitter="true")
    for number in range(5):
        await rig.rule(f"R{number}")
    await rig.evaluate()
    assert {milliseconds(slot) % 10_000 for _, slot in rig.source.asked} == {0}


async def test_after_a_gap_the_newest_slot_alone_is_evaluated_and_the_rest_counted(
    rig: Rig,
) -> None:
    rule = await rig.rule(**{"for": "15s"})
    rig.source.series = {"a": 11.0}
    await rig.evaluate()
    assert await rig.states(rule) == {"a": "pending"}
    asked = len(rig.source.asked)
    await rig.tick(seconds=600)
    assert len(rig.source.asked) == asked + 1
    assert (await rig.evaluation(rule)).missed == 59
    assert rig.number("rule_evaluations_missed_total") == 59
    done = rig.number("rule_evaluations_total")
    assert rig.number("rule_evaluations_expected_total") == done + 59
    # It held at both ends of the gap, which is longer than 15 s.
    assert await rig.states(rule) == {"a": "firing"}
    await rig.evaluate()
    assert len(rig.source.asked) == asked + 1


async def test_a_pending_alert_outlives_its_instance_and_keeps_its_clock(rig: Rig) -> None:
    rule = await rig.rule(**{"for": "20s"})
    rig.source.series = {"a": 11.0}
    await rig.evaluate("one")
    await rig.tick("one")
    begun = next(iter((await rig.instances(rule)).values())).since
    await rig.time.advance(2)
    await rig.tick("two")
    (after,) = (await rig.instances(rule)).values()
    assert after.state == "firing"
    assert after.since - begun == timedelta(seconds=20)


async def test_firing_alerts_are_not_notified_again_by_another_instance(rig: Rig) -> None:
    rule = await rig.rule()
    rig.source.series = {"a": 11.0}
    await rig.evaluate("one")
    before = (await rig.alerts())["R a"]
    async with rig.database.transaction() as tx:
        await tx.execute("UPDATE alert SET is_unrouted = FALSE")
    await rig.time.advance(5)
    await rig.tick("two")
    async with rig.database.reading() as tx:
        assert await tx.value("SELECT COUNT(*) FROM alert WHERE is_unrouted") == 0
    assert (await rig.alerts())["R a"].starts_at == before.starts_at
    assert len(await rig.history(rule)) == 1


async def test_an_instance_that_slept_through_its_lease_changes_nothing(rig: Rig) -> None:
    rule = await rig.rule()
    await rig.evaluate("one")
    rig.source.series = {"a": 11.0}
    rig.source.gate = asyncio.Event()
    await rig.time.advance(10)
    await rig.engine("one").scheduler.start_due()
    await asyncio.sleep(0)
    await rig.time.advance(10)
    gate, rig.source.gate = rig.source.gate, None
    await rig.evaluate("two")
    assert await rig.states(rule) == {"a": "firing"}
    rig.source.series = {"a": 1.0}
    gate.set()
    await rig.engine("one").scheduler.drain()
    assert await rig.states(rule) == {"a": "firing"}
    assert rig.number("lease_lost_total", "one") == 1
    assert (await rig.alerts())["R a"].is_firing
    # What it knew is not believed any more either.
    await rig.time.advance(5)
    await rig.tick("one")
    assert [each.after for each in await rig.history(rule)] == ["firing", "normal"]


async def test_a_rule_whose_query_changed_begins_anew_and_its_alert_ends(rig: Rig) -> None:
    rule = await rig.rule()
    rig.source.series = {"a": 11.0}
    await rig.evaluate()
    data = [dict(each) for each in rule.body["data"]]
    data[0] = {**data[0], "model": {**data[0]["model"], "of": "other"}}
    rule = await rig.edit(rule, data=data)
    ended = (await rig.alerts())["R a"]
    assert not ended.is_firing
    assert ended.annotations["grafana_state_reason"] == "Updated"
    assert await rig.states(rule) == {}
    rig.source.series = {"a": 1.0}
    await rig.evaluate()
    assert await rig.states(rule) == {"a": "normal"}


async def test_an_edit_while_a_rule_is_evaluated_is_not_overwritten_and_no_lost_lease(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    rule = await rig.rule()
    await rig.evaluate()
    rig.source.series = {"a": 11.0}
    rig.source.gate = asyncio.Event()
    await rig.time.advance(10)
    await rig.engine().scheduler.start_due()
    await asyncio.sleep(0)
    with caplog.at_level(logging.WARNING, "vedette.alerting"):
        await rig.edit(rule, **{"for": "1m"})
        rig.source.gate.set()
        await rig.engine().scheduler.drain()
    assert caplog.records == []
    assert rig.number("lease_lost_total") == 0
    assert rig.number("rule_evaluations_dropped_total", reason="edited") == 1
    assert await rig.states(rule) == {"a": "normal"}
    await rig.tick()
    assert await rig.states(rule) == {"a": "pending"}


async def test_a_paused_rule_ends_and_begins_again_when_it_is_not(rig: Rig) -> None:
    rule = await rig.rule()
    rig.source.series = {"a": 11.0}
    await rig.evaluate()
    rule = await rig.edit(rule, isPaused=True)
    assert (await rig.alerts())["R a"].annotations["grafana_state_reason"] == "Paused"
    asked = len(rig.source.asked)
    await rig.tick(seconds=60)
    assert len(rig.source.asked) == asked
    assert (await rig.evaluation(rule)).due_at is None
    rule = await rig.edit(rule, isPaused=False)
    await rig.evaluate()
    assert await rig.states(rule) == {"a": "firing"}
    assert (await rig.evaluation(rule)).missed == 0
    assert (await rig.alerts())["R a"].is_firing


async def test_a_deleted_rule_leaves_nothing_but_its_last_word(rig: Rig) -> None:
    rule = await rig.rule()
    rig.source.series = {"a": 11.0}
    await rig.evaluate()
    await rig.delete(rule)
    ended = (await rig.alerts())["R a"]
    assert ended.annotations["grafana_state_reason"] == "RuleDeleted"
    await rig.tick()
    assert await rig.instances(rule) == {}
    async with rig.database.reading() as tx:
        assert await tx.value("SELECT COUNT(*) FROM alert_evaluation") == 0


async def test_a_shorter_interval_counts_from_the_next_look_and_missed_nothing(rig: Rig) -> None:
    rule = await rig.rule(interval=3600)
    await rig.evaluate()
    asked = len(rig.source.asked)
    async with rig.database.transaction() as tx:
        group = await rig.writer().group(tx, 1, "f", "fast", timedelta(seconds=10))
        body = {**rule.body, "for": "5s"}
        rule = await rig.writer().update(tx, rule, RuleDraft(body), UI, "test", group=group)
    await rig.evaluate()
    await rig.tick()
    await rig.tick()
    assert len(rig.source.asked) >= asked + 2
    assert (await rig.evaluation(rule)).missed == 0


async def test_a_recovery_threshold_holds_what_fires(rig: Rig) -> None:
    rule = await rig.rule(unload=5.0)
    for value, state in ((7.0, "normal"), (11.0, "firing"), (7.0, "firing"), (4.0, "normal")):
        rig.source.series = {"a": value}
        await rig.tick()
        assert await rig.states(rule) == {"a": state}, value


async def test_values_that_are_no_numbers_survive_a_restart(rig: Rig) -> None:
    rule = await rig.rule()
    rig.source.series = {"a": float("inf"), "b": float("nan")}
    await rig.evaluate("one")
    await rig.time.advance(5)
    await rig.tick("two")
    values = {
        each.series["host"]: each.values["A"] for each in (await rig.instances(rule)).values()
    }
    assert values["a"] == float("inf")
    assert values["b"] != values["b"]
    assert (await rig.alerts())["R a"].is_firing
