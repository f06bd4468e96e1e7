"""`vedette provision check PATH`: reports errors in provisioning files without a server."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from vedette.alerting.contacts.model import IntegrationDraft
from vedette.alerting.templates.engine import defaults
from vedette.alerting.templates.errors import BadTemplate
from vedette.alerting.transfer.provision import reading
from vedette.app.rehearsal import Orgs, rehearse
from vedette.dashboards.provision.checks import check_dashboard, provider_checker
from vedette.dashboards.provision.folder_files import folder_conflicts, read_folders
from vedette.datasources.provision.checks import SourceConflicts
from vedette.datasources.provision.files import READING, read_content
from vedette.gotemplate import TemplateError, parse
from vedette.kernel.clock import SystemClock
from vedette.plugins.registry import PluginRegistry
from vedette.provisioning import checks
from vedette.provisioning.files import YAML
from vedette.provisioning.problems import Problem

_KINDS = {
    "datasources": YAML,
    "folders": YAML,
    "dashboards": YAML,
    "alerting": reading.READING.suffixes,
}
_KEYS = {
    "datasources": "datasources",
    "folders": "folders",
    "providers": "dashboards",
    **dict.fromkeys(reading.KEYS, "alerting"),
}


def check(path: str) -> int:
    """Print problems by file and line. Returns 1 if there are errors."""
    root = Path(path)
    files = checks.find_files(root, _KINDS, _KEYS)
    found = checks.check(files, _checkers(dict(os.environ)), check_dashboard)
    known = {(problem.file, problem.line) for problem in found}
    has_sources = bool(files.of_kind.get("datasources"))
    found += [
        each
        for each in _rehearsed(root, files)
        if (each.file, each.line) not in known and (has_sources or not each.depends_on_server)
    ]
    found.sort(key=lambda problem: (problem.file, problem.line or 0))
    for problem in found:
        print(problem, file=sys.stderr)
    if not found:
        print("No problems found.")
    return 1 if any(problem.severity == "error" for problem in found) else 0


def _checkers(environ: Mapping[str, str]) -> Mapping[str, checks.Checker]:
    """Return checks for conflicts between files, and for references that a server may resolve."""
    registry = PluginRegistry()
    sources = SourceConflicts(registry)
    return {
        "datasources": checks.parsing_checker(read_content, environ, READING, sources),
        "folders": checks.parsing_checker(read_folders, environ, conflicts=folder_conflicts),
        "dashboards": provider_checker(environ, sources.has_kind),
        "alerting": _alerting_checker(environ, registry),
    }


def _rehearsed(root: Path, files: checks.CheckedFiles) -> Sequence[Problem]:
    """Return the problems that a new server reports for the files."""
    orgs = Orgs()
    for each in files.of_kind.values():
        for file, _ in each:
            orgs.note(file, os.environ)
    if files.is_root:
        return rehearse(root, orgs)
    with TemporaryDirectory() as made:
        names = _arrange(Path(made), files)
        return [
            replace(problem, file=names[problem.file])
            for problem in rehearse(Path(made), orgs)
            if problem.file in names
        ]


def _arrange(directory: Path, files: checks.CheckedFiles) -> Mapping[str, str]:
    """Create a provisioning directory from files in any place. Returns their original names.

    Providers are omitted, because their paths can be relative to their file.
    """
    names = {}
    for kind, mine in files.of_kind.items():
        if kind == "dashboards":
            continue
        (directory / kind).mkdir()
        for number, (file, name) in enumerate(mine):
            link = directory / kind / f"{number:06}{file.suffix}"
            link.symlink_to(file.absolute())
            names[f"{kind}/{link.name}"] = name
    return names


def _alerting_checker(environ: Mapping[str, str], registry: PluginRegistry) -> checks.Checker:
    """Return the check for alerting with the built-in receivers."""
    base = defaults("http://localhost/", SystemClock().now)

    def check_template(name: str, text: str) -> None:
        try:
            parse(name, text, {}, base)
        except TemplateError as error:
            raise BadTemplate(
                f"Cannot parse the template {name!r}, line {error.line}: {error.public}"
            ) from error

    def check_contact(draft: IntegrationDraft) -> None:
        registry.receiver(draft.type)

    reader = reading.AlertingFileReader(check_template=check_template, check_contact=check_contact)
    return checks.parsing_checker(reader.checked, environ, reading.READING)
