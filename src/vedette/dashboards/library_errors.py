"""What can go wrong with library elements. Clients compare several of these sentences."""

from typing import ClassVar

from vedette.kernel.errors import BadRequest, Forbidden, NotFound, Stale


class ElementNotFound(NotFound):
    code: ClassVar[str] = "library_elements.not_found"

    def __init__(self) -> None:
        super().__init__("library element could not be found")


class ElementExists(BadRequest):
    code: ClassVar[str] = "library_elements.exists"

    def __init__(self) -> None:
        super().__init__("library element with that name or UID already exists")


class ElementStale(Stale):
    code: ClassVar[str] = "library_elements.version_mismatch"

    def __init__(self, version: int) -> None:
        super().__init__(
            "the library element has been changed by someone else",
            status="version-mismatch",
            version=version,
        )


class ElementInUse(Forbidden):
    code: ClassVar[str] = "library_elements.in_use"

    def __init__(self) -> None:
        super().__init__("the library element has connections")


class FolderElementsInUse(Forbidden):
    code: ClassVar[str] = "library_elements.folder_in_use"

    def __init__(self) -> None:
        super().__init__("folder contains library elements that are linked in use")


class BadElement(BadRequest):
    code: ClassVar[str] = "library_elements.bad_element"
