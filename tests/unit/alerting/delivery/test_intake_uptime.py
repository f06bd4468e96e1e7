"""Alerts of other servers end only where those could have posted them again."""

import pytest
from tests.fixtures.clocks import StoppedClock

from vedette.alerting.delivery.intake_uptime import IntakeUptime


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


def work(uptime: IntakeUptime, clock: StoppedClock, seconds: int) -> None:
    for _ in range(seconds):
        clock.seconds += 1
        uptime.record_activity()


def test_an_instance_that_works_hears_for_as_long_as_it_does(clock):
    uptime = IntakeUptime(clock)
    assert uptime.uptime_ms() == 0
    work(uptime, clock, 400)
    assert uptime.uptime_ms() == 400_000


def test_who_was_stopped_or_without_its_database_begins_anew(clock):
    uptime = IntakeUptime(clock)
    work(uptime, clock, 400)
    clock.seconds += 31
    assert uptime.uptime_ms() == 0
    uptime.record_activity()
    work(uptime, clock, 10)
    assert uptime.uptime_ms() == 10_000


def test_a_short_pause_is_no_gap(clock):
    uptime = IntakeUptime(clock)
    work(uptime, clock, 10)
    clock.seconds += 29
    assert uptime.uptime_ms() == 39_000
    uptime.record_activity()
    assert uptime.uptime_ms() == 39_000
