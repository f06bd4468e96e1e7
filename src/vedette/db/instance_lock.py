"""Allows one serving process per SQLite file: a second one would not see the first one's caches."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from vedette.db.settings import DatabaseSettings
from vedette.kernel.errors import Conflict


class AlreadyServed(Conflict):
    code: ClassVar[str] = "database.already_served"


@contextmanager
def sole_instance(settings: DatabaseSettings, data: Path) -> Iterator[None]:
    """Hold a lock file next to the database until the block, or the process, ends.

    Raises `AlreadyServed` if another process holds it. PostgreSQL allows any number of instances.
    """
    if not settings.is_embedded:
        yield
        return
    from vedette.db.sqlite_errors import unusable

    database = data / settings.path
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        opened = database.with_name(f"{database.name}.lock").open("a+")
    except OSError as error:
        raise unusable(database, error) from error
    with opened as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            owner = file.read(20).strip() or "unknown"
            raise AlreadyServed(
                f"The process {owner} already serves {database}. Stop it, set another [paths] "
                "data for each instance, or use PostgreSQL."
            ) from error
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
