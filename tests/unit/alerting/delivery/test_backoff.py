"""Pauses between attempts: quick at first, long at last, never shorter than asked."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.delivery.backoff import pause

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


@pytest.mark.parametrize(
    ("failures", "seconds"), [(1, 1), (2, 1), (3, 2), (4, 4), (8, 64), (10, 256), (11, 300)]
)
def test_pauses_double_from_a_second_to_five_minutes(failures: int, seconds: int) -> None:
    assert pause(failures, None, 0.5) == timedelta(seconds=seconds)


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_a_pause_is_spread_by_a_quarter(failures: int, chance: float) -> None:
    middle = pause(failures, None, 0.5)
    assert 0.75 * middle <= pause(failures, None, chance) <= 1.25 * middle
    assert pause(failures, None, chance) <= 1.25 * 5 * MINUTE


def test_a_receiver_is_left_alone_as_long_as_it_asks_for() -> None:
    assert pause(1, 30 * SECOND, 0.5) == 30 * SECOND
    assert pause(10, SECOND, 0.5) == 256 * SECOND


def test_nobody_is_waited_for_longer_than_an_hour() -> None:
    assert pause(1, timedelta(days=30), 0.5) == timedelta(hours=1)
