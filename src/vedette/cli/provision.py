"""`vedette provision check PATH`: names every mistake in provisioning files, without a server."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from vedette.alerting.contacts.model import Draft
from vedette.alerting.templates.engine import defaults
from vedette.alerting.templates.errors import BadTemplate
from vedette.alerting.transfer.provision import reading
from vedette.dashboards.provision.checks import check_dashboard, provider_checker
from vedette.dashboards.provision.folder_files import folder_conflicts, read_folders
from vedette.datasources.provision.checks import SourceConflicts
from vedette.datasources.provision.files import read_content
from vedette.gotemplate import TemplateError, parse
from vedette.kernel.clock import SystemClock
from vedette.plugins.registry import PluginRegistry
from vedette.provisioning import checks


def check(path: str) -> int:
    environ = dict(os.environ)
    registry = PluginRegistry()
    sources = SourceConflicts(registry)
    alerting = _alerting_checker(environ, registry)
    providers = provider_checker(environ, sources.has_kind)
    checkers = {
        "datasources": checks.parsing_checker(read_content, environ, conflicts=sources),
        "folders": checks.parsing_checker(read_folders, environ, conflicts=folder_conflicts),
        "dashboards": providers,
        "providers": providers,
        **dict.fromkeys(("alerting", *reading.KEYS), alerting),
    }
    problems = checks.check(Path(path), checkers, check_dashboard, ("alerting",))
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print("No problems found.")
    return 1 if any(problem.severity == "error" for problem in problems) else 0


def _alerting_checker(environ: Mapping[str, str], registry: PluginRegistry) -> checks.Checker:
    """Knows the receivers that come with the product; names of others are a server's matter."""
    base = defaults("http://localhost/", SystemClock().now)

    def check_template(name: str, text: str) -> None:
        try:
            parse(name, text, {}, base)
        except TemplateError as error:
            raise BadTemplate(
                f"The template {name!r} can not be read, line {error.line}: {error.public}"
            ) from error

    def check_contact(draft: Draft) -> None:
        registry.receiver(draft.type)

    reader = reading.Reader(check_template=check_template, check_contact=check_contact)
    return checks.parsing_checker(reader.checked, environ, reading.READING.raw)
