"""Slots: when rules are evaluated."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vedette.alerting.evaluation.slots import due, even_jitter, slot_before

MINUTE = timedelta(minutes=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NOW = datetime(2026, 3, 29, 1, 0, 7, 250_000, tzinfo=UTC)
INTERVALS = st.integers(1, 86_400).map(lambda seconds: timedelta(seconds=seconds))
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)).map(
    lambda moment: moment.replace(tzinfo=UTC)
)


@given(st.integers(0, 10**9), INTERVALS, MOMENTS)
def test_a_rule_is_due_once_in_each_interval_at_its_own_offset(number, interval, now) -> None:
    offset = even_jitter(number, interval)
    assert timedelta(0) <= offset < interval
    slot = slot_before(now, interval, offset)
    assert slot <= now < slot + interval
    assert (slot - offset - EPOCH) % interval == timedelta(0)


def test_the_offset_is_the_same_after_a_restart() -> None:
    assert even_jitter(1, MINUTE) == timedelta(milliseconds=37082)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_serial_numbers_spread_evenly_over_the_seconds(first: int) -> None:
    seconds = Counter(
        even_jitter(number, MINUTE) // timedelta(seconds=1) for number in range(first, first + 600)
    )
    assert max(seconds.values()) <= 13
    assert min(seconds.values()) >= 7


def test_a_new_rule_is_due_at_once_for_its_newest_slot() -> None:
    found = due(None, NOW, MINUTE, timedelta(seconds=5))
    assert found.slot == NOW.replace(second=5, microsecond=0)
    assert found.following == NOW.replace(minute=1, second=5, microsecond=0)


def test_after_a_gap_one_evaluation_catches_up() -> None:
    last = slot_before(NOW, MINUTE, timedelta(0))
    found = due(last, NOW + timedelta(minutes=10), MINUTE, timedelta(0))
    assert found.slot == last + timedelta(minutes=10)
    assert found.following == last + timedelta(minutes=11)


def test_the_next_slot_is_due_when_its_time_has_come() -> None:
    last = slot_before(NOW, MINUTE, timedelta(0))
    found = due(last, last + MINUTE, MINUTE, timedelta(0))
    assert found.slot == last + MINUTE


@pytest.mark.parametrize("back", [timedelta(0), timedelta(seconds=1), timedelta(hours=1)])
def test_a_clock_that_goes_back_evaluates_no_slot_twice(back: timedelta) -> None:
    last = slot_before(NOW, MINUTE, timedelta(0))
    found = due(last, last - back, MINUTE, timedelta(0))
    assert found.slot is None
    assert found.following == last + MINUTE


def test_a_changed_interval_moves_to_its_new_slots() -> None:
    last = slot_before(NOW, MINUTE, timedelta(seconds=5))
    found = due(last, last + MINUTE, 3 * MINUTE, timedelta(seconds=20))
    assert found.slot is None or found.slot > last
    later = due(last, last + 3 * MINUTE, 3 * MINUTE, timedelta(seconds=20))
    assert later.slot is not None and later.slot > last


@given(MOMENTS, INTERVALS, st.lists(st.integers(0, 10_000), max_size=20))
def test_whatever_the_gaps_the_newest_slot_is_evaluated_and_none_twice(now, interval, gaps) -> None:
    offset = even_jitter(7, interval)
    last = slot_before(now, interval, offset)
    for gap in gaps:
        now += timedelta(seconds=gap)
        found = due(last, now, interval, offset)
        if found.slot is not None:
            assert found.slot > last
            last = found.slot
        assert last <= now < found.following <= now + interval
