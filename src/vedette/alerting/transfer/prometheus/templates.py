"""Validation of templates of a rule, as Prometheus does it."""

from collections.abc import Mapping
from functools import cache

from vedette.gotemplate import TemplateError, library, parse
from vedette.gotemplate.values import Function, Value
from vedette.kernel.clock import SystemClock

_VARIABLES = ("$labels", "$value", "$externalLabels", "$externalURL")
_OTHER_FUNCTIONS = ("query", "graphLink", "tableLink", "externalURL", "pathPrefix")
"""Functions of Prometheus that the library cannot parse without a definition."""


def problem_of(text: str) -> str:
    """Return why the text is not a template, without a full stop, or an empty text."""
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
