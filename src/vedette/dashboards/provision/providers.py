"""Reads `dashboards/*.yaml`: the directories of dashboard files and their options."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from itertools import chain
from pathlib import Path

import msgspec

from vedette.dashboards.body import MAX_TITLE
from vedette.dashboards.folder_uids import check_folder_uid
from vedette.kernel.errors import VedetteError
from vedette.provisioning.entry import Entry
from vedette.provisioning.expansion import ExpansionScope
from vedette.provisioning.parsing import Parsed, parse_file
from vedette.provisioning.problems import DocumentError, Problem
from vedette.provisioning.reconciler import Reading

DEFAULT_INTERVAL = timedelta(seconds=10)
MAX_FOLDER_DEPTH = 16
PROVIDERS = "providers"
"""The key of the list, which is missing in the oldest file format."""
READING = Reading(scope=ExpansionScope(typed=("providers.options",)), list_key=PROVIDERS)


class Provider(msgspec.Struct, frozen=True):
    name: str
    path: Path
    org_id: int = 1
    org_name: str = ""
    """The name of the organization, which replaces `org_id` if it is set."""
    folder: str = ""
    """The title of the folder; empty is the root."""
    folder_uid: str = ""
    mirror_directories: bool = False
    disable_deletion: bool = False
    allow_ui_updates: bool = False
    interval: timedelta = DEFAULT_INTERVAL
    inputs: tuple[tuple[str, str], ...] = ()
    """Values of `__inputs` by name. They take precedence over default data sources."""
    file: str = ""
    line: int = 0

    def folder_of(self, directories: tuple[str, ...]) -> tuple[str, ...]:
        """Return the titles of the folders for files in this directory, from the root down."""
        if self.mirror_directories:
            return directories
        return (self.folder,) if self.folder else ()


def read_provider(entry: Entry, directory: Path) -> Provider:
    """Read an item of `providers`.

    A relative `options.path` is relative to the file or, if there is no such directory, to the
    working directory. Raises `DocumentError`.
    """
    name = entry.required("name")
    kind = entry.text("type", default="file")
    if kind != "file":
        raise DocumentError(f"type must be file, not {kind[:40]!r}.", entry.line_of("type"))
    options = entry.entry("options")
    written = options.text("path", "folder").strip()
    if not written:
        raise DocumentError("options.path is missing.", entry.line_of("options"))
    path = Path(written)
    mirror = options.flag("foldersFromFilesStructure")
    inputs = options.entry("inputs")
    values = tuple((name, inputs.text(name)) for name in inputs.block)
    options.close()
    folder = entry.text("folder").strip()
    folder_uid = entry.text("folderUid", "folderUID")
    if mirror and folder and folder_uid:
        raise DocumentError(
            "foldersFromFilesStructure requires folder and folderUid to be empty.",
            entry.line_of("folder"),
        )
    if mirror and (folder or folder_uid):
        key = "folder" if folder else "folderUid"
        entry.report.warn(
            f"{key} has no effect with foldersFromFilesStructure.", entry.line_of(key)
        )
        folder = folder_uid = ""
    try:
        folder_uid = check_folder_uid(folder_uid) if folder_uid else ""
    except VedetteError as error:
        raise DocumentError(f"folderUid: {error.public}", entry.line_of("folderUid")) from error
    if len(folder) > MAX_TITLE:
        raise DocumentError(
            f"folder has more than {MAX_TITLE} characters.", entry.line_of("folder")
        )
    return Provider(
        name=name,
        path=directory / path if (directory / path).is_dir() else path,
        org_id=max(1, entry.whole("orgId", "org_id", "orgID", default=1)),
        org_name=entry.text("orgName", "org_name"),
        folder="" if folder == "General" else folder,
        folder_uid=folder_uid,
        mirror_directories=mirror,
        disable_deletion=entry.flag("disableDeletion"),
        allow_ui_updates=entry.flag("allowUiUpdates", "editable"),
        interval=timedelta(seconds=_interval(entry)),
        inputs=values,
        file=entry.report.file,
        line=entry.line,
    )


def first_of_each_name(
    files: Iterable[Iterable[Provider]],
) -> tuple[list[Provider], list[Problem]]:
    """Return the providers that are used, and the problems of the others."""
    first: dict[str, Provider] = {}
    problems = []
    for provider in chain.from_iterable(files):
        other = first.setdefault(provider.name, provider)
        if other is not provider:
            message = f"The provider {provider.name} is already in {other.file}."
            problems.append(Problem(provider.file, provider.line, message))
    return list(first.values()), problems


def in_organization(provider: Provider, orgs: Mapping[str, int]) -> Provider | Problem:
    """Return the provider with the id of its organization. `orgs` are ids by name."""
    named = orgs.get(provider.org_name) if provider.org_name else provider.org_id
    if named in orgs.values():
        return msgspec.structs.replace(provider, org_id=named)
    message = (
        f"The provider {provider.name!r} is not applied: there is no organization "
        f"{provider.org_name or provider.org_id!r}."
    )
    return Problem(provider.file, provider.line, message)


def _interval(entry: Entry) -> int:
    """Return the interval. Zero and less mean the default, as in Grafana 10.4."""
    seconds = entry.whole("updateIntervalSeconds", default=0)
    return seconds if seconds > 0 else int(DEFAULT_INTERVAL.total_seconds())


def parse_providers(
    name: str, path: Path, environ: Mapping[str, str]
) -> Parsed[tuple[Provider, ...]]:
    """Read a file of providers, which in its oldest format is a bare list."""

    def read(document: Entry) -> tuple[Provider, ...]:
        return tuple(document.each(PROVIDERS, lambda entry: read_provider(entry, path.parent)))

    return parse_file(name, path, read, environ, READING)
