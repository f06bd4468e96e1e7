"""What Prometheus checks in a rule beside its expression: names, durations and templates."""

import re
from collections.abc import Mapping
from functools import cache

from vedette.gotemplate import TemplateError, library, parse
from vedette.gotemplate.values import Function, Value
from vedette.kernel.clock import SystemClock
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.values import Block

_LABEL = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
_METRIC = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
_DURATION = re.compile(
    r"0|(?=.)([0-9]+y)?([0-9]+w)?([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?"
)
_VARIABLES = ("$labels", "$value", "$externalLabels", "$externalURL")
_OTHER_FUNCTIONS = ("query", "graphLink", "tableLink", "externalURL", "pathPrefix")
"""Known to Prometheus; the library needs more than values for them."""


def check_metric(name: str, line: int) -> None:
    """Raises `DocumentError`, as all of these do."""
    if not _METRIC.fullmatch(name):
        raise DocumentError(f"{name[:100]!r} is not the name of a metric.", line)


def check_names(key: str, block: Block) -> None:
    """The names of `labels` or `annotations`."""
    for name in block:
        is_name = _LABEL.fullmatch(name) and (key, name) != ("labels", "__name__")
        if not is_name:
            raise DocumentError(f"{key}: {name[:100]!r} is not a valid name.", block.lines[name])


def check_templates(key: str, block: Block) -> None:
    """The texts of a rule that alerts; a recording rule has none that are templates."""
    for name in block:
        text = block.written[name]
        problem = _problem(text) if "{{" in text else ""
        if problem:
            raise DocumentError(f"{key}.{name} is not a template: {problem}.", block.lines[name])


def check_duration(key: str, text: str, line: int) -> None:
    if not _DURATION.fullmatch(text):
        raise DocumentError(
            f"{key}: {text[:40]!r} is not a duration of Prometheus such as 30s or 1h30m.", line
        )


def _problem(text: str) -> str:
    try:
        parse("rule", text, _functions(), variables=_VARIABLES)
    except TemplateError as error:
        return error.public.rstrip(".")
    return ""


@cache
def _functions() -> Mapping[str, Function]:
    def nothing(*_: Value) -> str:
        return ""

    others = {name: Function(nothing, rest="any") for name in _OTHER_FUNCTIONS}
    return {**library.functions(SystemClock().now), **others}
