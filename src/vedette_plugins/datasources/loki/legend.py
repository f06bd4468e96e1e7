"""The names of series in a legend."""

from collections.abc import Callable, Mapping

import orjson

from vedette.sdk.names import cut, label_template

AUTO = "__auto"


def series_names(template: str | None, expr: str) -> Callable[[Mapping[str, str]], str | None]:
    """Return a function from labels to a name; it returns None if the panel chooses the name.

    A template can contain labels as `{{label}}`; a missing one becomes empty. Without a template
    the name has all labels: `{app="web", level="error"}`. Raises `BadLegend`.
    """
    expr = cut(expr)
    if template == AUTO:
        return lambda labels: None if labels else expr
    if template:
        named = label_template(template)
        return lambda labels: named(labels) or expr
    return lambda labels: _all_labels(labels) if labels else expr


def _all_labels(labels: Mapping[str, str]) -> str:
    pairs = (f"{key}={orjson.dumps(value).decode()}" for key, value in sorted(labels.items()))
    return cut(f"{{{', '.join(pairs)}}}")
