"""The members of timings and silences in request bodies; `interval_text` and `silence_text` read
what they hold."""

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


class MatcherBody(TypedDict, total=False):
    name: Any
    value: Any
    isRegex: Any
    isEqual: Any


class SilenceBody(TypedDict, total=False):
    id: Any
    matchers: list[MatcherBody]
    startsAt: Any
    endsAt: Any
    createdBy: Any
    comment: Any
    recurring: list[IntervalBody]


class InhibitionBody(TypedDict, total=False):
    name: Any
    equal: Any
    source_matchers: Any
    source_match: Any
    source_match_re: Any
    target_matchers: Any
    target_match: Any
    target_match_re: Any
