"""What can go wrong with dashboards and folders. Clients compare several of these sentences."""

from typing import ClassVar

from vedette.kernel.errors import BadRequest, Conflict, NotFound, Stale, TooLarge, Unprocessable


class DashboardNotFound(NotFound):
    code: ClassVar[str] = "dashboards.not_found"

    def __init__(self) -> None:
        super().__init__("Dashboard not found")


class VersionNotFound(NotFound):
    code: ClassVar[str] = "dashboards.version_not_found"

    def __init__(self) -> None:
        super().__init__("Dashboard version not found")


class FolderNotFound(NotFound):
    code: ClassVar[str] = "dashboards.folder_not_found"

    def __init__(self) -> None:
        super().__init__("folder not found")


class TargetFolderNotFound(BadRequest):
    """The folder that a save or a move names does not exist."""

    code: ClassVar[str] = "dashboards.target_folder_not_found"

    def __init__(self, uid: str) -> None:
        super().__init__(f"folder not found: there is no folder with the uid {uid[:40]!r}.")


class BadDashboard(BadRequest):
    code: ClassVar[str] = "dashboards.bad_model"


class DashboardTooLarge(TooLarge):
    code: ClassVar[str] = "dashboards.too_large"


class BadFolder(BadRequest):
    code: ClassVar[str] = "dashboards.bad_folder"


class BadPermissions(BadRequest):
    code: ClassVar[str] = "dashboards.bad_permissions"


class BadSearch(Unprocessable):
    code: ClassVar[str] = "dashboards.bad_search"


class InputMissing(BadRequest):
    code: ClassVar[str] = "dashboards.input_missing"


class Provisioned(BadRequest):
    """Files own this object: it is changed there."""

    code: ClassVar[str] = "dashboards.provisioned"


class VersionMismatch(Stale):
    code: ClassVar[str] = "dashboards.version_mismatch"

    def __init__(self, what: str = "dashboard") -> None:
        super().__init__(f"The {what} has been changed by someone else", status="version-mismatch")


class NameExists(Stale):
    code: ClassVar[str] = "dashboards.name_exists"

    def __init__(self) -> None:
        super().__init__(
            "A dashboard with the same name in the folder already exists", status="name-exists"
        )


class UidTaken(Stale):
    code: ClassVar[str] = "dashboards.uid_taken"

    def __init__(self) -> None:
        super().__init__("A dashboard with the same uid already exists", status="name-exists")


class FolderExists(Conflict):
    code: ClassVar[str] = "dashboards.folder_exists"

    def __init__(self) -> None:
        super().__init__("a folder with the same name or uid already exists in this location")
