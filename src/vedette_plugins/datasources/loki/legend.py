"""The name of a series in a legend."""

import re
from collections.abc import Mapping

import orjson

AUTO = "__auto"
_LABEL = re.compile(r"\{\{([^{}]+)\}\}")


def series_name(template: str | None, labels: Mapping[str, str], expr: str) -> str | None:
    """What a series is called, or None where the viewer names it by the labels that differ.

    A template may name labels as `{{label}}`; a label that the series lacks becomes empty.
    Without a template the name is all labels: `{app="web", level="error"}`.
    """
    if template == AUTO:
        return None if labels else expr
    if not template:
        return _all_labels(labels) if labels else expr
    return _LABEL.sub(lambda match: labels.get(match[1].strip(), ""), template) or expr


def _all_labels(labels: Mapping[str, str]) -> str:
    pairs = (f"{key}={orjson.dumps(value).decode()}" for key, value in sorted(labels.items()))
    return f"{{{', '.join(pairs)}}}"
