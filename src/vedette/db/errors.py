"""What can go wrong between us and our own database."""

from typing import ClassVar

from vedette.kernel.errors import Conflict, Unavailable, VedetteError


class DatabaseUnavailable(Unavailable):
    code: ClassVar[str] = "database.unavailable"


class UniqueViolation(Conflict):
    """Another row holds this name, uid or key already."""

    code: ClassVar[str] = "database.unique"


class MigrationFailed(VedetteError):
    code, status = "database.migration_failed", 500


class RestoreRefused(Conflict):
    code: ClassVar[str] = "database.restore_refused"
