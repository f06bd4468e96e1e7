"""Parses one configuration file into the desired state of a domain."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic

import msgspec

from vedette.provisioning.entry import Entry
from vedette.provisioning.expansion import AS_WRITTEN, ExpansionScope
from vedette.provisioning.files import checksum, read_text
from vedette.provisioning.problems import DocumentError, Problem, Report
from vedette.provisioning.reconciler import AS_YAML, ContentT, Desired, ProvisioningFile, Reading
from vedette.provisioning.values import DocumentMapping

_VERSION = 1


class Parsed(msgspec.Struct, Generic[ContentT], frozen=True):
    """The result of parsing. `desired` is None if the whole file is unusable."""

    file: str
    desired: Desired[ContentT] | None
    problems: tuple[Problem, ...]


def parse_file(
    name: str,
    path: Path,
    parse: Callable[[Entry], ContentT],
    environ: Mapping[str, str],
    reading: Reading = AS_YAML,
) -> Parsed[ContentT]:
    report = Report(name)
    desired = None
    try:
        text = read_text(path)
        document = Entry(read_values(text, environ, report, reading), report)
        if reading.is_versioned:
            _check_version(document)
        document.value("apiVersion")
        generation = document.whole("generation", default=-1)
        content = parse(document)
        document.close()
        source = ProvisioningFile(
            name, checksum(text.encode()), generation if generation >= 0 else None
        )
        desired = Desired(source, content, is_whole=not report.errors)
    except DocumentError as error:
        report.error(error.message, error.line)
    return Parsed(name, desired, tuple(report.problems))


def read_values(
    text: str, environ: Mapping[str, str], report: Report, reading: Reading = AS_YAML
) -> DocumentMapping:
    """Return the values of a file, expanded if its format allows it. Raises `DocumentError`."""
    from vedette.provisioning.document import (
        read_document,
    )  # Imported here because YAML is slow to load.

    def read(scope: ExpansionScope, report: Report) -> DocumentMapping:
        return read_document(text, environ, report, scope, reading.list_key)

    if reading.is_old_form is not None:
        written = read(AS_WRITTEN, Report(report.file))
        if reading.is_old_form(written):
            return read(AS_WRITTEN, report)
    return read(reading.scope, report)


def _check_version(document: Entry) -> None:
    """Accept any positive version, as Grafana 10.4 does. Zero or no version means the first one."""
    version = document.whole("apiVersion", default=_VERSION)
    if version < 0:
        raise DocumentError("apiVersion must be a positive number.", document.line_of("apiVersion"))
    if version > _VERSION:
        document.report.warn(
            f"apiVersion {version} is treated as {_VERSION}, the only supported version of "
            "this file.",
            document.line_of("apiVersion"),
        )
