"""Times at which policies are silent, through changes of the clock and leap days (R-42)."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.muting.timings.model import TimeInterval
from vedette.alerting.muting.timings.rules import muted_by
from vedette.alerting.muting.timings.text import (
    MONTHS,
    WEEKDAYS,
    BadTiming,
    interval_json,
    parse_interval,
    parse_timing,
)

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def span(start: str, end: str, location: str = "UTC", **more) -> TimeInterval:
    times = [{"start_time": start, "end_time": end}]
    return parse_interval({"times": times, "location": location, **more})


@pytest.mark.parametrize(
    ("text", "moment", "inside"),
    [
        ("09:00-17:00", "2026-01-05T09:00:00", True),
        ("09:00-17:00", "2026-01-05T08:59:59", False),
        ("09:00-17:00", "2026-01-05T16:59:59", True),
        ("09:00-17:00", "2026-01-05T17:00:00", False),
        ("00:00-24:00", "2026-01-05T23:59:59", True),
        ("00:00-00:01", "2026-01-05T00:00:59", True),
    ],
)
def test_times_include_their_start_and_not_their_end(text: str, moment: str, inside: bool) -> None:
    start, end = text.split("-")
    assert span(start, end).contains(utc(moment)) is inside


@pytest.mark.parametrize(
    ("interval", "inside", "outside"),
    [
        ({"weekdays": ["monday:friday"]}, "2026-01-05T00:00", "2026-01-04T23:59"),
        ({"weekdays": ["monday:friday"]}, "2026-01-09T23:59", "2026-01-10T00:00"),
        ({"weekdays": ["saturday", "SUNDAY"]}, "2026-01-04T12:00", "2026-01-05T12:00"),
        ({"days_of_month": ["1:5"]}, "2026-01-05T12:00", "2026-01-06T12:00"),
        ({"days_of_month": ["-3:-1"]}, "2026-01-29T00:00", "2026-01-28T23:59"),
        ({"days_of_month": ["-3:-1"]}, "2026-02-26T00:00", "2026-02-25T00:00"),
        ({"days_of_month": ["-1"]}, "2024-02-29T12:00", "2024-02-28T12:00"),
        ({"days_of_month": ["-1"]}, "2026-02-28T12:00", "2026-02-27T12:00"),
        ({"days_of_month": ["29"]}, "2024-02-29T12:00", "2026-02-28T12:00"),
        ({"days_of_month": ["25:-1"]}, "2026-02-28T12:00", "2026-02-24T12:00"),
        ({"days_of_month": ["31"]}, "2026-01-31T12:00", "2026-04-30T12:00"),
        ({"days_of_month": ["-31"]}, "2026-01-01T12:00", "2026-04-01T12:00"),
        ({"months": ["january:march"]}, "2026-03-31T23:59", "2026-04-01T00:00"),
        ({"months": ["12", "1:2"]}, "2026-12-01T00:00", "2026-03-01T00:00"),
        ({"years": ["2024:2026"]}, "2026-12-31T23:59", "2027-01-01T00:00"),
        ({"years": [2026]}, "2026-06-01T00:00", "2025-06-01T00:00"),
        ({"weekdays": ["friday"], "days_of_month": ["13"]}, "2026-02-13T10:00", "2026-01-13T10:00"),
    ],
)
def test_days_months_and_years_include_both_ends(interval: dict, inside: str, outside: str) -> None:
    made = parse_interval(interval)
    assert made.contains(utc(inside))
    assert not made.contains(utc(outside))


@pytest.mark.parametrize(
    ("location", "start", "end", "inside", "outside"),
    [
        # Clocks go forward: 02:00 to 03:00 does not occur, the hour after begins early in UTC.
        ("Europe/Berlin", "02:00", "03:00", [], ["2026-03-29T00:59", "2026-03-29T01:00"]),
        (
            "Europe/Berlin",
            "03:00",
            "04:00",
            ["2026-03-29T01:00", "2026-03-29T01:59"],
            ["2026-03-29T02:00"],
        ),
        # Clocks go back: 02:00 to 03:00 occurs twice.
        (
            "Europe/Berlin",
            "02:00",
            "03:00",
            ["2026-10-25T00:00", "2026-10-25T00:59", "2026-10-25T01:00", "2026-10-25T01:59"],
            ["2026-10-24T23:59", "2026-10-25T02:00"],
        ),
        ("America/New_York", "02:00", "03:00", [], ["2026-03-08T06:59", "2026-03-08T07:00"]),
        (
            "America/New_York",
            "01:00",
            "02:00",
            ["2026-11-01T05:00", "2026-11-01T06:59"],
            ["2026-11-01T04:59", "2026-11-01T07:00"],
        ),
        # Half an hour: back at 02:00 to 01:30, forward at 02:00 to 02:30.
        (
            "Australia/Lord_Howe",
            "01:30",
            "02:00",
            ["2026-04-04T14:30", "2026-04-04T15:00", "2026-04-04T15:29"],
            ["2026-04-04T14:29", "2026-04-04T15:30"],
        ),
        ("Australia/Lord_Howe", "02:00", "02:30", [], ["2026-10-03T15:29", "2026-10-03T15:30"]),
        ("Australia/Lord_Howe", "02:30", "03:00", ["2026-10-03T15:30"], ["2026-10-03T15:29"]),
        ("Asia/Kathmandu", "00:00", "06:00", ["2026-01-04T18:15"], ["2026-01-04T18:14"]),
    ],
)
def test_wall_time_is_that_of_the_location_when_clocks_change(
    location: str, start: str, end: str, inside: list[str], outside: list[str]
) -> None:
    interval = span(start, end, location)
    assert [each for each in inside if not interval.contains(utc(each))] == []
    assert [each for each in outside if interval.contains(utc(each))] == []


def test_the_day_is_that_of_the_location() -> None:
    made = parse_interval({"weekdays": ["monday"], "location": "America/New_York"})
    assert made.contains(utc("2026-01-06T04:59"))
    assert not made.contains(utc("2026-01-05T04:59"))


@given(st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)), st.sampled_from(ZONES))
def test_an_interval_and_the_rest_of_the_day_never_overlap(moment, zone) -> None:
    moment = moment.replace(tzinfo=UTC)
    parts = [span("00:00", "02:30", zone), span("02:30", "24:00", zone)]
    assert [each.contains(moment) for each in parts].count(True) == 1
    assert parts[0].contains(moment.astimezone(ZoneInfo(zone))) == parts[0].contains(moment)


def test_an_interval_that_says_nothing_is_always() -> None:
    assert parse_interval({}).contains(utc("2026-01-05T00:00"))


def pair(low: int, high: int):
    return st.tuples(st.integers(low, high), st.integers(low, high)).map(sorted).map(tuple)


@given(
    st.builds(
        TimeInterval,
        times=st.lists(pair(0, 1440).filter(lambda each: each[0] < each[1]), max_size=3).map(tuple),
        weekdays=st.lists(pair(0, 6), max_size=3).map(tuple),
        days=st.lists(pair(1, 31) | pair(-31, -1), max_size=3).map(tuple),
        months=st.lists(pair(1, 12), max_size=3).map(tuple),
        years=st.lists(pair(1970, 2100), max_size=3).map(tuple),
        location=st.sampled_from(ZONES),
    )
)
def test_what_is_written_is_read_back(interval: TimeInterval) -> None:
    assert parse_interval(interval_json(interval)) == interval


@pytest.mark.parametrize(
    ("interval", "problem"),
    [
        ({"times": [{"start_time": "17:00", "end_time": "09:00"}]}, "two intervals"),
        ({"times": [{"start_time": "09:00", "end_time": "09:00"}]}, "end after it starts"),
        ({"times": [{"start_time": "9:00", "end_time": "10:00"}]}, "'9:00' is not a time"),
        ({"times": [{"start_time": "09:60", "end_time": "10:00"}]}, "'09:60' is not a time"),
        ({"times": [{"start_time": "09:00", "end_time": "24:01"}]}, "'24:01' is not a time"),
        ({"times": [{"start_time": "09:00"}]}, "'None' is not a time"),
        ({"times": ["09:00-10:00"]}, "start_time and an end_time"),
        ({"times": "09:00"}, "times must be a list"),
        ({"weekdays": ["moonday"]}, "'moonday' in weekdays"),
        ({"weekdays": ["friday:monday"]}, "ends before it begins"),
        ({"weekdays": [True]}, "'True' in weekdays is not a string"),
        ({"weekdays": ["monday:"]}, "cannot be read"),
        ({"weekdays": ["monday"] * 101}, "at most 100"),
        ({"days_of_month": ["0"]}, "0 is not a day of a month"),
        ({"days_of_month": ["1:32"]}, "32 is not a day of a month"),
        ({"days_of_month": ["-1:1"]}, "so must their end"),
        ({"days_of_month": ["5:1"]}, "end before they begin."),
        ({"days_of_month": ["31:-5"]}, "in every month"),
        ({"days_of_month": ["x"]}, "'x' in days_of_month"),
        ({"months": ["13"]}, "'13' in months"),
        ({"months": ["january:"]}, "'january:' in months"),
        ({"years": ["2026:2024"]}, "ends before it begins"),
        ({"location": "Mars/Olympus"}, "'Mars/Olympus' is not a time zone"),
        ({"location": 5}, "'5' is not a time zone"),
        ({"location": "../../etc/passwd"}, "is not a time zone"),
        ({"hours": []}, "'hours' is not one of times"),
        ("monday", "An interval must be an object"),
    ],
)
def test_what_cannot_be_read_says_why(interval: object, problem: str) -> None:
    with pytest.raises(BadTiming) as caught:
        parse_interval(interval)  # type: ignore[arg-type]
    assert problem in caught.value.public


def test_a_timing_names_itself_in_its_errors() -> None:
    with pytest.raises(BadTiming, match="Mute timing 'night' cannot be used: 'x' in years"):
        parse_timing("night", [{"years": ["x"]}])
    with pytest.raises(BadTiming, match="needs a name"):
        parse_timing("", [])
    with pytest.raises(BadTiming, match="a list of at most 100"):
        parse_timing("night", {"weekdays": []})  # type: ignore[arg-type]


NIGHT = parse_timing("night", [{"times": [{"start_time": "22:00", "end_time": "24:00"}]}])
WEEKEND = parse_timing("weekend", [{"weekdays": ["saturday"]}, {"weekdays": ["sunday"]}])
DAY = parse_timing("day", [{"times": [{"start_time": "08:00", "end_time": "22:00"}]}])
TIMINGS = {each.name: each for each in (NIGHT, WEEKEND, DAY)}


@pytest.mark.parametrize(
    ("mute", "active", "moment", "muted"),
    [
        (("night", "weekend"), (), "2026-01-05T12:00", ()),
        (("night", "weekend"), (), "2026-01-05T23:00", ("night",)),
        (("night", "weekend"), (), "2026-01-04T23:00", ("night", "weekend")),
        ((), ("day",), "2026-01-05T12:00", ()),
        ((), ("day", "weekend"), "2026-01-05T23:00", ("day", "weekend")),
        ((), ("day", "weekend"), "2026-01-04T23:00", ()),
        (("weekend",), ("day",), "2026-01-04T12:00", ("weekend",)),
        (("gone",), ("gone",), "2026-01-04T12:00", ()),
        ((), (), "2026-01-04T12:00", ()),
    ],
)
def test_a_route_is_silent_in_its_mute_timings_and_outside_its_active_ones(
    mute: tuple[str, ...], active: tuple[str, ...], moment: str, muted: tuple[str, ...]
) -> None:
    assert muted_by(mute, active, TIMINGS, utc(moment)) == muted


def test_names_of_days_and_months_are_the_english_ones() -> None:
    assert (len(WEEKDAYS), len(MONTHS)) == (7, 12)
    assert parse_interval({"weekdays": ["sunday"], "months": ["december"]}) == TimeInterval(
        weekdays=((0, 0),), months=((12, 12),)
    )
