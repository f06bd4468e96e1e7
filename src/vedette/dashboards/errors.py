"""The errors of dashboards and folders. Clients compare several of these messages."""

from typing import ClassVar

from vedette.kernel.errors import BadRequest, Conflict, NotFound, Stale, TooLarge, Unprocessable


class DashboardNotFound(NotFound):
    code: ClassVar[str] = "dashboards.not_found"

    def __init__(self) -> None:
        super().__init__("Dashboard not found", status="not-found")


class VersionNotFound(NotFound):
    code: ClassVar[str] = "dashboards.version_not_found"

    def __init__(self) -> None:
        super().__init__("Dashboard version not found")


class DeletedDashboardNotFound(NotFound):
    code: ClassVar[str] = "dashboards.not_in_trash"

    def __init__(self) -> None:
        super().__init__("The trash has no dashboard with this uid.", status="not-found")


class FolderOfDashboardGone(BadRequest):
    code: ClassVar[str] = "dashboards.folder_gone"

    def __init__(self, title: str) -> None:
        super().__init__(
            f"The folder {title!r} of the dashboard does not exist any more. Send the uid of "
            "another folder as folderUid, or an empty one for the root."
        )


class FolderNotFound(NotFound):
    code: ClassVar[str] = "dashboards.folder_not_found"

    def __init__(self) -> None:
        super().__init__("folder not found", status="not-found")


class ParentFolderNotFound(NotFound):
    code: ClassVar[str] = "folder.notFound"

    def __init__(self, uid: str) -> None:
        super().__init__(f"folder not found: there is no folder with the uid {uid[:40]!r}.")


class TargetFolderNotFound(BadRequest):
    """The folder that a dashboard is saved in does not exist."""

    code: ClassVar[str] = "dashboards.target_folder_not_found"

    def __init__(self, uid: str) -> None:
        super().__init__(f"folder not found: there is no folder with the uid {uid[:40]!r}.")


class BadDashboard(BadRequest):
    code: ClassVar[str] = "dashboards.bad_model"


class UnusableDashboard(BadDashboard):
    """The model cannot be opened; `problems` says what is wrong and where."""

    code: ClassVar[str] = "dashboards.unusable_model"


class TitleMissing(BadDashboard):
    code: ClassVar[str] = "dashboards.title_missing"

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} title cannot be empty", status="empty-name")


class NothingToImport(Unprocessable):
    code: ClassVar[str] = "dashboards.nothing_to_import"

    def __init__(self) -> None:
        super().__init__("Dashboard must be set: send the model to import as `dashboard`.")


class BadNumbers(BadRequest):
    code: ClassVar[str] = "dashboards.bad_numbers"


class DashboardTooLarge(TooLarge):
    code: ClassVar[str] = "dashboards.too_large"


class BadFolder(BadRequest):
    code: ClassVar[str] = "dashboards.bad_folder"


class FolderTooDeep(BadFolder):
    code: ClassVar[str] = "folder.maximum-depth-reached"

    def __init__(self, levels: int) -> None:
        super().__init__(f"Folders can be nested at most {levels} levels deep.")


class BadPermissions(BadRequest):
    code: ClassVar[str] = "dashboards.bad_permissions"


class BadSearch(Unprocessable):
    code: ClassVar[str] = "dashboards.bad_search"


class InputMissing(BadRequest):
    code: ClassVar[str] = "dashboards.input_missing"


class Provisioned(BadRequest):
    """A file owns this object, which can only be changed there."""

    code: ClassVar[str] = "dashboards.provisioned"


class VersionMismatch(Stale):
    code: ClassVar[str] = "dashboards.version_mismatch"

    def __init__(self, what: str = "dashboard", **detail: object) -> None:
        """`detail` describes the stored version."""
        super().__init__(
            f"The {what} has been changed by someone else", status="version-mismatch", **detail
        )


class NameExists(Stale):
    code: ClassVar[str] = "dashboards.name_exists"

    def __init__(self) -> None:
        super().__init__(
            "A dashboard with the same name in the folder already exists", status="name-exists"
        )


class DashboardUidTaken(Stale):
    code: ClassVar[str] = "dashboards.uid_taken"

    def __init__(self) -> None:
        super().__init__("A dashboard with the same uid already exists", status="name-exists")


class FolderExists(Conflict):
    code: ClassVar[str] = "dashboards.folder_exists"

    def __init__(self) -> None:
        super().__init__("a folder with the same name already exists in this location")


class FolderUidTaken(Stale):
    code: ClassVar[str] = "dashboards.folder_uid_taken"

    def __init__(self) -> None:
        super().__init__("A folder with the same uid already exists", status="version-mismatch")
