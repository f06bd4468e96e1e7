"""One configuration file, from bytes to what a domain wants of it."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Generic

import msgspec

from vedette.provisioning.entry import Entry
from vedette.provisioning.files import checksum, read_text
from vedette.provisioning.problems import DocumentError, Problem, Report
from vedette.provisioning.reconciler import ContentT, Desired, Source

_VERSION = 1


class Parsed(msgspec.Struct, Generic[ContentT], frozen=True):
    """`desired` is None where the file as a whole can not be used."""

    file: str
    desired: Desired[ContentT] | None
    problems: tuple[Problem, ...]


def parse_file(
    name: str,
    path: Path,
    parse: Callable[[Entry], ContentT],
    environ: Mapping[str, str],
    raw: Collection[str] = (),
    list_key: str = "",
) -> Parsed[ContentT]:
    """`raw` and `list_key` are those of `read_document`."""
    from vedette.provisioning.document import read_document  # YAML is slow to load.

    report = Report(name)
    desired = None
    try:
        text = read_text(path)
        document = Entry(read_document(text, environ, report, raw, list_key), report)
        _check_version(document)
        generation = document.whole("generation", default=-1)
        content = parse(document)
        document.close()
        source = Source(name, checksum(text.encode()), generation if generation >= 0 else None)
        desired = Desired(source, content, is_whole=not report.errors)
    except DocumentError as error:
        report.error(error.message, error.line)
    return Parsed(name, desired, tuple(report.problems))


def _check_version(document: Entry) -> None:
    """Files without a version are older than versions, and are read as the first one."""
    if document.whole("apiVersion", default=_VERSION) != _VERSION:
        raise DocumentError(
            f"apiVersion must be {_VERSION}; no other version of this file is known.",
            document.line_of("apiVersion"),
        )
