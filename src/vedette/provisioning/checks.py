"""`vedette provision check PATH`: all mistakes of a directory, without a server or a database."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

from vedette.provisioning.document import read_document
from vedette.provisioning.entry import Entry
from vedette.provisioning.files import read_text
from vedette.provisioning.parsing import parse_file
from vedette.provisioning.problems import DocumentError, Problem, Report
from vedette.provisioning.reconciler import ContentT, Desired

File = tuple[Path, str]
"""Where it is, and how messages call it."""
Checker = Callable[[Sequence[File]], list[Problem]]
"""Checks all files of one kind together."""
Conflicts = Callable[[Sequence[Desired[ContentT]]], Iterable[Problem]]
"""What the entries of all files of a kind have against each other, as far as no database is needed
to know it."""
_YAML = (".yaml", ".yml")
_BARE_LIST = "providers"
"""What a file without any top-level key lists: the oldest form that there is."""


def parsing_checker(
    parse: Callable[[Entry], ContentT],
    environ: Mapping[str, str],
    raw: Collection[str] = (),
    conflicts: Conflicts[ContentT] = lambda files: (),
) -> Checker:
    """Checks files as far as a reconciler goes without a database."""

    def check(files: Sequence[File]) -> list[Problem]:
        parsed = [parse_file(name, path, parse, environ, raw) for path, name in files]
        problems = [problem for one in parsed for problem in one.problems]
        return [*problems, *conflicts([one.desired for one in parsed if one.desired])]

    return check


def check(
    path: Path,
    checkers: Mapping[str, Checker],
    dashboard: Callable[[Path, str], list[Problem]],
    json_kinds: Collection[str] = (),
) -> list[Problem]:
    """Problems of every file at or below `path`, by file and line.

    `checkers` are the kinds of YAML files by directory name or by their top-level key, and run in
    their order; `dashboard` checks a JSON file, where it is not in the directory of one of
    `json_kinds`.
    """
    if not path.exists():
        return [Problem(str(path), None, "There is no such file or directory.")]
    base = path if path.is_dir() else path.parent
    problems: list[Problem] = []
    files: dict[Checker, list[File]] = {checker: [] for checker in checkers.values()}
    for file in _files(path):
        name = str(file.relative_to(base))
        if file.suffix == ".json" and file.absolute().parent.name not in json_kinds:
            problems += dashboard(file, name)
            continue
        found = _checker_of(file, name, checkers)
        if isinstance(found, Problem):
            problems.append(found)
        else:
            files[found].append((file, name))
    for checker, mine in files.items():
        problems += checker(mine)
    return sorted(problems, key=lambda problem: (problem.file, problem.line or 0))


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


def _checker_of(file: Path, name: str, checkers: Mapping[str, Checker]) -> Checker | Problem:
    directory = file.absolute().parent.name
    if directory in checkers:
        return checkers[directory]
    report = Report(name)
    try:
        keys = read_document(read_text(file), {}, report, list_key=_BARE_LIST).keys()
    except DocumentError as error:
        return Problem(name, error.line, error.message)
    for kind, checker in checkers.items():
        if kind in keys:
            return checker
    known = ", ".join(sorted(checkers))
    return Problem(name, None, f"Left out: it holds none of the keys {known}.", severity="warning")
