"""Durations and time ranges as people and dashboards write them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.kernel.durations import (
    BadDuration,
    BadTimeRange,
    format_duration,
    parse_duration,
    parse_time_range,
)

NOW = datetime(2026, 3, 4, 15, 16, 17, 500_000, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("15s", 15), ("1h30m", 5_400), ("250ms", 0.25), ("1.5h", 5_400), ("1w", 604_800), ("0s", 0)],
)
def test_a_duration_is_read(text: str, seconds: float) -> None:
    assert parse_duration(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "5", "m", "-5m", "5 m", "5m!", "nan", "9" * 400 + "y", "1x"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(BadDuration):
        parse_duration(text)


@given(st.integers(0, 10**12).map(lambda ms: timedelta(milliseconds=ms)))
def test_a_duration_survives_being_written_and_read(duration: timedelta) -> None:
    assert parse_duration(format_duration(duration)) == duration


@pytest.mark.parametrize(
    ("start", "end", "first", "last"),
    [
        ("now-6h", "now", "2026-03-04T09:16:17.500", "2026-03-04T15:16:17.500"),
        ("now/d", "now/d", "2026-03-04T00:00:00", "2026-03-04T23:59:59.999"),
        ("now-1d/d", "now-1d/d", "2026-03-03T00:00:00", "2026-03-03T23:59:59.999"),
        ("now/w", "now", "2026-03-02T00:00:00", "2026-03-04T15:16:17.500"),
        ("now-1M/M", "now-1M/M", "2026-02-01T00:00:00", "2026-02-28T23:59:59.999"),
        ("now/fQ", "now/fQ", "2026-01-01T00:00:00", "2026-03-31T23:59:59.999"),
        ("now-1fy/fy", "now-1fy/fy", "2025-01-01T00:00:00", "2025-12-31T23:59:59.999"),
        ("0", "1772582400000", "1970-01-01T00:00:00", None),
        ("2026-03-01T00:00:00Z", "2026-03-01T01:00:00+01:00", "2026-03-01T00:00:00", None),
    ],
)
def test_a_range_is_read(start: str, end: str, first: str, last: str | None) -> None:
    if start == "0":
        with pytest.raises(BadTimeRange, match="ten years"):
            parse_time_range(start, end, NOW)
        return
    found = parse_time_range(start, end, NOW)
    assert found[0] == datetime.fromisoformat(first).replace(tzinfo=UTC)
    if last is not None:
        assert found[1] == datetime.fromisoformat(last).replace(tzinfo=UTC)


@pytest.mark.parametrize("text", ["now/f", "now/fd", "now-1fM"])
def test_only_quarters_and_years_are_fiscal(text: str) -> None:
    with pytest.raises(BadTimeRange, match="is not a time"):
        parse_time_range(text, "now", NOW)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_a_range_or_a_clear_refusal(start: str, end: str) -> None:
    try:
        first, last = parse_time_range(start, end, NOW)
    except BadTimeRange:
        return
    assert first <= last
