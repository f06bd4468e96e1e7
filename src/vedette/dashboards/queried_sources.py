"""Finds the data sources that the model of a dashboard queries."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from vedette.kernel.source_names import BUILT_IN, is_expression

_PLACEHOLDERS = frozenset({"", "default", BUILT_IN})
_LONGEST, _MOST = 200, 1_000


def queried_sources(model: Mapping[str, Any]) -> dict[str, int]:
    """Return the uids of queried data sources with the number of panels that query each.

    Old models have names instead of uids. A source with 0 panels is used by variables or
    annotations only. References to variables, to `mixed`, `dashboard` and `expression`, and invalid
    references are left out.
    """
    counts: Counter[str] = Counter()
    for panel in _panels(model):
        targets = (target.get("datasource") for target in _objects(panel.get("targets")))
        named = {_named(ref) for ref in (panel.get("datasource"), *targets)}
        counts.update(name for name in named if name)
    besides = (
        *_objects(_object(model.get("templating")).get("list")),
        *_objects(_object(model.get("annotations")).get("list")),
    )
    for one in besides:
        if name := _named(one.get("datasource")):
            counts.setdefault(name, 0)
    return dict(list(counts.items())[:_MOST])


def _panels(model: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Return all panels, including those of rows, in the current format and in the older `rows`."""
    for panel in _objects(model.get("panels")):
        yield panel
        yield from _objects(panel.get("panels"))
    for row in _objects(model.get("rows")):
        yield from _objects(row.get("panels"))


def _named(reference: object) -> str:
    name = reference.get("uid") if isinstance(reference, Mapping) else reference
    if not isinstance(name, str) or len(name) > _LONGEST or "\0" in name:
        return ""
    is_placeholder = name in _PLACEHOLDERS or name.startswith("-- ") or "$" in name or "[[" in name
    return "" if is_placeholder or is_expression(name) else name


def _objects(value: object) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
