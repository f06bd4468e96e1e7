"""Files that a source may read: those in the configured directories, and no others."""

from collections.abc import Sequence
from pathlib import Path

from vedette.kernel.errors import Unprocessable


class FileRefused(Unprocessable):
    code = "sql.file_refused"


def resolved_directories(directories: Sequence[Path]) -> list[Path]:
    """The directories that exist, with their links followed. Raises `FileRefused` for none."""
    found = [each.resolve() for each in directories if each.is_dir()]
    if not found:
        raise FileRefused(
            "No directories are configured for files of data sources. An operator can set "
            "them in [datasources] directories."
        )
    return found


def allowed_file(text: str, directories: Sequence[Path]) -> Path:
    """The file, with every link followed; a relative path is looked for in each directory.

    Raises `FileRefused` where it is missing or outside: both in the same words, so that nobody
    learns which files exist elsewhere.
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
