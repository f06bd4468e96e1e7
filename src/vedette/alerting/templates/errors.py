"""Errors of template groups."""

from typing import ClassVar

from vedette.kernel.errors import BadRequest, Conflict, NotFound


class TemplateNotFound(NotFound):
    code: ClassVar[str] = "templates.not_found"

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no template {name[:200]!r}.")


class BadTemplate(BadRequest):
    """`detail` has `line` and `column` if the text cannot be parsed."""

    code: ClassVar[str] = "templates.bad"


class TemplateChanged(Conflict):
    code: ClassVar[str] = "templates.changed_meanwhile"

    def __init__(self, name: str) -> None:
        super().__init__(f"The template {name!r} was changed by someone else. Reload it.")
