"""Alerts of other servers end only where those could have posted them again."""

import pytest
from tests.fixtures.clocks import StoppedClock

from vedette.alerting.delivery.hearing import Hearing


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


def work(hearing: Hearing, clock: StoppedClock, seconds: int) -> None:
    for _ in range(seconds):
        clock.seconds += 1
        hearing.note()


def test_an_instance_that_works_hears_for_as_long_as_it_does(clock):
    hearing = Hearing(clock)
    assert hearing.lasts_ms() == 0
    work(hearing, clock, 400)
    assert hearing.lasts_ms() == 400_000


def test_who_was_stopped_or_without_its_database_begins_anew(clock):
    hearing = Hearing(clock)
    work(hearing, clock, 400)
    clock.seconds += 31
    assert hearing.lasts_ms() == 0
    hearing.note()
    work(hearing, clock, 10)
    assert hearing.lasts_ms() == 10_000


def test_a_short_pause_is_no_gap(clock):
    hearing = Hearing(clock)
    work(hearing, clock, 10)
    clock.seconds += 29
    assert hearing.lasts_ms() == 39_000
    hearing.note()
    assert hearing.lasts_ms() == 39_000
