"""`vedette provision check PATH`: reports all errors of a directory, without server or database."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from vedette.provisioning.document import read_document
from vedette.provisioning.entry import Entry
from vedette.provisioning.expansion import AS_WRITTEN
from vedette.provisioning.files import YAML, Root, list_files, read_text
from vedette.provisioning.parsing import parse_file
from vedette.provisioning.problems import DocumentError, Problem, Report
from vedette.provisioning.reconciler import AS_YAML, ContentT, Desired, Reading

File = tuple[Path, str]
"""The path, and the name in messages."""
Checker = Callable[[Sequence[File]], list[Problem]]
"""Checks all files of one kind together."""
Conflicts = Callable[[Sequence[Desired[ContentT]]], Iterable[Problem]]
"""Returns the conflicts between entries of all files of a kind that need no database."""
_BARE_LIST = "providers"
"""The key of a file that is a bare list, the oldest file format."""


def parsing_checker(
    parse: Callable[[Entry], ContentT],
    environ: Mapping[str, str],
    reading: Reading = AS_YAML,
    conflicts: Conflicts[ContentT] = lambda files: (),
) -> Checker:
    """Return a checker that does what a reconciler does without a database."""

    def check(files: Sequence[File]) -> list[Problem]:
        parsed = [parse_file(name, path, parse, environ, reading) for path, name in files]
        problems = [problem for one in parsed for problem in one.problems]
        return [*problems, *conflicts([one.desired for one in parsed if one.desired])]

    return check


class CheckedFiles(msgspec.Struct, frozen=True):
    """Files to check by kind, and dashboards outside of any provider."""

    of_kind: dict[str, list[File]]
    dashboards: list[File]
    problems: list[Problem]
    is_root: bool = False
    """Whether the path is a provisioning directory, so that these are all files of a server."""


def find_files(
    path: Path, kinds: Mapping[str, Collection[str]], keys: Mapping[str, str]
) -> CheckedFiles:
    """Sort the files at or below `path`.

    `kinds` are the suffixes of each kind's files, `keys` the kinds by the top-level keys of their
    files. A directory that has directories of kinds in it is read as a server reads it; any other
    one is searched for files of every kind.
    """
    if not path.exists():
        missing = Problem(str(path), None, "The file or directory does not exist.")
        return CheckedFiles({}, [], [missing])
    roots = (Root(path),) if path.is_dir() else ()
    listed = {kind: list_files(roots, kind, suffixes) for kind, suffixes in kinds.items()}
    if any(listed.values()):
        of_kind = {kind: [(each.path, each.name) for each in listed[kind]] for kind in listed}
        return CheckedFiles(of_kind, [], [], is_root=True)
    files = CheckedFiles({kind: [] for kind in kinds}, [], [])
    base = path if path.is_dir() else path.parent
    for file in _below(path):
        name = str(file.relative_to(base))
        directory = file.absolute().parent.name
        if file.suffix == ".json" and ".json" not in kinds.get(directory, ()):
            files.dashboards.append((file, name))
            continue
        kind = _kind_of(file, name, kinds, keys)
        if isinstance(kind, Problem):
            files.problems.append(kind)
        else:
            files.of_kind[kind].append((file, name))
    return files


def check(
    files: CheckedFiles,
    checkers: Mapping[str, Checker],
    dashboard: Callable[[Path, str], list[Problem]],
) -> list[Problem]:
    """Problems of all files; `checkers` are those of the kinds and run in their order."""
    problems = list(files.problems)
    for file, name in files.dashboards:
        problems += dashboard(file, name)
    for kind, checker in checkers.items():
        problems += checker(files.of_kind.get(kind, []))
    return problems


def _below(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return [
        file
        for file in sorted(path.rglob("*"))
        if file.suffix in (".json", *YAML)
        and file.is_file()
        and not any(part.startswith(".") for part in file.relative_to(path).parts)
    ]


def _kind_of(
    file: Path, name: str, kinds: Collection[str], keys: Mapping[str, str]
) -> str | Problem:
    directory = file.absolute().parent.name
    if directory in kinds:
        return directory
    report = Report(name)
    try:
        found = read_document(read_text(file), {}, report, AS_WRITTEN, _BARE_LIST).keys()
    except DocumentError as error:
        return Problem(name, error.line, error.message)
    for key, kind in keys.items():
        if key in found:
            return kind
    known = ", ".join(sorted(keys))
    return Problem(
        name, None, f"Ignored: the file contains none of the keys {known}.", severity="warning"
    )
