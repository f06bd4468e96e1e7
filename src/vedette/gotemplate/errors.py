"""The error of templates, for parsing and execution."""

from typing import ClassVar

from vedette.kernel.errors import Unprocessable


class TemplateError(Unprocessable):
    """An error with its template and place, in the format of Go's text/template.

    `template: NAME:LINE:COLUMN: what` for a text that cannot be parsed, and `template:
    NAME:LINE:COLUMN: executing "NAME" at <NODE>: what` for one that fails. `line` counts from 1 and
    `column` from 0, as in Go; both are 0 if the place is unknown.
    """

    code: ClassVar[str] = "template.failed"

    def __init__(self, public: str, *, template: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(public, template=template, line=line, column=column)
        self.template = template
        self.line = line
        self.column = column


class CallError(Exception):
    """An error of a function, a method or an operation; the executor adds the place."""


class LimitError(Exception):
    """An execution limit is exceeded; the executor adds the place."""


def position(text: str, offset: int) -> tuple[int, int]:
    """Return the line, from 1, and the column, from 0, of an offset in the text of a template."""
    start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - start
