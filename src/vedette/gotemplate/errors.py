"""The one error a template can end in, whether it is read or executed."""

from typing import ClassVar

from vedette.kernel.errors import Unprocessable


class TemplateError(Unprocessable):
    """Says which template, where and what, in the form Go's text/template says it.

    `template: NAME:LINE:COLUMN: what` for a text that cannot be read, and
    `template: NAME:LINE:COLUMN: executing "NAME" at <NODE>: what` for one that fails. `line` and
    `column` count from 1 and 0, as Go's do; they are 0 where there is no place to name.
    """

    code: ClassVar[str] = "template.failed"

    def __init__(self, public: str, *, template: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(public, template=template, line=line, column=column)
        self.template = template
        self.line = line
        self.column = column


class CallError(Exception):
    """What a function, a method or an operation has to say; the executor adds the place."""


class LimitError(Exception):
    """A limit of the execution is reached; the executor adds the place."""


def position(text: str, offset: int) -> tuple[int, int]:
    """Line from 1 and column from 0 of a place in the text of a template."""
    start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - start
