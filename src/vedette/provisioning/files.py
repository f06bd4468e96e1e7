"""Files below a provisioning directory, read without trusting their size or type."""

from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import TypeAlias

import msgspec

from vedette.kernel.errors import VedetteError
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.values import MAX_BYTES

Signature: TypeAlias = tuple[int, int, int]
"""A signature that changes with every write or replacement: modification time, size, inode."""
YAML = (".yaml", ".yml")


class Root(msgspec.Struct, frozen=True):
    """A provisioning directory. `label` prefixes the names of its files if there are several."""

    path: Path
    label: str = ""


class Found(msgspec.Struct, frozen=True):
    name: str
    """The name of the file in messages and in the ledger: `datasources/prometheus.yaml`."""
    path: Path
    signature: Signature


class DirectoryUnreadable(VedetteError):
    code, status = "provisioning.directory_unreadable", 500


def list_files(roots: tuple[Root, ...], kind: str, suffixes: Collection[str] = YAML) -> list[Found]:
    """Return the configuration files of a kind by name, without subdirectories and dot-files.

    Raises `DirectoryUnreadable` if a directory cannot be listed: an empty result would mean that
    all files were deleted.
    """
    found = []
    for root in roots:
        directory = root.path / kind
        try:
            for path in sorted(directory.iterdir()):
                if path.suffix in suffixes and not path.name.startswith("."):
                    signature = _signature_if_there(path)
                    if signature is not None:
                        found.append(Found(f"{root.label}{kind}/{path.name}", path, signature))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise DirectoryUnreadable(
                f"The directory {directory} cannot be read: {error.strerror}. Resources of "
                "its files stay unchanged. Grant the user of the process read access to it."
            ) from error
    return found


def has_files(root: Root) -> bool:
    """Return whether the directories of the kinds contain files; True if that is unknown."""
    try:
        return any(
            path.is_file() and not path.name.startswith(".")
            for directory in root.path.iterdir()
            if directory.is_dir()
            for path in directory.iterdir()
        )
    except FileNotFoundError:
        return False
    except OSError:
        return True


def absent_directories(roots: tuple[Root, ...], kind: str) -> dict[str, Path]:
    """Return the directories of a kind that do not exist, by the prefix of their files' names."""
    directories = {f"{root.label}{kind}/": root.path / kind for root in roots}
    return {prefix: path for prefix, path in directories.items() if not path.exists()}


def files_below(absent: Mapping[str, Path], files: Collection[str]) -> frozenset[str]:
    """Return those of `files` whose directory is absent."""
    return frozenset(file for file in files if file.startswith(tuple(absent)))


def absence_messages(files: Collection[str], absent: Mapping[str, Path]) -> dict[Path, str]:
    """Return a warning for each absent directory that should contain some of `files`."""
    return {
        directory: (
            f"The directory {directory} does not exist. Resources of its files stay "
            "unchanged. To delete them, create an empty directory."
        )
        for prefix, directory in absent.items()
        if any(file.startswith(prefix) for file in files)
    }


def _signature_if_there(path: Path) -> Signature | None:
    try:
        return read_signature(path)
    except FileNotFoundError:
        return None


def read_signature(path: Path) -> Signature | None:
    """Return the signature, or None if it is not a regular file. Follows symbolic links.

    Raises `OSError` if the file cannot be inspected.
    """
    status = path.stat()
    if not S_ISREG(status.st_mode):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def read_text(path: Path, limit: int = MAX_BYTES) -> str:
    """Return the text. Raises `DocumentError` if it cannot be read, is too large or is not
    UTF-8."""
    return _decoded(read_bytes(path, limit))


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        raise DocumentError(f"The file cannot be read: {error.strerror}.") from error
    if len(content) > limit:
        raise DocumentError(f"The file is larger than {limit} bytes.")
    return content


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError("The file is not UTF-8 text.") from error


def checksum(content: bytes) -> str:
    return sha256(content).hexdigest()
