"""A kind of resource for tests of the engine: words in files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from vedette.db.database import Database, Tx
from vedette.kernel.clock import SystemClock
from vedette.provisioning.engine import Provisioning
from vedette.provisioning.entry import Entry
from vedette.provisioning.file_kind import FileKind
from vedette.provisioning.files import Root
from vedette.provisioning.ledger_store import FileStatus
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.reconciler import Change, Desired, Owned


class QuickClock(SystemClock):
    async def sleep(self, seconds: float) -> None:
        self.waited = seconds


class Words:
    """Keeps a set of words; `odd` is left out when read, `boom` cannot be written."""

    kind = "words"

    def __init__(self) -> None:
        self.kept: set[str] = set()
        self.writes = 0
        self.owned: list[str] = []
        self.complete: list[bool] = []
        """What each plan was told."""

    def parse(self, document: Entry) -> Sequence[str]:
        words = document.texts("words")
        if "bad" in words:
            raise DocumentError("bad is no word.", document.line_of("words"))
        if "odd" in words:
            document.report.error("odd is left out.", document.line_of("words"))
        return [word for word in words if word != "odd"]

    async def plan(
        self,
        tx: Tx,
        files: Sequence[Desired[Sequence[str]]],
        owned: Sequence[Owned],
        *,
        is_complete: bool,
    ) -> Sequence[Change[str]]:
        self.complete.append(is_complete)
        self.owned = [item.key for item in owned]
        changes: list[Change[str]] = []
        seen: set[str] = set()
        for file in files:
            for word in file.content:
                verb: Any = "keep" if word in self.kept else "create"
                if word in seen:
                    verb = "refuse"
                seen.add(word)
                changes.append(Change(verb, 1, word, file.source.file, "taken", 7, word))
        gone = [item for item in owned if item.key not in seen]
        return changes + [Change("delete", 1, item.key, item.file) for item in gone]

    async def apply(self, tx: Tx, changes: Sequence[Change[str]]) -> Sequence[Change[str]]:
        if any(change.key == "boom" for change in changes):
            raise RuntimeError("boom")
        for change in changes:
            if change.verb == "create":
                self.kept.add(change.key)
                self.writes += 1
            elif change.verb == "delete":
                self.kept.discard(change.key)
        return changes


class Instance:
    def __init__(self, database: Database, root: Path, *more: Root) -> None:
        self.words, self.errors = Words(), dict[str, int]()
        self.root = root / "words"
        self.root.mkdir(exist_ok=True)
        clock, roots = QuickClock(), [Root(root), *more]
        self.kind = FileKind(self.words, roots, database, clock, {}, self.errors.__setitem__)
        self.engine = Provisioning(lambda: [self.kind], database, clock, roots)

    def write(self, file: str, text: str) -> None:
        (self.root / file).write_text(text)

    async def states(self) -> dict[str, FileStatus]:
        return {status.file: status for status in await self.engine.statuses()}


@pytest.fixture
async def instance(database: Database, tmp_path: Path) -> Instance:
    async with database.transaction() as tx:
        await tx.execute("INSERT INTO org (id, name, created, updated) VALUES (1, 'o', 0, 0)")
    return Instance(database, tmp_path)
