"""A backtest says what the live engine would have done, and who would have been told."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.alerting.made import MINUTE, START, Engine, at, failed, rule, sample, seen

from vedette.alerting.delivery.decide import NotificationReason
from vedette.alerting.evaluation.rendering import RAW_TEXTS
from vedette.alerting.lab.backtest import BadBacktest, backtest, replay, slots
from vedette.alerting.lab.messages import would_send
from vedette.alerting.model import EvaluationOutcome
from vedette.alerting.muting.timings.text import parse_timing
from vedette.alerting.routing.policy_text import parse_policy
from vedette.alerting.routing.tree import resolve
from vedette.kernel.clock import SystemClock
from vedette.querying.model import Batch
from vedette.sdk import Answer, Field, FieldType, Frame, FrameKind

POLICY = {
    "receiver": "ops",
    "group_by": ["alertname"],
    "group_wait": "30s",
    "group_interval": "5m",
    "repeat_interval": "1h",
}
ROOT = resolve(parse_policy(POLICY))
values = st.one_of(st.none(), st.just(0.0), st.just(1.0))
ticks = st.one_of(
    st.just("failed"), st.dictionaries(st.sampled_from(["a", "b", "c"]), values, max_size=3)
)


def outcome(minute: int, tick: str | dict[str, float | None]) -> EvaluationOutcome:
    if isinstance(tick, str):
        return failed(minute)
    return seen(minute, *(sample(value, host=host) for host, value in tick.items()))


@given(st.lists(ticks, max_size=30), st.sampled_from([0, 1, 3]), st.sampled_from([0, 2]))
def test_recorded_outcomes_give_the_live_log_again(
    recorded: list[str | dict[str, float | None]], hold: int, keep: int
) -> None:
    made = rule(hold=hold * MINUTE, keep_firing=keep * MINUTE)
    outcomes = [outcome(minute, tick) for minute, tick in enumerate(recorded)]
    live = Engine(made)
    log = [live.step(each).transitions for each in outcomes]
    assert [each.step.transitions for each in replay(made, outcomes, RAW_TEXTS)] == log


def test_a_range_that_is_too_long_is_refused_with_what_is_possible() -> None:
    with pytest.raises(BadBacktest, match="10,081 evaluations; the maximum is 1,500"):
        slots(START, START + timedelta(days=7), MINUTE)
    with pytest.raises(BadBacktest, match="ends before it starts"):
        slots(START, START - MINUTE, MINUTE)
    with pytest.raises(BadBacktest, match="at least 1s"):
        slots(START, START + MINUTE, timedelta(0))
    assert len(slots(START, START + 10 * MINUTE, MINUTE)) == 11


async def test_a_rule_whose_states_change_too_often_ends_early() -> None:
    """Four slots are asked at once; a thousand series come and go with each."""
    made = rule(interval=MINUTE)

    async def ask(batch: Batch) -> Mapping[str, Answer]:
        minute = int((batch.targets[0].range.end - START) / MINUTE)
        frames = tuple(
            Frame(
                FrameKind.NUMBERS,
                (Field("Value", FieldType.NUMBER, [float(minute % 2)], labels={"host": str(n)}),),
            )
            for n in range(1_000)
        )
        return {each.ref_id: Answer(each.ref_id, frames) for each in batch.targets}

    done = await backtest(made, START, at(1_000), ask, RAW_TEXTS, SystemClock())
    assert done.wanted == 1_001 and 50 <= len(done.ticks) <= 56
    assert all(each.step.instances == () for each in done.ticks)


def test_a_backtest_lists_notifications_with_their_times() -> None:
    """Fires at minute 2, ends at minute 9: told 30 s after, and at the next look of the group."""
    made = rule()
    outcomes = [outcome(minute, {"a": float(2 <= minute < 9)}) for minute in range(20)]
    told = would_send(made, replay(made, outcomes, RAW_TEXTS), ROOT, {}, at(20))
    assert [(each.at, each.reason) for each in told] == [
        (at(2.5), NotificationReason.FIRST),
        (at(12.5), NotificationReason.ALL_RESOLVED),
    ]
    assert told[0].receiver == "ops"
    assert told[0].group == {"alertname": "CPU high"}
    assert [labels["host"] for labels in told[0].firing] == ["a"]
    assert [labels["host"] for labels in told[1].resolved] == ["a"]


def test_what_goes_on_is_repeated() -> None:
    made = rule()
    outcomes = [outcome(minute, {"a": 1.0}) for minute in range(130)]
    told = would_send(made, replay(made, outcomes, RAW_TEXTS), ROOT, {}, at(129))
    assert [each.reason for each in told] == [
        NotificationReason.FIRST,
        NotificationReason.REPEAT,
        NotificationReason.REPEAT,
    ]


def test_a_mute_timing_holds_messages_back_until_it_ends() -> None:
    hours = [{"times": [{"start_time": "01:00", "end_time": "01:10"}]}]
    timing = parse_timing("night", hours)
    muted = resolve(
        parse_policy(
            {
                **POLICY,
                "routes": [
                    {"object_matchers": [["host", "=", "a"]], "mute_time_intervals": ["night"]}
                ],
            }
        )
    )
    made = rule()
    outcomes = [outcome(minute, {"a": 1.0}) for minute in range(15)]
    told = would_send(made, replay(made, outcomes, RAW_TEXTS), muted, {"night": timing}, at(15))
    assert datetime(2026, 1, 5, 1, 0, tzinfo=UTC) == START
    assert [each.at for each in told] == [at(10.5)]
