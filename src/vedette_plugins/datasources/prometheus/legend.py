"""The name of a series in a legend."""

import re
from collections.abc import Callable, Mapping

import orjson

AUTO = "__auto"
_LABEL = re.compile(r"\{\{([^{}]+)\}\}")


def series_names(template: str | None, expr: str) -> Callable[[Mapping[str, str]], str | None]:
    """Tells by its labels what a series is called, or None where the viewer names it by those
    that differ.

    A template, which is read once, may name labels as `{{label}}`; a label that the series lacks
    becomes empty. Without a template the name is the whole series: `up{job="api"}`.
    """
    if template == AUTO:
        return lambda labels: None if labels else expr
    named = _filled(template) if template else verbose_name

    def name_of(labels: Mapping[str, str]) -> str:
        name = named(labels)
        return expr if name in ("", "{}") else name

    return name_of


def _filled(template: str) -> Callable[[Mapping[str, str]], str]:
    first, *rest = _LABEL.split(template)
    parts = [(key.strip(), text) for key, text in zip(rest[::2], rest[1::2], strict=True)]

    def fill(labels: Mapping[str, str]) -> str:
        return first + "".join([labels.get(key, "") + text for key, text in parts])

    return fill


def verbose_name(labels: Mapping[str, str]) -> str:
    metric = labels.get("__name__", "")
    rest = ", ".join(
        f"{key}={orjson.dumps(value).decode()}"
        for key, value in sorted(labels.items())
        if key != "__name__"
    )
    return f"{metric}{{{rest}}}" if rest or not metric else metric
