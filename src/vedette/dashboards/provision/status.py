"""The statuses of provider files, and of every dashboard file that has a problem."""

from collections.abc import Iterable, Mapping, Sequence

from vedette.dashboards.provision.memory import ProviderMemory
from vedette.dashboards.provision.providers import Provider
from vedette.provisioning.ledger_store import FileStatus
from vedette.provisioning.parsing import Parsed
from vedette.provisioning.problems import Problem, as_one
from vedette.provisioning.statuses import file_status


def all_problems(
    parsed: Iterable[Parsed[tuple[Provider, ...]]],
    refused: Sequence[Problem],
    memories: Mapping[Provider, ProviderMemory],
) -> list[Problem]:
    """Return the problems of provider files, of `refused` providers and of dashboards."""
    found = [problem for one in parsed for problem in one.problems]
    found += refused
    for memory in memories.values():
        found += [memory.problem] if memory.problem else []
        found += [seen.problem for seen in memory.files.values() if seen.problem]
    return found


def all_statuses(
    kind: str,
    parsed: Iterable[Parsed[tuple[Provider, ...]]],
    refused: Sequence[Problem],
    memories: Mapping[Provider, ProviderMemory],
) -> dict[str, FileStatus]:
    """Return the statuses by file, without the time of their application."""
    statuses = {}
    for one in parsed:
        mine = [memory for provider, memory in memories.items() if provider.file == one.file]
        of_providers = (problem for problem in refused if problem.file == one.file)
        of_directories = (memory.problem for memory in mine if memory.problem)
        problem = as_one([*one.problems, *of_providers, *of_directories])
        items = sum(seen.is_done for memory in mine for seen in memory.files.values())
        source = one.desired.source if one.desired else None
        statuses[one.file] = file_status(kind, one.file, problem, items, source)
    for memory in memories.values():
        for seen in memory.files.values():
            if seen.problem:
                file = seen.problem.file
                statuses[file] = file_status(kind, file, seen.problem, int(seen.is_done))
    return statuses
