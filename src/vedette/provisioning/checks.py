"""`vedette provision check PATH`: all mistakes of a directory, without a server or a database."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from vedette.provisioning.document import read_document
from vedette.provisioning.entry import Entry
from vedette.provisioning.files import read_text
from vedette.provisioning.parsing import parse_file
from vedette.provisioning.problems import DocumentError, Problem, Report

Checker = Callable[[Path, str], list[Problem]]
"""Checks one file, which messages call by the given name."""
_YAML = (".yaml", ".yml")
_BARE_LIST = "providers"
"""What a file without any top-level key lists: the oldest form that there is."""


def parsing_checker(
    parse: Callable[[Entry], object], environ: Mapping[str, str], raw: Collection[str] = ()
) -> Checker:
    """Checks a file as far as a reconciler's `parse` goes: without a database."""
    return lambda path, name: list(parse_file(name, path, parse, environ, raw).problems)


def check(
    path: Path,
    checkers: Mapping[str, Checker],
    dashboard: Checker,
    json_kinds: Collection[str] = (),
) -> list[Problem]:
    """Problems of every file at or below `path`, in name order.

    `checkers` are the kinds of YAML files by directory name or by their top-level key; `dashboard`
    checks a JSON file, where it is not in the directory of one of `json_kinds`.
    """
    if not path.exists():
        return [Problem(str(path), None, "There is no such file or directory.")]
    base = path if path.is_dir() else path.parent
    problems = []
    for file in _files(path):
        name = str(file.relative_to(base))
        if file.suffix == ".json" and file.absolute().parent.name not in json_kinds:
            problems += dashboard(file, name)
        else:
            problems += _check_yaml(file, name, checkers)
    return problems


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return [
        file
        for file in sorted(path.rglob("*"))
        if file.suffix in (".json", *_YAML)
        and file.is_file()
        and not any(part.startswith(".") for part in file.relative_to(path).parts)
    ]


def _check_yaml(file: Path, name: str, checkers: Mapping[str, Checker]) -> list[Problem]:
    directory = file.absolute().parent.name
    if directory in checkers:
        return checkers[directory](file, name)
    report = Report(name)
    try:
        keys = read_document(read_text(file), {}, report, list_key=_BARE_LIST).keys()
    except DocumentError as error:
        return [Problem(name, error.line, error.message)]
    for kind, checker in checkers.items():
        if kind in keys:
            return checker(file, name)
    known = ", ".join(sorted(checkers))
    return [
        Problem(name, None, f"Left out: it holds none of the keys {known}.", severity="warning")
    ]
