"""Mute timings, silences and inhibition rules as HTTP APIs return them."""

from typing import Literal, NotRequired, TypedDict


class TimesAnswer(TypedDict):
    """Times of day such as `08:30`."""

    start_time: str
    end_time: str


class IntervalAnswer(TypedDict, total=False):
    """Parts without a restriction are missing; ranges are written `monday:friday` or `1:15`."""

    times: list[TimesAnswer]
    weekdays: list[str]
    days_of_month: list[str]
    months: list[str]
    years: list[str]
    location: str


class TimingAnswer(TypedDict):
    name: str
    time_intervals: list[IntervalAnswer]
    provenance: NotRequired[str]


class MatcherAnswer(TypedDict):
    name: str
    value: str
    isRegex: bool
    isEqual: bool


class SilenceStatus(TypedDict):
    state: Literal["pending", "active", "expired"]


class SilenceAnswer(TypedDict):
    """`ruleUID` is present if the silence applies to the alerts of one rule."""

    id: str
    status: SilenceStatus
    updatedAt: str
    comment: str
    createdBy: str
    startsAt: str
    endsAt: str
    matchers: list[MatcherAnswer]
    recurring: NotRequired[list[IntervalAnswer]]
    ruleUID: NotRequired[str]


class SavedSilence(TypedDict):
    silenceID: str


class InhibitionAnswer(TypedDict):
    name: NotRequired[str]
    source_matchers: list[str]
    target_matchers: list[str]
    equal: NotRequired[list[str]]


class InhibitionsAnswer(TypedDict):
    inhibit_rules: list[InhibitionAnswer]
    provenance: str
    version: int
