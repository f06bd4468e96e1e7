"""Checks of a whole dashboard model: kinds of values, duplicate names, sizes, unknown types.

Only what keeps the dashboard from being opened is an error: parts of the wrong kind, and too many
panels. Everything else is a warning, because Grafana stores it and so do we.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from vedette.dashboards.validation.panels import PanelChecks
from vedette.dashboards.validation.report import Kind, ModelProblem, ModelReport, is_kind, named

_KINDS: Mapping[str, Kind] = {
    "description": "a text",
    "timezone": "a text",
    "weekStart": "a text",
    "editable": "true or false",
    "liveNow": "true or false",
    "schemaVersion": "a whole number",
    "graphTooltip": "a whole number",
    "fiscalYearStartMonth": "a whole number",
    "tags": "a list",
    "links": "a list",
}
_VARIABLE_TYPES = frozenset(
    {
        *("query", "custom", "interval", "datasource", "textbox", "constant", "adhoc"),
        *("groupby", "system", "snapshot", "switch"),
    }
)


def model_problems(model: Mapping[str, Any], types: Collection[str]) -> Sequence[ModelProblem]:
    """Return at most `MAX_PROBLEMS` problems of the model; `types` are the installed panels."""
    report = ModelReport()
    PanelChecks(report, types).check_all(model)
    report.check(model, "", _KINDS)
    _check_time(report, model)
    _check_variables(report, model)
    _check_annotations(report, model)
    tags = model.get("tags")
    for index, tag in enumerate(tags if isinstance(tags, list) else ()):
        if not isinstance(tag, str):
            report.warn(f"tags[{index}]", f"A tag must be a text, not {named(tag)}.")
    refresh = model.get("refresh")
    if refresh is not None and not isinstance(refresh, str | bool):
        report.warn("refresh", f"The refresh interval must be a text, not {named(refresh)}.")
    return report.problems


def _check_time(report: ModelReport, model: Mapping[str, Any]) -> None:
    time = report.member(model, "", "time")
    report.check(time, "time", {"from": "a text", "to": "a text"})
    picker = report.member(model, "", "timepicker")
    report.check(
        picker,
        "timepicker",
        {"hidden": "true or false", "nowDelay": "a text", "refresh_intervals": "a list"},
    )


def _check_variables(report: ModelReport, model: Mapping[str, Any]) -> None:
    seen: dict[object, str] = {}
    templating = report.member(model, "", "templating")
    for path, variable in report.items(templating, "templating", "list"):
        name, type_ = variable.get("name"), variable.get("type")
        if not is_kind(name, "a text") or not name:
            report.warn(f"{path}.name", "The name of the variable is missing.")
        else:
            report.unique(seen, name, f"{path}.name", "variable name")
        report.check(variable, path, {"type": "a text", "label": "a text", "regex": "a text"})
        if isinstance(type_, str) and type_ not in _VARIABLE_TYPES:
            report.warn(f"{path}.type", f"{type_[:80]!r} is not a type of variables.")


def _check_annotations(report: ModelReport, model: Mapping[str, Any]) -> None:
    seen: dict[object, str] = {}
    annotations = report.member(model, "", "annotations")
    for path, query in report.items(annotations, "annotations", "list"):
        report.check(
            query, path, {"name": "a text", "enable": "true or false", "iconColor": "a text"}
        )
        if isinstance(name := query.get("name"), str):
            report.unique(seen, name, f"{path}.name", "annotation name")
