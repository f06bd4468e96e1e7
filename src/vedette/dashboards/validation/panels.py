"""Checks of the panels of a dashboard model."""

from collections.abc import Collection, Mapping
from typing import Any

from vedette.dashboards.validation.report import Kind, ModelReport, is_kind, named

MAX_PANELS = 2_000
_COLUMNS = 24
_KINDS: Mapping[str, Kind] = {
    "title": "a text",
    "description": "a text",
    "type": "a text",
    "transparent": "true or false",
    "options": "an object",
    "repeat": "a text",
    "maxPerRow": "a whole number",
    "links": "a list",
    "pluginVersion": "a text",
}
_UPGRADED = frozenset(
    {
        *("row", "graph", "graphite", "singlestat", "grafana-singlestat-panel", "table-old"),
        *("table2", "grafana-piechart-panel", "heatmap-new", "text2"),
    }
)
"""Types that no plugin has: the browser draws rows itself, and upgrades panels of old types."""


class PanelChecks:
    """Checks all panels of one model, those inside of rows too."""

    def __init__(self, report: ModelReport, types: Collection[str]) -> None:
        self._report = report
        self._types = types
        self._ids: dict[object, str] = {}
        self._count = 0

    def check_all(self, model: Mapping[str, Any]) -> None:
        for path, panel in self._report.items(model, "", "panels"):
            self._check(path, panel)
            for inner, nested in self._report.items(panel, path, "panels"):
                if nested.get("type") == "row":
                    self._report.warn(inner, "A row cannot contain another row.")
                self._check(inner, nested)
        for path, row in self._report.items(model, "", "rows"):
            for inner, nested in self._report.items(row, path, "panels"):
                self._check(inner, nested, is_old=True)
        if self._count > MAX_PANELS:
            self._report.error(
                "panels",
                f"The dashboard has {self._count:,} panels. The limit is {MAX_PANELS:,}.",
            )

    def _check(self, path: str, panel: Mapping[str, Any], *, is_old: bool = False) -> None:
        self._count += 1
        report = self._report
        report.check(panel, path, _KINDS)
        self._check_id(path, panel)
        if not is_old:
            self._check_place(path, panel)
        self._check_type(path, panel)
        self._check_queries(path, panel)
        self._check_fields(path, panel)
        library = report.member(panel, path, "libraryPanel")
        if library and not is_kind(library.get("uid"), "a text"):
            report.warn(f"{path}.libraryPanel.uid", "The uid of the library panel is missing.")

    def _check_id(self, path: str, panel: Mapping[str, Any]) -> None:
        id_ = panel.get("id")
        if id_ is None:
            return
        if not is_kind(id_, "a whole number") or id_ < 0:
            shown = id_ if is_kind(id_, "a number") else named(id_)
            self._report.warn(f"{path}.id", f"A panel id must be a whole number, not {shown}.")
        else:
            self._report.unique(self._ids, id_, f"{path}.id", "panel id")

    def _check_place(self, path: str, panel: Mapping[str, Any]) -> None:
        place = self._report.member(panel, path, "gridPos")
        numbers: dict[str, float] = {}
        for key in ("x", "y", "w", "h"):
            value = place.get(key)
            if value is None:
                continue
            if not is_kind(value, "a number"):
                self._report.warn(
                    f"{path}.gridPos.{key}", f"This value must be a number, not {named(value)}."
                )
            elif value < 0 or (value == 0 and key in "wh"):
                what = "negative" if value < 0 else "zero"
                self._report.warn(f"{path}.gridPos.{key}", f"This value must not be {what}.")
            else:
                numbers[key] = value
        if numbers.get("x", 0) + numbers.get("w", 1) > _COLUMNS:
            self._report.warn(
                f"{path}.gridPos", f"The panel ends outside of the grid of {_COLUMNS} columns."
            )

    def _check_type(self, path: str, panel: Mapping[str, Any]) -> None:
        type_ = panel.get("type")
        if type_ is None and "libraryPanel" not in panel:
            self._report.warn(f"{path}.type", "The type of the panel is missing.")
        elif isinstance(type_, str) and type_ not in self._types and type_ not in _UPGRADED:
            self._report.warn(
                f"{path}.type", f"The panel type {type_[:80]!r} is not installed on this server."
            )

    def _check_queries(self, path: str, panel: Mapping[str, Any]) -> None:
        report = self._report
        self._check_source(path, panel)
        seen: dict[object, str] = {}
        for place, target in report.items(panel, path, "targets"):
            self._check_source(place, target)
            report.check(target, place, {"refId": "a text", "hide": "true or false"})
            if isinstance(ref := target.get("refId"), str):
                report.unique(seen, ref, f"{place}.refId", "query name")
        for place, step in report.items(panel, path, "transformations"):
            if not is_kind(step.get("id"), "a text"):
                report.warn(f"{place}.id", "The id of the transformation is missing.")

    def _check_source(self, path: str, holder: Mapping[str, Any]) -> None:
        source = holder.get("datasource")
        if source is not None and not isinstance(source, str | dict):
            self._report.warn(
                f"{path}.datasource",
                f"A data source must be an object with a uid, not {named(source)}.",
            )

    def _check_fields(self, path: str, panel: Mapping[str, Any]) -> None:
        report = self._report
        config = report.member(panel, path, "fieldConfig")
        report.member(config, f"{path}.fieldConfig", "defaults")
        for place, override in report.items(config, f"{path}.fieldConfig", "overrides"):
            matcher = report.member(override, place, "matcher")
            if not is_kind(matcher.get("id"), "a text"):
                report.warn(f"{place}.matcher.id", "The id of the matcher is missing.")
            for inner, property_ in report.items(override, place, "properties"):
                if not is_kind(property_.get("id"), "a text"):
                    report.warn(f"{inner}.id", "The id of the property is missing.")
