"""Values of documents: plain values, and mappings that know their lines."""

from typing import TypeAlias

MAX_BYTES = 2_000_000
"""The maximum size of a file."""

Scalar: TypeAlias = str | int | float | bool | None
Value: TypeAlias = "Scalar | DocumentMapping | list[Value]"


class DocumentMapping(dict[str, Value]):
    """A mapping with its line, the lines of its keys and the original text of each scalar."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}
        self.written: dict[str, str] = {}
