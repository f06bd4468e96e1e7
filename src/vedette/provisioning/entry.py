"""A mapping of a file, read field by field, so that every error is reported with its line."""

from collections.abc import Callable
from typing import TypeVar

from vedette.provisioning.problems import DocumentError, Report
from vedette.provisioning.values import DocumentMapping, Value

T = TypeVar("T")
_TRUE = frozenset({"true", "yes", "on", "1", "t", "y"})
_FALSE = frozenset({"false", "no", "off", "0", "f", "n"})


class Entry:
    """Reads the fields of a mapping.

    `also` lists other accepted spellings of a key. Every read marks the key as known; `close` warns
    about the remaining keys. A null counts as absent. All reads raise `DocumentError`.
    """

    def __init__(self, block: DocumentMapping, report: Report) -> None:
        self.block = block
        self.report = report
        self.asked: set[str] = set()

    @property
    def line(self) -> int:
        return self.block.line

    def line_of(self, key: str) -> int:
        return self.block.lines.get(key, self.block.line)

    def has(self, key: str) -> bool:
        return self.block.get(key) is not None

    def value(self, key: str, *also: str) -> tuple[Value, str]:
        """Return the value and the spelling of the key in the file."""
        self.asked.update((key, *also))
        for name in (key, *also):
            if self.block.get(name) is not None:
                return self.block[name], name
        return None, key

    def text(self, key: str, *also: str, default: str = "") -> str:
        """Return a text. Numbers and words such as `yes` are returned as written."""
        value, name = self.value(key, *also)
        if value is None:
            return default
        if isinstance(value, DocumentMapping | list):
            raise self.wrong(name, "text")
        return self.block.written[name]

    def required(self, key: str, *also: str) -> str:
        text = self.text(key, *also).strip()
        if not text:
            raise DocumentError(f"{key} is missing.", self.line_of(key))
        return text

    def flag(self, key: str, *also: str, default: bool = False) -> bool:
        value, name = self.value(key, *also)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        word = (
            ""
            if isinstance(value, DocumentMapping | list)
            else self.block.written[name].strip().lower()
        )
        if isinstance(value, DocumentMapping | list) or word not in _TRUE | _FALSE:
            raise self.wrong(name, "true or false")
        return word in _TRUE

    def whole(self, key: str, *also: str, default: int = 0, least: int | None = None) -> int:
        value, name = self.value(key, *also)
        if value is None:
            return default
        try:
            if isinstance(value, DocumentMapping | list | bool):
                raise ValueError
            written = self.block.written[name]
            if not written:
                return default
            number = value if isinstance(value, int) else int(written)
        except ValueError:
            raise self.wrong(name, "a whole number") from None
        if least is not None and number < least:
            raise DocumentError(f"{name} must be at least {least}.", self.line_of(name))
        return number

    def mapping(self, key: str, *also: str) -> DocumentMapping:
        value, name = self.value(key, *also)
        if value is None:
            return DocumentMapping(self.line)
        if not isinstance(value, DocumentMapping):
            raise self.wrong(name, "a mapping")
        return value

    def entry(self, key: str, *also: str) -> "Entry":
        return Entry(self.mapping(key, *also), self.report)

    def texts(self, key: str, *also: str) -> list[str]:
        value, name = self.value(key, *also)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(name, "a list of texts")
        return [str(item) for item in value]

    def each(self, key: str, parse: Callable[["Entry"], T]) -> list[T]:
        """Return every mapping of the list, read by `parse`.

        A mapping with an error is reported and left out as a whole: without a part of it, it would
        mean something else.
        """
        value, name = self.value(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self.report.error(self.wrong(name, "a list").message, self.line_of(name))
            return []
        results = []
        for position, item in enumerate(value, 1):
            if not isinstance(item, DocumentMapping):
                self.report.error(f"{key}[{position}] must be a mapping.", self.line_of(name))
                continue
            entry, before = Entry(item, self.report), self.report.errors
            try:
                result = parse(entry)
                entry.close()
                if self.report.errors == before:
                    results.append(result)
            except DocumentError as error:
                self.report.error(f"{key}[{position}]: {error.message}", error.line or entry.line)
        return results

    def only(self, *known: str) -> None:
        """Warn about keys other than `known`, for an entry that is read elsewhere."""
        self.asked.update(known)
        self.close()

    def close(self) -> None:
        for key in self.block.keys() - self.asked:
            import difflib

            near = difflib.get_close_matches(key, self.asked, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            self.report.warn(f"The key {key} is unknown and was ignored.{hint}", self.line_of(key))

    def wrong(self, key: str, expected: str) -> DocumentError:
        return DocumentError(f"{key} must be {expected}.", self.line_of(key))
