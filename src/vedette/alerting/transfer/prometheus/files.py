"""Reads rule files of Prometheus, mimirtool and cortextool, and responses of rulers."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from difflib import get_close_matches

import msgspec

from vedette.alerting.transfer.prometheus.expressions import problem_of_expression
from vedette.alerting.transfer.prometheus.names import (
    check_metric,
    check_names,
    check_templates,
)
from vedette.kernel.durations import parse_prometheus_duration
from vedette.kernel.errors import BadRequest
from vedette.kernel.text import first_repeated
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import DocumentError, Report
from vedette.provisioning.values import DocumentMapping, Value

Warn = Callable[[str], None]
_OF_OTHER_RULERS = (
    "source_tenants",
    "evaluation_delay",
    "align_evaluation_time_on_interval",
    "partial_response_strategy",
    "remote_write",
)
"""Keys of groups that Mimir, Cortex, Thanos and Loki support and Prometheus does not."""


class BadRuleFile(BadRequest):
    code = "alerting.bad_rule_file"


class PrometheusRule(msgspec.Struct, frozen=True):
    """An alerting rule, or a recording rule if `is_recording`. Durations are as written."""

    name: str
    expr: str
    is_recording: bool = False
    hold: str = ""
    keep_firing: str = ""
    labels: Mapping[str, str] | None = None
    annotations: Mapping[str, str] | None = None
    line: int = 0
    """Line of the expression."""


class PrometheusGroup(msgspec.Struct, frozen=True):
    name: str
    rules: tuple[PrometheusRule, ...]
    interval: timedelta | None = None
    query_offset: timedelta | None = None
    labels: Mapping[str, str] | None = None


def read_file(text: str, file: str, namespace: str, warn: Warn) -> dict[str, list[PrometheusGroup]]:
    """Return groups by namespace. `namespace` is the default.

    `warn` receives the parts that are not imported. Raises `BadRuleFile` with the file and line.
    """
    from vedette.provisioning.document import read_document
    from vedette.provisioning.expansion import AS_WRITTEN

    report = Report(file)
    try:
        document = read_document(text, {}, report, AS_WRITTEN)
        entry = Entry(document, report)
        if "groups" in document:
            name = entry.text("namespace").strip() or namespace
            found = {name: _groups(entry, "groups")}
            _refuse_unknown(entry)
        elif "name" in document and "rules" in document:
            found = {namespace: [_group(entry)]}
            _refuse_unknown(entry)
        else:
            found = {key: _groups(entry, key) for key in document}
    except (DocumentError, BadRequest) as error:
        line = error.line if isinstance(error, DocumentError) else None
        place = file if line is None else f"{file}:{line}"
        raise BadRuleFile(f"{place}: {_sentence(error)}") from None
    for problem in report.problems:
        warn(f"{file}:{problem.line}: {problem.message}")
    return found


def _refuse_unknown(entry: Entry) -> None:
    """Reject unknown keys: a misspelled `for` would make an alert fire immediately."""
    for key in entry.block.keys() - entry.asked:
        near = get_close_matches(key, entry.asked, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise DocumentError(f"The key {key[:60]} is not known.{hint}", entry.line_of(key))


def _sentence(error: Exception) -> str:
    return error.message if isinstance(error, DocumentError) else getattr(error, "public", "")


def _groups(entry: Entry, key: str) -> list[PrometheusGroup]:
    value, _ = entry.value(key)
    blocks = _blocks(value, key, entry.line_of(key))
    groups = []
    for block in blocks:
        below = Entry(block, entry.report)
        groups.append(_group(below))
        _refuse_unknown(below)
    twice = first_repeated(group.name for group in groups)
    if twice is not None:
        raise DocumentError(f"The group {twice!r} exists twice.", entry.line_of(key))
    return groups


def _group(entry: Entry) -> PrometheusGroup:
    name = entry.required("name")
    value, _ = entry.value("rules")
    rules = []
    for block in _blocks(value, "rules", entry.line_of("rules")):
        below = Entry(block, entry.report)
        rules.append(_rule(below))
        _refuse_unknown(below)
    if entry.has("limit") and entry.whole("limit"):
        entry.report.warn(
            f"The group {name!r} has a limit; the server's limit applies.",
            entry.line_of("limit"),
        )
    entry.value("limit")
    for key in _OF_OTHER_RULERS:
        if entry.has(key):
            entry.report.warn(f"The group {name!r}: {key} is not imported.", entry.line_of(key))
        entry.value(key)
    return PrometheusGroup(
        name,
        tuple(rules),
        _duration(entry, "interval"),
        _duration(entry, "query_offset"),
        _texts(entry, "labels"),
    )


def _rule(entry: Entry) -> PrometheusRule:
    is_recording = entry.has("record")
    if is_recording == entry.has("alert"):
        raise DocumentError("A rule must have either alert or record, with its name.", entry.line)
    name = entry.required("record" if is_recording else "alert")
    if is_recording:
        check_metric(name, entry.line_of("record"))
        for key in ("for", "keep_firing_for", "annotations"):
            if entry.has(key):
                raise DocumentError(f"A recording rule cannot have {key}.", entry.line_of(key))
    entry.value("alert" if is_recording else "record")
    _duration(entry, "for")
    _duration(entry, "keep_firing_for")
    expression = entry.required("expr")
    problem = problem_of_expression(expression)
    if problem:
        raise DocumentError(f"expr: {problem}.", entry.line_of("expr"))
    return PrometheusRule(
        name,
        expression,
        is_recording,
        entry.text("for"),
        entry.text("keep_firing_for"),
        _texts(entry, "labels"),
        _texts(entry, "annotations"),
        entry.line_of("expr"),
    )


def _duration(entry: Entry, key: str) -> timedelta | None:
    if not entry.has(key):
        entry.value(key)
        return None
    try:
        return parse_prometheus_duration(entry.text(key))
    except BadRequest as error:
        raise DocumentError(f"{key}: {error.public}", entry.line_of(key)) from error


def _texts(entry: Entry, key: str) -> dict[str, str]:
    block = entry.mapping(key)
    for name, value in block.items():
        if isinstance(value, DocumentMapping | list):
            raise DocumentError(f"{key}.{name} must be text.", block.lines[name])
    check_names(key, block)
    if entry.has("alert"):
        check_templates(key, block)
    return {name: block.written[name] for name, value in block.items() if value is not None}


def _blocks(value: Value, key: str, line: int) -> list[DocumentMapping]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise DocumentError(f"{key} must be a list.", line)
    blocks = [each for each in value if isinstance(each, DocumentMapping)]
    if len(blocks) < len(value):
        raise DocumentError(f"Each entry of {key} must be a mapping.", line)
    return blocks
