"""Dashboard files below a provider's directory."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from vedette.dashboards.body import MAX_BYTES, Body, read_body
from vedette.dashboards.inputs import Input, declared_inputs, fill_inputs
from vedette.provisioning.files import Signature, checksum, read_bytes, signature_of
from vedette.provisioning.problems import DocumentError

MAX_FILES = 100_000
_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])


class DashboardFile(msgspec.Struct, frozen=True):
    path: str
    """Below the provider's directory, with `/`."""
    full: Path
    signature: Signature

    @property
    def directories(self) -> tuple[str, ...]:
        return tuple(self.path.split("/")[:-1])


class Content(msgspec.Struct, frozen=True):
    raw: bytes
    """The model itself, taken out of `{"dashboard": ...}` where it was wrapped."""
    checksum: str
    body: Body
    inputs: tuple[Input, ...]

    def filled(self, values: dict[str, str]) -> Body:
        return read_body(fill_inputs(self.raw, values)) if self.inputs else self.body


def scan(directory: Path) -> list[DashboardFile]:
    """`*.json` at any depth in path order. Symbolic links are followed, each directory once;
    dot-files and what is no regular file are left out. Raises `DocumentError` where the directory
    can not be read."""
    if not directory.is_dir():
        raise DocumentError(f"The directory {directory} does not exist.")
    files = []
    for full in _walk(directory, set()):
        signature = signature_of(full)
        if signature is not None:
            files.append(DashboardFile(full.relative_to(directory).as_posix(), full, signature))
        if len(files) > MAX_FILES:
            raise DocumentError(f"The directory {directory} holds more than {MAX_FILES} files.")
    return sorted(files, key=lambda file: file.path)


def _walk(directory: Path, visited: set[str]) -> Iterator[Path]:
    real = os.path.realpath(directory)
    if real in visited:
        return
    visited.add(real)
    try:
        entries = sorted(os.scandir(directory), key=lambda entry: entry.name)
    except OSError as error:
        raise DocumentError(
            f"The directory {directory} can not be read: {error.strerror}."
        ) from error
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _walk(Path(entry.path), visited)
        elif entry.name.endswith(".json"):
            yield Path(entry.path)


def read_content(full: Path) -> Content:
    """Raises `DocumentError` for a file, `BadDashboard` for a model that can not be used."""
    data = read_bytes(full, MAX_BYTES).removeprefix(b"\xef\xbb\xbf")
    raw = _unwrapped(data)
    return Content(raw, checksum(data), read_body(raw), declared_inputs(raw))


def _unwrapped(data: bytes) -> bytes:
    try:
        keys = _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return data
    inner = keys.get("dashboard")
    if inner is None or "title" in keys or not bytes(inner).lstrip().startswith(b"{"):
        return data
    return bytes(inner)
