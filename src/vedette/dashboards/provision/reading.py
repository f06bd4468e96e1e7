"""Reads batches of dashboard files, and records the result in the state of their provider."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from vedette.dashboards.provision.memory import AppliedFile, ProviderMemory, problem_of
from vedette.dashboards.provision.providers import Provider
from vedette.dashboards.provision.scan import (
    DashboardFile,
    DashboardFileContent,
    Scan,
    read_content,
)
from vedette.kernel.errors import VedetteError
from vedette.provisioning.problems import DocumentError, Problem

_BATCH = 100
_MOST_NAMED = 5


def unreadable_problem(provider: Provider, found: Scan) -> Problem | None:
    if not found.unreadable:
        return None
    messages = [
        f"{provider.path / path} cannot be read: {why}."
        for path, why in islice(found.unreadable.items(), _MOST_NAMED)
    ]
    if len(found.unreadable) > _MOST_NAMED:
        messages.append(f"And {len(found.unreadable) - _MOST_NAMED} more.")
    return Problem(provider.file, provider.line, " ".join(messages))


def is_new(file: DashboardFile, seen: AppliedFile | None) -> bool:
    return seen is None or seen.signature != file.signature or not seen.is_done


def read_all(
    provider: Provider, files: Iterable[DashboardFile], memory: ProviderMemory
) -> dict[str, DashboardFileContent]:
    contents = {}
    for file in files:
        try:
            content = read_content(file.full)
        except DocumentError as error:
            note_problem(provider, memory, file, error.message)
        except VedetteError as error:
            note_problem(provider, memory, file, error.public)
        else:
            contents[file.path] = content
            memory.files[file.path] = AppliedFile(file.signature, content.body.uid)
    return contents


def note_problem(
    provider: Provider, memory: ProviderMemory, file: DashboardFile, message: str
) -> None:
    uid = memory.files[file.path].uid if file.path in memory.files else ""
    problem = problem_of(file_name(provider, file), message)
    memory.files[file.path] = AppliedFile(file.signature, uid, problem)


def forget_files(memory: ProviderMemory, files: Iterable[DashboardFile]) -> None:
    """Forget files that were read but not written, so that they are tried again."""
    for file in files:
        memory.files.pop(file.path, None)


def file_name(provider: Provider, file: DashboardFile) -> str:
    return f"{provider.name}/{file.path}"


def batches(files: Sequence[DashboardFile]) -> Iterator[list[DashboardFile]]:
    waiting = iter(files)
    while batch := list(islice(waiting, _BATCH)):
        yield batch
