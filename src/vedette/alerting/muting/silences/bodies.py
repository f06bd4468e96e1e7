"""Silences in request bodies, parsed by `text`."""

from typing import Any, TypedDict

from vedette.alerting.muting.timings.bodies import IntervalBody


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
