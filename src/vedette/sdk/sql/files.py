"""Files that a data source can read: those in the configured directories only."""

from collections.abc import Sequence
from pathlib import Path

from vedette.kernel.errors import Unprocessable


class FileRefused(Unprocessable):
    code = "sql.file_refused"


def resolved_directories(directories: Sequence[Path]) -> list[Path]:
    """Return the existing directories, with links resolved. Raises `FileRefused` if there are
    none."""
    found = [each.resolve() for each in directories if each.is_dir()]
    if not found:
        raise FileRefused(
            "No directories are configured for files of data sources. An operator can set "
            "them in [datasources] directories."
        )
    return found


def allowed_file(text: str, directories: Sequence[Path]) -> Path:
    """Return the file, with links resolved; a relative path is searched in each directory.

    Raises `FileRefused` with the same message for a missing file and one outside, so that it does
    not reveal which files exist elsewhere.
    """
    bases = resolved_directories(directories)
    name = text.strip().removeprefix("file:")
    if not name or "\0" in name:
        raise FileRefused("The data source has no path. Enter one in its settings.")
    for base in bases:
        try:
            file = (base / name).resolve(strict=True)
        except (OSError, RuntimeError):
            continue
        if file.is_file() and any(file.is_relative_to(each) for each in bases):
            return file
    raise FileRefused(
        "The file of the data source is not in a directory of [datasources] directories."
    )
