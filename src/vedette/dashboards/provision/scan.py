"""Finds dashboard files below the directory of a provider."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from vedette.dashboards.body import MAX_BYTES, Body, read_body
from vedette.dashboards.inputs import Input, declared_inputs, fill_inputs
from vedette.provisioning.files import Signature, checksum, read_bytes, read_signature
from vedette.provisioning.problems import DocumentError

MAX_FILES = 100_000
_OF_THE_FILE_SYSTEM = "lost+found"
"""A directory in the root of ext file systems that only root can read."""
_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])


class DashboardFile(msgspec.Struct, frozen=True):
    path: str
    """Relative to the directory of the provider, with `/`."""
    full: Path
    signature: Signature

    @property
    def directories(self) -> tuple[str, ...]:
        return tuple(self.path.split("/")[:-1])


class DashboardFileContent(msgspec.Struct, frozen=True):
    raw: bytes
    """The model itself, without a surrounding `{"dashboard": ...}`."""
    checksum: str
    body: Body
    inputs: tuple[Input, ...]

    def filled(self, values: dict[str, str]) -> Body:
        return read_body(fill_inputs(self.raw, values)) if self.inputs else self.body


class Scan(msgspec.Struct, frozen=True):
    files: Sequence[DashboardFile]
    """In the order of paths."""
    unreadable: Mapping[str, str]
    """Errors by the path of a directory or a file."""

    def hides(self, path: str) -> bool:
        """Return whether an unreadable directory hides if this path exists."""
        return any(path == one or path.startswith(f"{one}/") for one in self.unreadable)


def scan(directory: Path) -> Scan:
    """Return `*.json` files at any depth.

    Symbolic links are followed, each directory once. Dot-files, `lost+found` and files that are not
    regular are left out. Raises `DocumentError` if the directory cannot be read.
    """
    try:
        if not directory.is_dir():
            raise DocumentError(f"The directory {directory} does not exist.")
    except OSError as error:
        raise _closed(directory, str(error.strerror)) from error
    files: list[DashboardFile] = []
    unreadable: dict[Path, str] = {}
    for full in _walk(directory, set(), unreadable):
        try:
            signature = read_signature(full)
        except FileNotFoundError:
            continue
        except OSError as error:
            unreadable[full] = str(error.strerror)
            continue
        if signature is not None:
            files.append(DashboardFile(full.relative_to(directory).as_posix(), full, signature))
        if len(files) > MAX_FILES:
            raise DocumentError(f"The directory {directory} contains more than {MAX_FILES} files.")
    if directory in unreadable:
        raise _closed(directory, unreadable[directory])
    return Scan(
        sorted(files, key=lambda file: file.path),
        {path.relative_to(directory).as_posix(): why for path, why in unreadable.items()},
    )


def _closed(directory: Path, why: str) -> DocumentError:
    return DocumentError(f"The directory {directory} cannot be read: {why}.")


def _walk(directory: Path, visited: set[str], unreadable: dict[Path, str]) -> Iterator[Path]:
    real = os.path.realpath(directory)
    if real in visited:
        return
    visited.add(real)
    try:
        entries = sorted(os.scandir(directory), key=lambda entry: entry.name)
    except OSError as error:
        unreadable[directory] = str(error.strerror)
        return
    for entry in entries:
        if entry.name.startswith(".") or entry.name == _OF_THE_FILE_SYSTEM:
            continue
        try:
            is_directory = entry.is_dir()
        except OSError as error:
            unreadable[Path(entry.path)] = str(error.strerror)
            continue
        if is_directory:
            yield from _walk(Path(entry.path), visited, unreadable)
        elif entry.name.endswith(".json"):
            yield Path(entry.path)


def read_content(full: Path) -> DashboardFileContent:
    """Return the content. Raises `DocumentError` for the file, and `BadDashboard` for its model."""
    data = read_bytes(full, MAX_BYTES).removeprefix(b"\xef\xbb\xbf")
    raw = _unwrapped(data)
    return DashboardFileContent(raw, checksum(data), read_body(raw), declared_inputs(raw))


def _unwrapped(data: bytes) -> bytes:
    try:
        keys = _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return data
    inner = keys.get("dashboard")
    if inner is None or "title" in keys or not bytes(inner).lstrip().startswith(b"{"):
        return data
    return bytes(inner)
