"""The name of a series in a legend."""

import re
from collections.abc import Mapping

import orjson

AUTO = "__auto"
_LABEL = re.compile(r"\{\{([^{}]+)\}\}")


def series_name(template: str | None, labels: Mapping[str, str], expr: str) -> str | None:
    """What a series is called, or None where the viewer names it by the labels that differ.

    A template may name labels as `{{label}}`; a label that the series lacks becomes empty.
    Without a template the name is the whole series: `up{job="api"}`.
    """
    if template == AUTO:
        return None if labels else expr
    if template:
        name = _LABEL.sub(lambda match: labels.get(match[1].strip(), ""), template)
    else:
        name = verbose_name(labels)
    return expr if name in ("", "{}") else name


def verbose_name(labels: Mapping[str, str]) -> str:
    metric = labels.get("__name__", "")
    rest = ", ".join(
        f"{key}={orjson.dumps(value).decode()}"
        for key, value in sorted(labels.items())
        if key != "__name__"
    )
    return f"{metric}{{{rest}}}" if rest or not metric else metric
