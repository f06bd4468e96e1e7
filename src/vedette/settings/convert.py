"""Convert values from text to their types, and back for the documentation."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import orjson

from vedette.kernel.durations import BadDuration, format_duration, parse_duration
from vedette.kernel.secret import Secret
from vedette.settings.declare import Setting

_TRUE = frozenset(("true", "1", "yes", "on", "t", "y"))
_FALSE = frozenset(("false", "0", "no", "off", "f", "n"))


class Unexpected(ValueError):
    """The text cannot be converted. The argument states what was expected."""


def convert(field: Setting, text: str) -> Any:
    """Return the typed value. Empty text selects the default, except for settings of type text.

    Raises `Unexpected`.
    """
    if field.type is Secret:
        return Secret(text)
    if field.required and not text.strip():
        raise Unexpected("text that is not empty")
    if not text.strip() and (field.type is not str or field.choices is not None):
        return field.default
    if field.type is bool:
        return _boolean(text)
    if field.type is int:
        return _in_bounds(field, _integer(field, text))
    if field.type is float:
        return _in_bounds(field, _number(text))
    if field.type is timedelta:
        return _duration(field, text)
    if field.type == tuple[str, ...]:
        return tuple(_chosen(field, item) for item in split_list(text))
    return _chosen(field, text)


def text_of(value: Any) -> str:
    """Return the value in the notation of a configuration file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, timedelta):
        return format_duration(value)
    if isinstance(value, Secret):
        return value.reveal()
    if isinstance(value, tuple):
        return " ".join(value)
    if isinstance(value, Mapping):
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)


def type_name(field: Setting) -> str:
    if field.type == tuple[str, ...]:
        return "list"
    names = {str: "text", int: "integer", float: "number", bool: "boolean", Secret: "secret"}
    return names.get(field.type, "duration" if field.type is timedelta else "names and values")


def split_list(text: str) -> list[str]:
    """Split a list separated by spaces, commas or both, or parse a JSON array of texts."""
    text = text.strip()
    if text.startswith("["):
        try:
            items = orjson.loads(text)
        except orjson.JSONDecodeError:
            items = None
        if isinstance(items, list) and all(isinstance(item, str) for item in items):
            return items
    return text.replace(",", " ").split()


def _boolean(text: str) -> bool:
    word = text.strip().lower()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise Unexpected("true or false")


def _integer(field: Setting, text: str) -> int:
    if not (stripped := text.strip()).lstrip("+-").isdecimal() or not stripped.isascii():
        raise Unexpected(f"a whole number{_of_unit(field)}{_bounds(field)}")
    try:
        return int(stripped)
    except ValueError as error:
        raise Unexpected(f"a whole number{_of_unit(field)}{_bounds(field)}") from error


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise Unexpected("a number") from error


def _in_bounds(field: Setting, value: float) -> float:
    low, high = field.at_least, field.at_most
    if not (low if low is not None else -(2**63)) <= value <= (high if high is not None else 2**63):
        kind = "a whole number" if field.type is int else "a number"
        raise Unexpected(f"{kind}{_of_unit(field)}{_bounds(field)}")
    return value


def _duration(field: Setting, text: str) -> timedelta:
    text = text.strip()
    if text.lstrip("-").isdecimal() and (field.bare_unit or text == "0"):
        text = f"{text}{field.bare_unit or 's'}"
    try:
        duration = parse_duration(text)
    except BadDuration as error:
        bare = f" (a bare number is in {field.bare_unit})" if field.bare_unit else ""
        raise Unexpected(f"a duration such as 30s, 5m or 24h{bare}") from error
    if field.at_least is not None and duration < timedelta(seconds=field.at_least):
        raise Unexpected(f"a duration of at least {field.at_least:g}s")
    return duration


def _chosen(field: Setting, text: str) -> str:
    if field.choices is None:
        return text
    for choice in field.choices:
        if choice.lower() == text.strip().lower():
            return choice
    listed = ", ".join(choice or "nothing" for choice in field.choices)
    raise Unexpected(f"one of {listed}")


def _of_unit(field: Setting) -> str:
    return f" of {field.unit}" if field.unit else ""


def _bounds(field: Setting) -> str:
    low, high = field.at_least, field.at_most
    if low is not None and high is not None:
        return f" from {low:g} to {high:g}"
    if low is not None:
        return f" of at least {low:g}"
    return f" of at most {high:g}" if high is not None else ""
