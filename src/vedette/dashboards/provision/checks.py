"""What `vedette provision check` says of providers and of dashboard files."""

from collections.abc import Mapping
from pathlib import Path

from vedette.dashboards.provision.memory import problem_of
from vedette.dashboards.provision.providers import parse_providers
from vedette.dashboards.provision.scan import read_content, scan
from vedette.kernel.errors import VedetteError
from vedette.provisioning.checks import Checker
from vedette.provisioning.problems import DocumentError, Problem


def check_dashboard(path: Path, name: str) -> list[Problem]:
    """A JSON file that a provider could hold."""
    try:
        read_content(path)
    except DocumentError as error:
        return [Problem(name, error.line, error.message)]
    except VedetteError as error:
        return [problem_of(name, error.public)]
    return []


def provider_checker(environ: Mapping[str, str]) -> Checker:
    """Checks a provider file and every dashboard in the directories that it names. A directory
    that is not on this machine is a warning: files are often checked elsewhere."""

    def check(path: Path, name: str) -> list[Problem]:
        parsed = parse_providers(name, path, environ)
        problems = list(parsed.problems)
        names: set[str] = set()
        for provider in parsed.desired.content if parsed.desired else ():
            if provider.name in names:
                message = f"The provider {provider.name} is given twice."
                problems.append(Problem(name, provider.line, message))
            names.add(provider.name)
            try:
                files = scan(provider.path)
            except DocumentError as error:
                problems.append(Problem(name, provider.line, error.message, "warning"))
                continue
            owners: dict[str, str] = {}
            for file in files:
                shown = str(provider.path / file.path)
                found = check_dashboard(file.full, shown)
                problems += found
                uid = "" if found else read_content(file.full).body.uid
                if uid and uid in owners:
                    message = f"The uid {uid} belongs to {owners[uid]} already."
                    problems.append(Problem(shown, None, message))
                elif uid:
                    owners[uid] = shown
        return problems

    return check
