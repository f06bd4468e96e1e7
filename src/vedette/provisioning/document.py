"""Reads YAML and JSON files as plain values with line numbers.

The reader works on parser events, so that limits are checked before anything is built: no tags, no
objects, no duplicate keys, bounded size, depth, aliases and number of values. Scalars follow the
YAML 1.2 core schema: `12:30` and `no` stay text. An integer beyond 64 bits becomes a float.
"""

import re
from collections.abc import Iterator, Mapping

import yaml

from vedette.provisioning.expansion import EVERYTHING, TEXTS, ExpansionScope, expand
from vedette.provisioning.problems import DocumentError, Report
from vedette.provisioning.values import MAX_BYTES, DocumentMapping, Scalar, Value

MAX_DEPTH = 32
MAX_ALIASES = 100
MAX_VALUES = 100_000

_INTEGER = re.compile(r"[-+]?[0-9]{1,30}|0x[0-9a-fA-F]{1,16}|0o[0-7]{1,20}")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_WORDS: Mapping[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TEXT_TAG = "tag:yaml.org,2002:str"
_TAGS = frozenset(
    {"!", _TEXT_TAG, *(f"tag:yaml.org,2002:{kind}" for kind in ("int", "float", "bool", "null"))}
)
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_document(
    text: str,
    environ: Mapping[str, str],
    report: Report,
    scope: ExpansionScope = TEXTS,
    list_key: str = "",
) -> DocumentMapping:
    """Return the mapping that a file holds; an empty file is an empty mapping.

    With `list_key` a file may be a bare list, which is then read as if it stood under that key. As
    in Grafana 10.4, no value of such a list is expanded.

    Raises `DocumentError` with the line where the text is not YAML or breaks a limit.
    """
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise DocumentError(f"The file is larger than {MAX_BYTES} bytes.")
    try:
        return _Reader(text, environ, report, scope).document(list_key)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = min(mark.line + 1, len(text.splitlines())) if mark else None
        raise DocumentError(f"Not valid YAML: {error.problem}.", line) from error
    except yaml.reader.ReaderError as error:
        raise DocumentError(
            "Not valid YAML: the file contains a character that YAML does not allow."
        ) from error


class _Reader:
    def __init__(
        self, text: str, environ: Mapping[str, str], report: Report, scope: ExpansionScope
    ) -> None:
        self.events: Iterator[yaml.Event] = yaml.parse(text, Loader=_LOADER)
        self.environ = environ
        self.report = report
        self.scope = scope
        self.path: list[str] = []
        self.is_raw = EVERYTHING in scope.raw
        self.is_typed = False
        self.values = 0
        self.aliases = 0
        self.anchors: dict[str, tuple[Value, str, int]] = {}
        """Each anchored value as written, with its number of values."""

    def document(self, list_key: str) -> DocumentMapping:
        result: Value = None
        line = 1
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                first = next(self.events)
                line = _line(first)
                self.is_raw |= bool(list_key) and isinstance(first, yaml.SequenceStartEvent)
                result, _ = self.value(first, 1)
                break
        if result is None:
            return DocumentMapping(line)
        if list_key and isinstance(result, list):
            items, result = result, DocumentMapping(line)
            result[list_key], result.lines[list_key] = items, line
        if not isinstance(result, DocumentMapping):
            raise DocumentError("The file must contain a mapping at its top level.", line)
        next(self.events)
        following = next(self.events)
        if isinstance(following, yaml.DocumentStartEvent):
            self.report.warn("Only the first document of the file is read.", _line(following))
        return result

    def value(self, event: yaml.Event, depth: int) -> tuple[Value, str]:
        """Return the value that starts with `event` and, for a scalar, its original text."""
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event)
        self.count(1, event)
        if depth > MAX_DEPTH:
            raise DocumentError(
                f"The file is nested more than {MAX_DEPTH} levels deep.", _line(event)
            )
        if not isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
            raise DocumentError("Not valid YAML: a value is missing.", _line(event))
        if event.tag is not None and not (
            event.tag in _TAGS and isinstance(event, yaml.ScalarEvent)
        ):
            raise DocumentError(f"The tag {event.tag[:60]} is not allowed.", _line(event))
        before = self.values
        written = ""
        result: Value
        if isinstance(event, yaml.ScalarEvent):
            result, written = self.scalar(event)
        elif isinstance(event, yaml.MappingStartEvent):
            result = self.mapping(event, depth)
        else:
            result = self.sequence(depth)
        if event.anchor is not None:
            self.anchors[event.anchor] = (result, written, self.values - before + 1)
        return result, written

    def scalar(self, event: yaml.ScalarEvent) -> tuple[Scalar, str]:
        written = event.value
        if not self.is_raw:
            written = expand(written, self.environ, self.report, _line(event))
        if "\0" in written:
            raise DocumentError("A text contains the character NUL.", _line(event))
        if written != event.value:
            is_typed = self.is_typed and "$$" not in event.value
            return (_typed(written) if is_typed else written), written
        if event.implicit[0] or event.tag not in (None, "!", _TEXT_TAG):
            return plain_value(written), written
        return written, written

    def sequence(self, depth: int) -> list[Value]:
        result: list[Value] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            result.append(self.value(event, depth + 1)[0])
        return result

    def mapping(self, start: yaml.Event, depth: int) -> DocumentMapping:
        block = DocumentMapping(_line(start))
        merged: list[DocumentMapping] = []
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent) or event.tag is not None:
                raise DocumentError("A key must be plain text.", _line(event))
            key, line = event.value, _line(event)
            value, written = self.below(key, depth)
            if key == "<<" and event.implicit[0]:
                merged += _merged(value, line)
                continue
            if key in block:
                raise DocumentError(f"The key {key[:80]!r} occurs twice.", line)
            block[key], block.lines[key], block.written[key] = value, line, written
        for other in merged:
            for key, value in other.items():
                if key not in block:
                    block[key], block.lines[key] = value, other.lines[key]
                    block.written[key] = other.written[key]
                    self.count(1, start)
        return block

    def below(self, key: str, depth: int) -> tuple[Value, str]:
        before = self.is_raw, self.is_typed
        self.path.append(key)
        path = ".".join(self.path)
        self.is_raw |= path in self.scope.raw
        self.is_typed |= path in self.scope.typed
        found = self.value(next(self.events), depth + 1)
        self.path.pop()
        self.is_raw, self.is_typed = before
        return found

    def alias(self, event: yaml.AliasEvent) -> tuple[Value, str]:
        self.aliases += 1
        if self.aliases > MAX_ALIASES:
            raise DocumentError(f"The file contains more than {MAX_ALIASES} aliases.", _line(event))
        anchored = self.anchors.get(event.anchor or "")
        if anchored is None:
            raise DocumentError(
                f"The alias *{event.anchor} is not defined before its use.", _line(event)
            )
        value, written, size = anchored
        self.count(size, event)
        return value, written

    def count(self, values: int, event: yaml.Event) -> None:
        self.values += values
        if self.values > MAX_VALUES:
            raise DocumentError(f"The file contains more than {MAX_VALUES} values.", _line(event))


def _merged(value: Value, line: int) -> list[DocumentMapping]:
    blocks = value if isinstance(value, list) else [value]
    result = [block for block in blocks if isinstance(block, DocumentMapping)]
    if len(result) != len(blocks):
        raise DocumentError("The key << requires a mapping or a list of mappings.", line)
    return result


def plain_value(text: str) -> Scalar:
    """Return the value of a plain scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        number = int(text, 0 if text[:2] in ("0x", "0o") else 10)
        return number if -(2**63) <= number < 2**64 else float(number)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def _typed(text: str) -> Scalar:
    """Return the number or boolean that `text` is, if formatting it gives the same text again."""
    value = plain_value(text)
    if isinstance(value, bool):
        return value
    return value if isinstance(value, int | float) and repr(value) == text else text


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
