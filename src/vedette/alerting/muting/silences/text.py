"""Silences in the format of the Alertmanager API v2, and in a shorter format."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import cast

import msgspec

from vedette.alerting.model import Labels, Matcher, Operator
from vedette.alerting.model.labels import RULE_UID
from vedette.alerting.muting.answers import MatcherAnswer, SilenceAnswer, SilenceStatus
from vedette.alerting.muting.silences.errors import BadSilence
from vedette.alerting.muting.silences.model import Silence
from vedette.alerting.muting.timings.model import TimeInterval
from vedette.alerting.muting.timings.text import interval_json, parse_interval
from vedette.sdk import Json

_LONGEST_COMMENT = 4_096
_LONGEST_AUTHOR = 200
_MOST_INTERVALS = 100
_MILLISECOND = 1_000


class SilenceDraft(msgspec.Struct, frozen=True):
    """A requested silence. `id` is empty for a new one, `author` if none is given.

    It starts now if no start is given, and ends `lasts` after its start if no end is given.
    """

    matchers: tuple[Matcher, ...]
    starts_at: datetime | None
    ends_at: datetime | None
    comment: str
    author: str = ""
    id: str = ""
    recurring: tuple[TimeInterval, ...] = ()
    lasts: timedelta = timedelta(0)


def parse_matcher(text: Json) -> Matcher:
    """Parse `{name, value, isRegex, isEqual}`. Raises `BadMatcher` and `BadSilence`."""
    name, value = text.get("name"), text.get("value")
    is_regex, is_equal = text.get("isRegex") or False, text.get("isEqual", True)
    if not isinstance(name, str) or not isinstance(value, str):
        raise BadSilence("The name and the value of a silence matcher must be strings.")
    if not isinstance(is_regex, bool) or not isinstance(is_equal, bool | None):
        raise BadSilence(
            f"isRegex and isEqual of the matcher for {name[:80]} must be true or false."
        )
    positive = is_equal is not False
    if is_regex:
        return Matcher(name, Operator.REGEX if positive else Operator.NOT_REGEX, value)
    return Matcher(name, Operator.EQUAL if positive else Operator.NOT_EQUAL, value)


def matcher_json(matcher: Matcher) -> MatcherAnswer:
    """Return the format that `parse_matcher` reads."""
    return {
        "name": matcher.name,
        "value": matcher.value,
        "isRegex": matcher.operator.is_regex,
        "isEqual": matcher.operator.is_positive,
    }


def label_matchers(labels: Labels) -> tuple[Matcher, ...]:
    """Return matchers for exactly these values. They match an alert and all others with these
    labels."""
    return tuple(Matcher(name, Operator.EQUAL, value) for name, value in sorted(labels.items()))


def parse_recurring(written: object) -> tuple[TimeInterval, ...]:
    """Parse recurring intervals. Raises `BadTiming` and `BadSilence`."""
    if written is None:
        return ()
    if not isinstance(written, Sequence) or isinstance(written, str):
        raise BadSilence("recurring must be a list of intervals, as in mute timings.")
    if len(written) > _MOST_INTERVALS:
        raise BadSilence(f"A silence has at most {_MOST_INTERVALS} intervals.")
    return tuple(map(parse_interval, written))


def parse_moment(key: str, written: object) -> datetime:
    """Parse a time with millisecond precision. Raises `BadSilence`."""
    try:
        if not isinstance(written, str):
            raise ValueError(written)
        moment = datetime.fromisoformat(written)
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise BadSilence(
            f"{key} of a silence must be a time such as 2026-01-31T12:00:00Z,"
            f" not {str(written)[:40]!r}."
        ) from None
    return moment.replace(microsecond=moment.microsecond // _MILLISECOND * _MILLISECOND)


def parse_silence(text: Json) -> SilenceDraft:
    """Parse the format of the Alertmanager API. Raises `BadSilence`, `BadMatcher` and
    `BadTiming`."""
    matchers = text.get("matchers")
    if not isinstance(matchers, list) or not all(isinstance(each, Mapping) for each in matchers):
        raise BadSilence("matchers of a silence must be a list of objects.")
    return SilenceDraft(
        matchers=tuple(map(parse_matcher, matchers)),
        starts_at=parse_moment("startsAt", text.get("startsAt")),
        ends_at=parse_moment("endsAt", text.get("endsAt")),
        comment=short_text(text, "comment", _LONGEST_COMMENT),
        author=short_text(text, "createdBy", _LONGEST_AUTHOR),
        id=short_text(text, "id", _LONGEST_AUTHOR),
        recurring=parse_recurring(text.get("recurring")),
    )


def silence_json(silence: Silence, now: datetime) -> SilenceAnswer:
    """Return the format of the Alertmanager API, with `recurring` and `ruleUID` if they apply."""
    shown: SilenceAnswer = {
        "id": silence.id,
        "status": cast(SilenceStatus, {"state": str(silence.state(now))}),
        "updatedAt": time_text(silence.updated_at),
        "comment": silence.comment,
        "createdBy": silence.created_by,
        "startsAt": time_text(silence.starts_at),
        "endsAt": time_text(silence.ends_at),
        "matchers": [matcher_json(each) for each in silence.matchers],
    }
    if silence.recurring:
        shown["recurring"] = [interval_json(each) for each in silence.recurring]
    rule_uid = rule_of(silence)
    if rule_uid:
        shown["ruleUID"] = rule_uid
    return shown


def rule_of(silence: Silence) -> str:
    """Return the uid of the rule that the silence is limited to, or an empty string."""
    for matcher in silence.matchers:
        if matcher.name == RULE_UID and matcher.operator is Operator.EQUAL:
            return matcher.value
    return ""


def time_text(moment: datetime) -> str:
    return (
        moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"
    )


def short_text(text: Json, key: str, longest: int) -> str:
    """Return a text of limited length. Raises `BadSilence`."""
    value = text.get(key) or ""
    if not isinstance(value, str) or len(value) > longest:
        raise BadSilence(f"{key} of a silence must be a string of at most {longest} characters.")
    return value
