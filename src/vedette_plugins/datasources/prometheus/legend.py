"""The names of series in a legend."""

from collections.abc import Callable, Mapping

import orjson

from vedette.sdk.names import cut, label_template

AUTO = "__auto"


def series_names(template: str | None, expr: str) -> Callable[[Mapping[str, str]], str | None]:
    """Return a function from labels to a name; it returns None if the panel chooses the name.

    A template can contain labels as `{{label}}`; a missing one becomes empty. Without a template
    the name is the whole series: `up{job="api"}`. Raises `BadLegend`.
    """
    expr = cut(expr)
    if template == AUTO:
        return lambda labels: None if labels else expr
    named = label_template(template) if template else verbose_name

    def name_of(labels: Mapping[str, str]) -> str:
        name = named(labels)
        return expr if name in ("", "{}") else name

    return name_of


def verbose_name(labels: Mapping[str, str]) -> str:
    metric = labels.get("__name__", "")
    rest = ", ".join(
        f"{key}={orjson.dumps(value).decode()}"
        for key, value in sorted(labels.items())
        if key != "__name__"
    )
    return cut(f"{metric}{{{rest}}}" if rest or not metric else metric)
