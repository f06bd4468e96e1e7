"""Checks of providers and dashboard files for `vedette provision check`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from vedette.dashboards.provision.memory import problem_of
from vedette.dashboards.provision.providers import (
    Provider,
    first_of_each_name,
    parse_providers,
)
from vedette.dashboards.provision.scan import (
    DashboardFile,
    DashboardFileContent,
    read_content,
    scan,
)
from vedette.kernel.errors import VedetteError
from vedette.provisioning.checks import Checker, File
from vedette.provisioning.problems import DocumentError, Problem


def check_dashboard(path: Path, name: str) -> list[Problem]:
    """Check a JSON file that could belong to a provider."""
    found = _read(path, name)
    return [found] if isinstance(found, Problem) else []


def provider_checker(
    environ: Mapping[str, str], has_kind: Callable[[str], bool] = lambda kind: True
) -> Checker:
    """Return a checker of provider files and of every dashboard in their directories.

    A directory that does not exist here is a warning, because files are often checked on another
    machine. `has_kind` tells whether a type of data source exists, for `__inputs`.
    """

    def check(files: Sequence[File]) -> list[Problem]:
        parsed = [parse_providers(name, path, environ) for path, name in files]
        problems = [problem for one in parsed for problem in one.problems]
        providers, refused = first_of_each_name(
            one.desired.content for one in parsed if one.desired
        )
        dashboards = _Dashboards(has_kind)
        for provider in providers:
            refused += dashboards.check(provider)
        return problems + refused

    return check


class _Dashboards:
    """Tracks uids, and titles in folders: each belongs to the first file that uses it."""

    def __init__(self, has_kind: Callable[[str], bool]) -> None:
        self._has_kind = has_kind
        self._uids: dict[tuple[int, str], str] = {}
        self._titles: dict[tuple[int, tuple[str, ...], str, str], str] = {}

    def check(self, provider: Provider) -> Iterator[Problem]:
        try:
            scanned = scan(provider.path)
        except DocumentError as error:
            yield Problem(provider.file, provider.line, error.message, "warning")
            return
        for closed, why in scanned.unreadable.items():
            yield Problem(str(provider.path / closed), None, f"Cannot read it: {why}.")
        for file in scanned.files:
            shown = str(provider.path / file.path)
            content = _read(file.full, shown)
            if isinstance(content, Problem):
                yield content
            else:
                yield from self._claim(provider, file, content, shown)
                yield from self._inputs(provider, content, shown)

    def _claim(
        self, provider: Provider, file: DashboardFile, content: DashboardFileContent, shown: str
    ) -> Iterator[Problem]:
        uid, title = content.body.uid, content.body.title
        folder = provider.folder_of(file.directories)
        key = (provider.org_id, folder, "" if folder else provider.folder_uid, title)
        owner = self._uids.setdefault((provider.org_id, uid), shown) if uid else shown
        if owner != shown:
            yield Problem(shown, None, f"The uid {uid} already belongs to {owner}.")
            return
        owner = self._titles.setdefault(key, shown)
        if owner != shown:
            message = f"{owner} already has the title {title!r} in this folder."
            yield Problem(shown, None, message)

    def _inputs(
        self, provider: Provider, content: DashboardFileContent, shown: str
    ) -> Iterator[Problem]:
        given = dict(provider.inputs)
        for declared in content.inputs:
            if (
                declared.type != "datasource"
                or declared.name in given
                or self._has_kind(declared.plugin_id)
            ):
                continue
            message = (
                f"The input {declared.name} has no value: no file contains a data source of the "
                f"type {declared.plugin_id}."
            )
            yield Problem(shown, None, message, "warning")


def _read(path: Path, name: str) -> DashboardFileContent | Problem:
    try:
        return read_content(path)
    except DocumentError as error:
        return Problem(name, error.line, error.message)
    except VedetteError as error:
        return problem_of(name, error.public)
