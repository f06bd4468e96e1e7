"""The errors of the server's own database."""

from pathlib import Path
from typing import ClassVar

from vedette.kernel.errors import BadRequest, Conflict, Unavailable, VedetteError


class DatabaseUnavailable(Unavailable):
    """The server's own database is unavailable, independently of the request."""

    code: ClassVar[str] = "database.unavailable"


class DatabaseMisconfigured(DatabaseUnavailable):
    """The configuration does not fit the database, so retries do not help."""


class DatabaseReadOnly(DatabaseUnavailable):
    """The database can be read but not written; `cause` says why."""

    code: ClassVar[str] = "database.read_only"

    def __init__(self, cause: str) -> None:
        super().__init__(
            f"The database cannot be written: {cause}. Nothing was changed. Try again later."
        )
        self.cause = cause


class DatabaseDamaged(DatabaseUnavailable):
    """The file of the embedded database is corrupt."""

    code: ClassVar[str] = "database.damaged"

    def __init__(self, file: Path | None = None) -> None:
        where = f" {file}" if file else ""
        super().__init__(
            f"The database file{where} is damaged or is not a database. Check [database] "
            "path. To restore a backup, move the file and all files whose names begin with "
            "its name, then run `vedette db upgrade` and `vedette db restore`."
        )


class UniqueViolation(Conflict):
    """Another row already has this name, uid or key."""

    code: ClassVar[str] = "database.unique"


class ValueRefused(BadRequest):
    """A value of the caller fits no column: a number beyond 64 bits, or text with a NUL."""

    code: ClassVar[str] = "database.value_refused"

    def __init__(self) -> None:
        super().__init__("A value of this request is outside the range that the database supports.")


class MigrationFailed(VedetteError):
    code, status = "database.migration_failed", 500


class BackupFailed(VedetteError):
    code, status = "database.backup_failed", 500


class RestoreRefused(Conflict):
    code: ClassVar[str] = "database.restore_refused"
