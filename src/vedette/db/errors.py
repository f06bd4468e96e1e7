"""What can go wrong between us and our own database."""

from pathlib import Path
from typing import ClassVar

from vedette.kernel.errors import BadRequest, Conflict, Unavailable, VedetteError


class DatabaseUnavailable(Unavailable):
    code: ClassVar[str] = "database.unavailable"


class DatabaseDamaged(DatabaseUnavailable):
    """Pages of the embedded database do not fit together."""

    code: ClassVar[str] = "database.damaged"

    def __init__(self) -> None:
        super().__init__(
            "The database file is damaged, or is not a database. Move it and the files next to it"
            " whose names begin with its name, run `vedette db upgrade`, and restore a backup."
        )


def unusable(file: Path, error: Exception) -> DatabaseUnavailable:
    """Of the embedded database: a directory or a file that can not be made, read or written."""
    why = error.strerror if isinstance(error, OSError) else str(error)
    return DatabaseUnavailable(
        f"The database file {file} can not be used: {why}. Give this user the right to write there,"
        " or set [paths] data."
    )


class UniqueViolation(Conflict):
    """Another row holds this name, uid or key already."""

    code: ClassVar[str] = "database.unique"


class ValueRefused(BadRequest):
    """What a caller sent fits no column: a number beyond 64 bits, a text with a NUL."""

    code: ClassVar[str] = "database.value_refused"

    def __init__(self) -> None:
        super().__init__("A value of this request is beyond what can be stored or looked for.")


class MigrationFailed(VedetteError):
    code, status = "database.migration_failed", 500


class BackupFailed(VedetteError):
    code, status = "database.backup_failed", 500


class RestoreRefused(Conflict):
    code: ClassVar[str] = "database.restore_refused"
