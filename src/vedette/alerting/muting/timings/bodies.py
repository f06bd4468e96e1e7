"""Mute timings in request bodies, parsed by `text`."""

from typing import Any, TypedDict


class TimesBody(TypedDict, total=False):
    start_time: Any
    end_time: Any


class IntervalBody(TypedDict, total=False):
    times: list[TimesBody]
    weekdays: Any
    days_of_month: Any
    months: Any
    years: Any
    location: Any
