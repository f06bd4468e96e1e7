"""Converts a Prometheus rule to a rule that fires at the same times, and back.

In Prometheus every series that an expression returns is an alert, whatever its value. Here the
condition is an expression over the query that is 1 for every number, so that a series with the
value 0 fires as well and notifications still show the value of the query.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from hashlib import blake2b
from typing import Any

import msgspec

from vedette.alerting.model.labels import ALERT_NAME
from vedette.alerting.model.rules import IMPORTED
from vedette.alerting.rules.groups import GroupDraft
from vedette.alerting.rules.model import RuleDraft, StoredRule
from vedette.alerting.rules.parsing import BASE_INTERVAL
from vedette.alerting.transfer.prometheus.files import PrometheusGroup, PrometheusRule, Warn
from vedette.kernel.durations import format_duration
from vedette.kernel.text import FreeNames
from vedette.querying.model import EXPRESSIONS

QUERY, FIRES = "A", "B"
ANY_NUMBER = "is_number($A) || is_nan($A) || is_inf($A)"
RANGE = timedelta(minutes=10)
DEFAULT_OFFSET = timedelta(minutes=1)
_VALUE = '{{ $value := (index $values "A").Value }}'
_DOT_VALUE = re.compile(r"(?<![\w)\].$])\.Value\b")
_ACTION = re.compile(r"\{\{.*?(?:\}\}|\Z)", re.DOTALL)
_UNKNOWN = re.compile(r"\bquery\s+[\"`(]|\$externalLabels|\.ExternalLabels|\$externalURL")


def rule_titles(taken: Iterable[str] = ()) -> FreeNames:
    """Return unique titles of rules in a namespace, in addition to `taken`."""
    return FreeNames(taken, lambda name, number: f"{name} ({number})")


class ConversionOptions(msgspec.Struct, frozen=True):
    datasource_uid: str
    target_datasource_uid: str = ""
    """Target of recording rules."""
    interval: timedelta = timedelta(minutes=1)
    """Default interval of groups."""
    query_offset: timedelta = DEFAULT_OFFSET
    is_loki: bool = False
    step: timedelta = BASE_INTERVAL
    """Intervals are multiples of it."""
    scope: str = ""
    """Seed of the uids of rules, in addition to folder, group and title."""
    pauses_alerts: bool = False
    pauses_recordings: bool = False


def converted(
    group: PrometheusGroup, namespace: str, taken: FreeNames, options: ConversionOptions, warn: Warn
) -> GroupDraft:
    """`taken` are the titles in the namespace. Those of the group are added."""
    place = f"{namespace}/{group.name}"
    wanted = group.interval or options.interval
    interval = options.step * max(1, -(-wanted // options.step))
    if interval != wanted:
        warn(
            f"{place}: the interval of {format_duration(wanted)} becomes"
            f" {format_duration(interval)}: here it is a multiple of"
            f" {format_duration(options.step)}."
        )
    drafts = []
    for rule in group.rules:
        title = taken.take(rule.name)
        if title != rule.name:
            warn(
                f"{place}: {rule.name!r} exists more than once in {namespace!r}; the rule is"
                f" named {title!r}."
            )
        drafts.append(_draft(rule, title, group, place, options, warn))
    return GroupDraft(group.name, interval, tuple(drafts))


def original(rule: StoredRule) -> dict[str, Any] | None:
    """Return the rule in the Prometheus format, or None if it was not imported."""
    body = rule.body
    query = next((each for each in body.get("data", ()) if each.get("refId") == QUERY), None)
    model = query.get("model") if query else None
    if not isinstance(model, Mapping) or IMPORTED not in model:
        return None
    kind = "record" if "record" in body else "alert"
    shown: dict[str, Any] = {kind: model[IMPORTED], "expr": model.get("expr", "")}
    for key in ("for", "keep_firing_for"):
        if body.get(key) and body[key] != "0s":
            shown[key] = body[key]
    for key in ("labels", "annotations"):
        texts = {
            name: text.removeprefix(_VALUE)
            for name, text in body.get(key, {}).items()
            if (kind, key, name) != ("alert", "labels", ALERT_NAME)
        }
        if texts:
            shown[key] = texts
    return shown


def original_group(rules: Sequence[StoredRule]) -> dict[str, Any] | None:
    """Return the group, or None if none of the rules was imported."""
    found = [each for rule in rules if (each := original(rule)) is not None]
    if not found:
        return None
    group: dict[str, Any] = {
        "name": rules[0].group.name,
        "interval": format_duration(rules[0].group.interval),
    }
    span = rules[0].body["data"][0].get("relativeTimeRange") or {}
    offset = timedelta(seconds=span.get("to") or 0)
    if offset != DEFAULT_OFFSET:
        group["query_offset"] = format_duration(offset)
    return {**group, "rules": found}


def _draft(
    rule: PrometheusRule,
    title: str,
    group: PrometheusGroup,
    place: str,
    options: ConversionOptions,
    warn: Warn,
) -> RuleDraft:
    offset = options.query_offset if group.query_offset is None else group.query_offset
    model: dict[str, Any] = {"refId": QUERY, "expr": rule.expr, IMPORTED: rule.name}
    model |= {"queryType": "instant"} if options.is_loki else {"instant": True, "range": False}
    seconds = int(offset.total_seconds())
    query = {
        "refId": QUERY,
        "queryType": "instant" if options.is_loki else "",
        "datasourceUid": options.datasource_uid,
        "relativeTimeRange": {"from": int(RANGE.total_seconds()) + seconds, "to": seconds},
        "model": model,
    }
    labels = {**(group.labels or {}), **(rule.labels or {})}
    if not rule.is_recording:
        labels.pop(ALERT_NAME, None)  # In Prometheus the name of the rule overrides this label.
    where = f"{place}, {rule.name}"
    body: dict[str, Any] = {
        "title": title,
        "labels": {key: _text(text, f"{where}: label {key}", warn) for key, text in labels.items()},
        "data": [query],
    }
    if rule.is_recording:
        body["record"] = {"metric": rule.name, "from": QUERY}
        if options.target_datasource_uid:
            body["record"]["target_datasource_uid"] = options.target_datasource_uid
        if options.pauses_recordings:
            body["isPaused"] = True
        return RuleDraft(body, _uid(f"{options.scope}\0{place}", title))
    body["data"].append(
        {
            "refId": FIRES,
            "datasourceUid": EXPRESSIONS,
            "model": {"refId": FIRES, "type": "math", "expression": ANY_NUMBER},
        }
    )
    if title != rule.name:
        body["labels"][ALERT_NAME] = rule.name
    body |= {
        "condition": FIRES,
        "for": rule.hold or "0s",
        "noDataState": "OK",
        "execErrState": "KeepLast",
        "outage": "shared",
        "missing_series_evals_to_resolve": 1,
        "annotations": {
            key: _text(text, f"{where}: annotation {key}", warn)
            for key, text in (rule.annotations or {}).items()
        },
    }
    if options.pauses_alerts:
        body["isPaused"] = True
    if rule.keep_firing:
        body["keep_firing_for"] = rule.keep_firing
    return RuleDraft(body, _uid(f"{options.scope}\0{place}", title))


def _text(text: str, where: str, warn: Warn) -> str:
    """Define `$value` and `.Value` as the number of the query, as in Prometheus."""
    if "{{" not in text:
        return text
    actions = _ACTION.findall(text)
    if any(_UNKNOWN.search(each) for each in actions):
        warn(f"{where}: the template uses an unsupported function; its raw text would be sent.")
    if not any("range" in each or "with" in each for each in actions):
        text = _ACTION.sub(lambda match: _DOT_VALUE.sub("$value", match[0]), text)
    return _VALUE + text if "$value" in text.replace("$values", "") else text


def _uid(place: str, title: str) -> str:
    """Return a uid that is stable across imports, so that alerts keep their states."""
    return "prom-" + blake2b(f"{place}\0{title}".encode(), digest_size=10).hexdigest()
