"""Matchers select alerts by their labels: `=`, `!=`, `=~` and `!~`, joined by "and".

Two formats are supported: strings as in Prometheus (`severity=~"warning|critical"`) and triples
(`["severity", "=~", "warning|critical"]`), whose label names can contain any character.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from vedette.alerting.model.labels import Labels
from vedette.kernel.errors import BadRequest

MAX_PATTERN = 2_048
MAX_NAME = 1_024
MAX_VALUE = 8_192
_PROGRAM_BYTES = 1 << 20
_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
_WORD = r"""[^\s{}!=~,\\"'`]+"""
"""Label names that Alertmanager 0.27 and newer accept without quotes."""
_TEXT = r'"(?:[^"\\]|\\.)*"'
_HEAD = re.compile(rf"\s*({_WORD}|{_TEXT})\s*(=~|!~|!=|=)\s*", re.DOTALL)
_QUOTED = re.compile(_TEXT, re.DOTALL)
_BARE = re.compile(r'(?:\\"|[^,"])*')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)

Test: TypeAlias = Callable[[str], bool]


class BadMatcher(BadRequest):
    code = "alerting.bad_matcher"


class Operator(StrEnum):
    EQUAL = "="
    NOT_EQUAL = "!="
    REGEX = "=~"
    NOT_REGEX = "!~"

    @property
    def is_regex(self) -> bool:
        return self in (Operator.REGEX, Operator.NOT_REGEX)

    @property
    def is_positive(self) -> bool:
        return self in (Operator.EQUAL, Operator.REGEX)


class Matcher:
    """A test of one label. A missing label has the empty value.

    Regular expressions have RE2 syntax, match the whole value, and run in linear time. Raises
    `BadMatcher` if the name is empty, something is too long or the expression is invalid.
    """

    __slots__ = ("_test", "name", "operator", "value")

    def __init__(self, name: str, operator: Operator, value: str) -> None:
        if not name or len(name) > MAX_NAME:
            raise BadMatcher(f"A matcher needs a label name of 1 to {MAX_NAME} characters.")
        if len(value) > MAX_VALUE:
            raise BadMatcher(f"The value of a matcher has at most {MAX_VALUE} characters.")
        self.name = name
        self.operator = operator
        self.value = value
        self._test = _pattern(name, value) if operator.is_regex else value.__eq__

    def matches(self, labels: Labels) -> bool:
        return self._test(labels.get(self.name, "")) is self.operator.is_positive

    @property
    def matches_absence(self) -> bool:
        """Return whether an alert without the label matches."""
        return self.matches({})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Matcher) and self.triple == other.triple

    def __hash__(self) -> int:
        return hash(self.triple)

    def __repr__(self) -> str:
        return f"Matcher({self})"

    def __str__(self) -> str:
        """Return the Prometheus format, which `parse` reads."""
        name = self.name if _NAME.fullmatch(self.name) else _quote(self.name)
        return f"{name}{self.operator}{_quote(self.value)}"

    @property
    def triple(self) -> tuple[str, str, str]:
        return self.name, str(self.operator), self.value


def matches_all(matchers: Iterable[Matcher], labels: Labels) -> bool:
    return all(matcher.matches(labels) for matcher in matchers)


def parse(text: str) -> tuple[Matcher, ...]:
    """Parse `severity="critical"` or several matchers, separated by commas, with or without braces.

    The syntax is that of Alertmanager: names and values do not need quotes, and one brace can be
    missing. If a name is quoted or contains more than letters, digits, `_` and `:`, all quoted
    texts are Go strings. Unlike in Alertmanager, a final brace that closes one within the text is
    kept, as in `foo=~[0-9]{2}`. Raises `BadMatcher`.
    """
    inner = _inside(text.strip())
    found: list[_Written] = []
    position = 0
    while inner[position:].strip():
        written, position = _one(inner, position)
        found.append(written)
    is_classic = all(_NAME.fullmatch(each.name) for each in found)
    return tuple(_matcher(each, is_classic=is_classic) for each in found)


def from_triple(triple: Sequence[Any]) -> Matcher:
    """Parse the `object_matchers` format. Raises `BadMatcher`."""
    if len(triple) != 3 or not all(isinstance(part, str) for part in triple):
        raise BadMatcher(
            "An object matcher must be a list of three strings: label, operator, value."
        )
    name, operator, value = triple
    try:
        return Matcher(name, Operator(operator), value)
    except ValueError:
        raise BadMatcher(f"Unknown operator {operator[:10]!r}. Use =, !=, =~ or !~.") from None


class _Written(NamedTuple):
    """Name and value with their quotes and escapes."""

    name: str
    operator: str
    value: str


def _inside(text: str) -> str:
    inner = text.removeprefix("{")
    bare = _QUOTED.sub("", inner)
    closes_nothing = bare.count("{") < bare.count("}")
    return inner.removesuffix("}") if inner != text or closes_nothing else inner


def _one(text: str, position: int) -> tuple[_Written, int]:
    head = _HEAD.match(text, position)
    if head is None:
        raise BadMatcher(f'{text[position:][:80].strip()!r} is not a matcher such as team="web".')
    value = _QUOTED.match(text, head.end()) or _BARE.match(text, head.end())
    assert value is not None
    name, operator = head.groups()
    rest = text[value.end() :].lstrip()
    if rest and not rest.startswith(","):
        raise BadMatcher(f"{rest[:80]!r} is not expected after the value of {head[0].strip()}.")
    end = len(text) - len(rest) + 1 if rest else len(text)
    return _Written(name, operator, value[0].rstrip()), end


def _matcher(written: _Written, *, is_classic: bool) -> Matcher:
    name, operator, value = written
    if not is_classic:
        return Matcher(_newer(name), Operator(operator), _newer(value))
    inner = value[1:-1] if value.startswith('"') else value
    return Matcher(name, Operator(operator), _unescape(inner))


def _newer(text: str) -> str:
    """Parse a name or value that only Alertmanager 0.27 and newer accept."""
    if not text.startswith('"'):
        if re.fullmatch(_WORD, text):
            return text
        raise BadMatcher(
            f"{text[:80]!r} needs quotes if the label name is not a classic Prometheus name."
        )
    from vedette.gotemplate.constants import unquote

    try:
        if "\n" in text:
            raise ValueError(text)
        found = unquote(text)
        found.encode()
    except ValueError:
        raise BadMatcher(
            f"{text[:80]!r} is no string of Go's; a backslash is written \\\\ beside a name that is"
            " quoted or not of the older form."
        ) from None
    return found


@lru_cache(maxsize=4_096)
def _pattern(name: str, value: str) -> Test:
    if len(value) > MAX_PATTERN:
        raise BadMatcher(
            f"The regular expression for {name[:80]} has more than {MAX_PATTERN} characters."
        )
    import re2

    options = re2.Options()
    options.log_errors = False
    options.dot_nl = True
    options.max_mem = _PROGRAM_BYTES
    try:
        compiled = re2.compile(value, options)
    except re2.error as error:
        reason = error.args[0].decode() if error.args and error.args[0] else "it is invalid"
        raise BadMatcher(
            f"The regular expression {value[:80]!r} for {name[:80]} cannot be used: {reason}."
        ) from None
    return lambda text: compiled.fullmatch(text) is not None


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _unescape(text: str) -> str:
    r"""Unescape as in Prometheus: a backslash stays if no known escape follows, as in `\\d`."""
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[0]), text)


_ESCAPES = {"n": "\n", '"': '"', "\\": "\\"}
