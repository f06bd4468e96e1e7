"""The state of provider files, and of every dashboard file that has a problem."""

import logging
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec.structs import replace

from vedette.dashboards.provision.memory import Memory
from vedette.dashboards.provision.providers import Provider
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.provisioning.files import away_problems, held
from vedette.provisioning.kind import OnErrors
from vedette.provisioning.ledger import FileStatus, Ledger
from vedette.provisioning.parsing import Parsed
from vedette.provisioning.problems import Problem, as_one

log = logging.getLogger("vedette.provisioning")


class StatusBook:
    """Writes what differs from what was written before, and logs each problem once."""

    def __init__(self, kind: str, clock: Clock, on_errors: OnErrors) -> None:
        self.kind = kind
        self.clock = clock
        self.on_errors = on_errors
        self.refused: list[Problem] = []
        """Providers whose name is taken."""
        self.changed = False
        """Whether dashboards were written since the last `write`."""
        self.written: dict[str, FileStatus] | None = None
        self.away: dict[str, Path] = {}
        """Directories that are not there, by what the names of their files begin with. What is
        known of these files is kept."""
        self.told_away: dict[Path, str] = {}

    def problems(
        self,
        parsed: Iterable[Parsed[tuple[Provider, ...]]],
        memories: Mapping[Provider, Memory],
    ) -> list[Problem]:
        """Of providers and of dashboards, each by itself."""
        found = [problem for one in parsed for problem in one.problems]
        found += self.refused
        for memory in memories.values():
            found += [memory.problem] if memory.problem else []
            found += [seen.problem for seen in memory.files.values() if seen.problem]
        return found

    async def write(
        self,
        database: Database,
        parsed: Iterable[Parsed[tuple[Provider, ...]]],
        memories: Mapping[Provider, Memory],
    ) -> None:
        now = self._statuses(parsed, memories)
        if now == self.written and not self.changed:
            return
        async with database.transaction() as tx:
            ledger = Ledger(tx)
            before = await ledger.of_kind(self.kind)
            for status in now.values():
                await ledger.record(self._stamped(status))
            absent = before.keys() - now.keys()
            kept = held(absent, self.away)
            for file in absent - kept:
                await ledger.forget(self.kind, file)
        self._tell(now)
        self._tell_away(away_problems(kept, self.away))
        self.written, self.changed = now, False

    def _tell_away(self, now: dict[Path, str]) -> None:
        for directory in now.keys() - self.told_away.keys():
            log.warning("%s", now[directory])
        for directory in self.told_away.keys() - now.keys():
            log.info("%s has recovered.", directory)
        self.told_away = now

    def _stamped(self, status: FileStatus) -> FileStatus:
        if status.state == "error":
            return status
        return replace(status, last_applied=self.clock.now_ms())

    def _statuses(
        self,
        parsed: Iterable[Parsed[tuple[Provider, ...]]],
        memories: Mapping[Provider, Memory],
    ) -> dict[str, FileStatus]:
        result = {}
        for one in parsed:
            mine = [memory for provider, memory in memories.items() if provider.file == one.file]
            refused = (problem for problem in self.refused if problem.file == one.file)
            looked = (memory.problem for memory in mine if memory.problem)
            problem = as_one([*one.problems, *refused, *looked])
            items = sum(seen.is_done for memory in mine for seen in memory.files.values())
            checksum = one.desired.source.checksum if one.desired else ""
            result[one.file] = self._status(one.file, problem, items, checksum)
        for memory in memories.values():
            for seen in memory.files.values():
                if seen.problem:
                    items = int(seen.is_done)
                    result[seen.problem.file] = self._status(seen.problem.file, seen.problem, items)
        return result

    def _status(
        self, file: str, problem: Problem | None, items: int, checksum: str = ""
    ) -> FileStatus:
        return FileStatus(
            kind=self.kind,
            file=file,
            state="error" if problem and problem.severity == "error" else "ok",
            items=items,
            line=problem.line if problem else None,
            message=problem.message if problem else "",
            checksum=checksum,
        )

    def _tell(self, now: Mapping[str, FileStatus]) -> None:
        before = self.written or {}
        for file, status in now.items():
            told = before.get(file)
            if status.message and (told is None or told.message != status.message):
                level = logging.ERROR if status.state == "error" else logging.WARNING
                place = file if status.line is None else f"{file}:{status.line}"
                log.log(level, "%s: %s", place, status.message)
        for file, status in before.items():
            if status.state == "error" and (file not in now or now[file].state == "ok"):
                log.info("%s has recovered.", file)
        self.on_errors(self.kind, sum(status.state == "error" for status in now.values()))
