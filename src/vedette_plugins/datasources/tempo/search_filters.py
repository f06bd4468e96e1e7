"""Converts search forms to TraceQL: filters of the query editor, and the keys of older targets."""

import re
import shlex
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from vedette_plugins.datasources.tempo.errors import BadFilter

Scalar = str | int | float | bool
EVERYTHING = "{}"
_LONGEST_TAGS = 10_000
_OPERATORS = frozenset({"=", "!=", ">", ">=", "<", "<=", "=~", "!~"})
_SCOPES = frozenset({"resource", "span", "event", "link", "instrumentation", "parent"})
_INTRINSIC = re.compile(r"[A-Za-z]+(?::[A-Za-z]+)?")
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*")
_KEYWORD = re.compile(r"[A-Za-z_]+")
_NUMBER = re.compile(r"-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_DURATION = re.compile(r"(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+")
_SHAPES = {
    "keyword": _KEYWORD,
    "status": _KEYWORD,
    "kind": _KEYWORD,
    "bool": re.compile("true|false"),
    "boolean": re.compile("true|false"),
    "duration": _DURATION,
    "int": _NUMBER,
    "float": _NUMBER,
    "number": _NUMBER,
}
_KEYWORD_TAGS = frozenset({"status", "kind"})
_DURATION_TAGS = frozenset({"duration", "traceDuration", "trace:duration", "span:duration"})


class Filter(msgspec.Struct, rename="camel"):
    """One row of the search form. Without a tag or a value it is ignored.

    The row with the `id` duration-type says whether durations are those of spans or of traces.
    """

    id: str | None = None
    tag: str | None = None
    operator: str | None = None
    scope: str | None = None
    value: Scalar | list[Scalar] | None = None
    value_type: str | None = None


def filters_traceql(filters: Sequence[Filter]) -> str:
    """Return `{resource.service.name="shop" && duration>100ms}`. Raises `BadFilter`.

    Several values mean any of them (none of them for `!=` and `!~`).
    """
    if any(each.id == "duration-type" and each.value == "trace" for each in filters):
        filters = [_of_trace(each) for each in filters]
    conditions = [text for each in filters if (text := _condition(each))]
    return f"{{{' && '.join(conditions)}}}" if conditions else EVERYTHING


def _of_trace(each: Filter) -> Filter:
    is_duration = each.tag == "duration" and each.scope in (None, "", "intrinsic")
    return replace(each, tag="traceDuration", scope="intrinsic") if is_duration else each


def old_traceql(*, service: str, span: str, shortest: str, longest: str, tags: str) -> str:
    """Convert the search form of older targets; `tags` are `key=value` pairs, optionally quoted."""
    filters = [
        Filter(None, "service.name", "=", "resource", service, "string"),
        Filter(None, "name", "=", "intrinsic", span, "string"),
        Filter(None, "duration", ">=", "intrinsic", shortest.replace(" ", ""), "duration"),
        Filter(None, "duration", "<=", "intrinsic", longest.replace(" ", ""), "duration"),
    ]
    if len(tags) > _LONGEST_TAGS:
        raise BadFilter(f"The tags are longer than {_LONGEST_TAGS:,} characters.")
    try:
        pairs = shlex.split(tags)
    except ValueError as error:
        raise BadFilter("The tags contain a quote that is not closed.") from error
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise BadFilter(f"The tag {pair[:60]!r} must have the form key=value.")
        filters.append(Filter(None, key, "=", "unscoped", value, _kind_of(value)))
    return filters_traceql(filters)


def _kind_of(value: str) -> str:
    if value in ("true", "false"):
        return "bool"
    return "number" if _NUMBER.fullmatch(value) else "string"


def _condition(each: Filter) -> str:
    found = each.value if isinstance(each.value, list) else [each.value]
    values = [value for value in found if value is not None and value != ""]
    if not each.tag or not values:
        return ""
    operator = each.operator or "="
    if operator not in _OPERATORS:
        raise BadFilter(
            f"The filter on {each.tag[:60]} uses {operator[:10]!r}. Tags can be compared with "
            "=, !=, >, >=, <, <=, =~ and !~."
        )
    name = attribute(each.tag, each.scope or "")
    if len(values) == 1:
        return f"{name}{operator}{_value(each, values[0])}"
    if _is_text(each) and operator in ("=", "!=", "=~", "!~"):
        is_literal = operator in ("=", "!=")
        parts = [_regex_literal(str(value)) if is_literal else str(value) for value in values]
        return f"{name}{operator[0]}~{quoted('|'.join(parts))}"
    joint = " && " if operator.startswith("!") else " || "
    return f"({joint.join(f'{name}{operator}{_value(each, value)}' for value in values)})"


def attribute(tag: str, scope: str) -> str:
    """Return `resource.service.name`, `.http.method`, `status`, `span."with spaces"`."""
    if scope == "intrinsic":
        if _INTRINSIC.fullmatch(tag) is None:
            raise BadFilter(f"{tag[:60]!r} is not an intrinsic.")
        return tag
    if scope not in ("", "unscoped") and scope not in _SCOPES:
        raise BadFilter(f"The filter on {tag[:60]} has an unknown scope, {scope[:40]!r}.")
    prefix = scope if scope in _SCOPES else ""
    return f"{prefix}.{tag if _PLAIN_NAME.fullmatch(tag) else quoted(tag)}"


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t") + '"'


def _is_text(each: Filter) -> bool:
    return not _shape(each) and all(
        isinstance(value, str)
        for value in (each.value if isinstance(each.value, list) else [each.value])
    )


def _shape(each: Filter) -> str:
    """Return the unquoted format of the value, by its type or by the tag; empty for text."""
    if each.value_type:
        return each.value_type if each.value_type in _SHAPES else ""
    if each.scope == "intrinsic":
        if each.tag in _KEYWORD_TAGS:
            return "keyword"
        if each.tag in _DURATION_TAGS:
            return "duration"
    return ""


def _value(each: Filter, value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    shape = _shape(each)
    if not shape:
        return quoted(value)
    text = value.strip()
    if _SHAPES[shape].fullmatch(text) is None:
        raise BadFilter(f"The filter on {each.tag} requires a {shape}, not {value[:60]!r}.")
    return text


def _regex_literal(text: str) -> str:
    """Escape the text for RE2."""
    return re.sub(r"([\\.+*?()|\[\]{}^$])", r"\\\1", text)
