"""Notification policies in the formats of files and APIs, with all matcher formats."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from vedette.alerting.model import Matcher, Operator
from vedette.alerting.model.matchers import from_triple, parse
from vedette.alerting.routing.answers import PolicyAnswer
from vedette.alerting.routing.policies import MAX_DEPTH, NotificationPolicy, place_name
from vedette.kernel.durations import format_duration, parse_duration
from vedette.kernel.errors import BadRequest
from vedette.sdk import Json

KEYS = frozenset(
    {
        "receiver",
        "group_by",
        "matchers",
        "object_matchers",
        "match",
        "match_re",
        "continue",
        "mute_time_intervals",
        "active_time_intervals",
        "group_wait",
        "group_interval",
        "repeat_interval",
        "routes",
        "provenance",
    }
)
_Value = TypeVar("_Value")


class BadPolicy(BadRequest):
    code = "alerting.bad_policy"


def parse_policy(text: Json) -> NotificationPolicy:
    """Parse the whole tree. Raises `BadPolicy`, which names the policy by its place.

    `group_by: []` is one group in the default policy and inherits in nested ones. Keys of the
    storage format, such as `orgId`, must be removed before.
    """
    return _policy(text, ())


def policy_json(policy: NotificationPolicy) -> PolicyAnswer:
    """Return the format that `parse_policy` reads, without inherited settings."""
    shown: dict[str, Any] = {}
    if policy.receiver:
        shown["receiver"] = policy.receiver
    if policy.group_by is not None:
        shown["group_by"] = list(policy.group_by)
    if policy.matchers:
        shown["object_matchers"] = [list(each.triple) for each in policy.matchers]
    if policy.continues:
        shown["continue"] = True
    if policy.mute_timings:
        shown["mute_time_intervals"] = list(policy.mute_timings)
    if policy.active_timings:
        shown["active_time_intervals"] = list(policy.active_timings)
    for key, value in (
        ("group_wait", policy.group_wait),
        ("group_interval", policy.group_interval),
        ("repeat_interval", policy.repeat_interval),
    ):
        if value is not None:
            shown[key] = format_duration(value)
    if policy.routes:
        shown["routes"] = [policy_json(each) for each in policy.routes]
    return cast(PolicyAnswer, shown)


def _policy(text: object, place: tuple[int, ...]) -> NotificationPolicy:
    name = place_name(place).capitalize()
    if not isinstance(text, Mapping):
        raise BadPolicy(f"{name} is not an object.")
    unknown = sorted(str(key) for key in text if key not in KEYS)
    if unknown:
        raise BadPolicy(f"{name} has the unknown key {unknown[0][:60]!r}.")
    if len(place) > MAX_DEPTH:
        raise BadPolicy(f"Policies are nested more than {MAX_DEPTH} deep.")
    try:
        group_by = None if text.get("group_by") is None else _texts(text, "group_by")
        routes: list[object] = _given(text, "routes", list, [])
        policy = NotificationPolicy(
            receiver=_given(text, "receiver", str, "") or None,
            group_by=group_by if group_by or not place else None,
            matchers=_matchers(text),
            continues=_given(text, "continue", bool, False),
            mute_timings=_texts(text, "mute_time_intervals"),
            active_timings=_texts(text, "active_time_intervals"),
            group_wait=_duration(text, "group_wait"),
            group_interval=_duration(text, "group_interval"),
            repeat_interval=_duration(text, "repeat_interval"),
        )
    except BadRequest as error:
        raise BadPolicy(f"{name} cannot be read: {error.public}") from None
    below = tuple(_policy(each, (*place, index)) for index, each in enumerate(routes))
    return replace(policy, routes=below)


def _matchers(text: Json) -> tuple[Matcher, ...]:
    found: list[Matcher] = []
    for key, operator in (("match", Operator.EQUAL), ("match_re", Operator.REGEX)):
        pairs: Mapping[object, object] = _given(text, key, Mapping, {})
        found += [Matcher(str(name), operator, str(value)) for name, value in pairs.items()]
    written = text.get("matchers")
    strings = (written,) if isinstance(written, str) else _texts(text, "matchers")
    for each in strings:
        found += parse(each)
    triples: list[object] = _given(text, "object_matchers", list, [])
    for triple in triples:
        found.append(from_triple(triple if isinstance(triple, list) else ()))
    return tuple(found)


def _texts(text: Json, key: str) -> tuple[str, ...]:
    found: Sequence[object] = _given(text, key, list, [])
    if not all(isinstance(each, str) for each in found):
        raise BadRequest(f"{key} must be a list of strings.")
    return tuple(map(str, found))


def _duration(text: Json, key: str) -> timedelta | None:
    written = _given(text, key, str, "")
    return parse_duration(written) if written else None


def _given(text: Json, key: str, kind: Callable[..., _Value], otherwise: _Value) -> _Value:
    value = text.get(key)
    if value is None:
        return otherwise
    if not isinstance(value, kind):  # type: ignore[arg-type]
        raise BadRequest(f"{key} has the wrong type.")
    return value  # type: ignore[no-any-return]
