"""What documents hold: plain values, and mappings that remember their lines."""

from typing import TypeAlias

MAX_BYTES = 2_000_000
"""Of a file."""

Scalar: TypeAlias = str | int | float | bool | None
Value: TypeAlias = "Scalar | DocumentMapping | list[Value]"


class DocumentMapping(dict[str, Value]):
    """A mapping that knows its line, its keys' lines and how each scalar was written."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}
        self.written: dict[str, str] = {}
