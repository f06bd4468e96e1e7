"""The engine applies what files say, once, in order, and survives what is wrong with them."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from vedette.db.database import Database, Tx
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import SystemClock
from vedette.provisioning.engine import Provisioning, UnknownKind
from vedette.provisioning.entry import Entry
from vedette.provisioning.file_kind import FileKind
from vedette.provisioning.files import DirectoryUnreadable, Root
from vedette.provisioning.ledger_store import FileStatus, ProvisioningLedger
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


async def test_files_are_applied_and_their_status_is_reported(instance: Instance) -> None:
    instance.write("b.yaml", "words: [two]")
    instance.write("a.yml", "words: [one]")
    instance.write(".hidden.yaml", "words: [no]")
    instance.write("readme.txt", "words: [no]")
    await instance.engine.step()
    assert instance.engine.tried
    assert instance.words.kept == {"one", "two"}
    states = await instance.states()
    assert {file: (s.state, s.items) for file, s in states.items()} == {
        "words/a.yml": ("ok", 1), "words/b.yaml": ("ok", 1),
    }  # fmt: skip
    assert all(status.last_applied for status in states.values())


async def test_unchanged_files_are_not_planned_again(instance: Instance) -> None:
    instance.write("a.yaml", "words: [one]")
    await instance.engine.step()
    instance.words.kept.clear()
    await instance.kind.sync()
    assert instance.words.kept == set()
    await instance.engine.reload("words")
    assert instance.words.kept == {"one"}


async def test_a_bad_file_is_named_and_its_words_stay(instance: Instance) -> None:
    """R-70: One broken provisioning file is named with its line, and all other files are
    applied."""
    instance.write("a.yaml", "words: [one]")
    instance.write("b.yaml", "words: [two]")
    await instance.engine.step()
    instance.write("a.yaml", "# why\nwords: [bad]")
    instance.write("b.yaml", "words: [three]")
    await instance.kind.sync()
    assert instance.words.kept == {"one", "two", "three"}
    status = (await instance.states())["words/a.yaml"]
    assert (status.state, status.line, status.message) == ("error", 2, "bad is no word.")
    assert instance.errors == {"words": 1}
    instance.write("a.yaml", "words: [four]")
    await instance.kind.sync()
    assert (instance.words.kept, instance.errors) == ({"three", "four"}, {"words": 0})


async def test_a_file_that_cannot_be_written_blocks_no_other(instance: Instance) -> None:
    instance.write("a.yaml", "words: [one]")
    instance.write("b.yaml", "words: [boom]")
    instance.write("c.yaml", "words: [three]")
    await instance.engine.step()
    assert instance.words.kept == {"one", "three"}
    states = await instance.states()
    assert [states[f"words/{name}.yaml"].state for name in "abc"] == ["ok", "error", "ok"]


async def test_what_two_files_ask_for_is_refused_to_the_second(instance: Instance) -> None:
    """R-71: A duplicate uid or title in files refuses that item only."""
    instance.write("a.yaml", "words: [one]")
    instance.write("b.yaml", "words: [one, two]")
    await instance.engine.step()
    assert instance.words.kept == {"one", "two"}
    status = (await instance.states())["words/b.yaml"]
    assert (status.state, status.line, status.message, status.items) == ("error", 7, "taken", 1)


async def test_a_resource_of_two_files_stays_with_the_first_during_failures(
    instance: Instance, database: Database
) -> None:
    for name in "abdf":
        instance.write(f"{name}.yaml", f"words: [same, {name}]")
    await instance.engine.step()
    for name in "ce":
        instance.write(f"{name}.yaml", "words: [same, boom]")
    instance.write("g.yaml", "words: [same, g]")
    for _ in range(2):
        await instance.kind.sync()
        states = await instance.states()
        told = {name: states[f"words/{name}.yaml"].message for name in "abcdefg"}
        assert (told.pop("a"), told.pop("c"), told.pop("e")) == (
            "",
            "Failed to apply the file: RuntimeError.",
            "Failed to apply the file: RuntimeError.",
        )  # fmt: skip
        assert set(told.values()) == {"taken"}
        async with database.reading() as tx:
            assert await ProvisioningLedger(tx).file_of("words", 1, "same") == "words/a.yaml"
    assert instance.words.kept == {"same", "a", "b", "d", "f", "g"}
    instance.write("c.yaml", "words: [c]")
    instance.write("e.yaml", "words: [e]")
    await instance.kind.sync()
    assert instance.words.kept == {"same", "a", "b", "c", "d", "e", "f", "g"}


async def test_a_file_is_gone_only_when_it_was_missing_twice(instance: Instance) -> None:
    """R-73: Files that vanish for one scan or are half written delete nothing."""
    instance.write("a.yaml", "words: [one]")
    instance.write("b.yaml", "words: [two]")
    await instance.engine.step()
    (instance.root / "a.yaml").unlink()
    await instance.kind.sync()
    assert (instance.words.kept, instance.words.owned) == ({"one", "two"}, [])
    await instance.kind.sync()
    assert instance.words.kept == {"two"}
    assert set(await instance.states()) == {"words/b.yaml"}


@pytest.mark.parametrize("text", ["words: [two, odd]", "words: [bad]", "words: ["])
async def test_nothing_is_deleted_that_an_unreadable_file_may_list(
    instance: Instance, text: str
) -> None:
    """A word may move from one file to another in the edit that breaks the other."""
    instance.write("a.yaml", "words: [one, moved]")
    instance.write("b.yaml", "words: [two]")
    instance.write("c.yaml", "words: [three]")
    await instance.engine.step()
    assert instance.words.complete == [True]
    instance.write("a.yaml", "words: [one]")
    instance.write("b.yaml", text)
    (instance.root / "c.yaml").unlink()
    for _ in range(3):
        await instance.kind.sync()
        assert instance.words.kept == {"one", "two", "three", "moved"}
        assert (instance.words.complete[-1], instance.words.owned) == (False, [])
    assert len(instance.words.complete) == 3
    instance.write("b.yaml", "words: [two, moved]")
    await instance.kind.sync()
    assert (instance.words.kept, instance.words.complete[-1]) == ({"one", "two", "moved"}, True)
    assert set(await instance.states()) == {"words/a.yaml", "words/b.yaml"}


async def test_a_file_that_is_tried_alone_never_counts_as_all_there_are(instance: Instance) -> None:
    instance.write("a.yaml", "words: [one]")
    instance.write("b.yaml", "words: [boom]")
    await instance.engine.step()
    assert instance.words.complete == [True, False, False]


async def test_a_file_that_is_tried_alone_takes_away_nothing_that_others_list(
    instance: Instance,
) -> None:
    instance.write("a.yaml", "words: [one, moved]")
    instance.write("b.yaml", "words: [two]")
    await instance.engine.step()
    instance.write("a.yaml", "words: [one]")
    instance.write("b.yaml", "words: [two, moved, boom]")
    await instance.kind.sync()
    assert instance.words.kept == {"one", "two", "moved"}


async def test_instances_with_different_files_do_not_overwrite_each_other_while_an_entry_is_bad(
    instance: Instance, database: Database, tmp_path: Path
) -> None:
    (tmp_path / "new").mkdir()
    newer = Instance(database, tmp_path / "new")
    instance.write("a.yaml", "words: [old, odd]")
    newer.write("a.yaml", "words: [new, odd]")
    for _ in range(3):
        await instance.kind.sync()
        await newer.kind.sync()
    assert (instance.words.complete, newer.words.complete) == ([False], [False])
    assert (await newer.states())["words/a.yaml"].message == "odd is left out."


async def test_what_was_refused_or_failed_is_tried_again(instance: Instance) -> None:
    for text, plans in (("words: [one, one]", 2), ("words: [boom]", 4), ("words: [one]", 5)):
        instance.write("a.yaml", text)
        await instance.kind.sync()
        await instance.kind.sync()
        assert len(instance.words.complete) == plans


async def test_a_directory_that_cannot_be_read_takes_nothing_away(
    instance: Instance, caplog: pytest.LogCaptureFixture
) -> None:
    instance.write("a.yaml", "words: [one]")
    await instance.engine.step()
    aside = instance.root.rename(instance.root.with_name("aside"))
    instance.root.symlink_to(instance.root)  # A circle, which root cannot read either.
    for _ in range(3):
        with pytest.raises(DirectoryUnreadable):
            await instance.engine.reload("words")
    instance.engine._due.clear()
    await instance.engine.step()
    assert instance.words.kept == {"one"}
    assert f"The directory {instance.root} cannot be read: " in caplog.text
    instance.root.unlink()
    aside.rename(instance.root)
    await instance.engine.reload("words")
    assert instance.words.kept == {"one"}


async def test_a_directory_that_is_not_there_takes_nothing_away_and_an_empty_one_all(
    instance: Instance, caplog: pytest.LogCaptureFixture
) -> None:
    instance.write("a.yaml", "words: [one]")
    await instance.engine.step()
    aside = instance.root.rename(instance.root.parent.parent / f"aside-{instance.root.parent.name}")
    for _ in range(3):
        await instance.kind.sync()
        await instance.engine.reload("words")
    assert instance.words.kept == {"one"}
    assert set(await instance.states()) == {"words/a.yaml"}
    assert caplog.text.count(f"The directory {instance.root} does not exist. ") == 1
    aside.rename(instance.root)
    instance.write("a.yaml", "words: [one, two]")
    await instance.kind.sync()
    assert instance.words.kept == {"one", "two"}
    aside = instance.root.rename(aside)
    await instance.kind.sync()
    instance.root.mkdir()
    await instance.kind.sync()
    assert instance.words.kept == {"one", "two"}
    await instance.kind.sync()
    assert (instance.words.kept, await instance.states()) == (set(), {})


async def test_a_directory_that_is_not_there_at_the_start_takes_nothing_away(
    instance: Instance, database: Database, tmp_path: Path
) -> None:
    instance.write("a.yaml", "words: [one]")
    await instance.engine.step()
    (tmp_path / "elsewhere").mkdir()
    later = Instance(database, tmp_path / "elsewhere")
    later.words.kept = {"one"}
    later.root.rmdir()
    await later.engine.step()
    assert later.words.kept == {"one"}
    assert set(await later.states()) == {"words/a.yaml"}


async def test_an_empty_directory_is_looked_at_again_where_the_database_was_away(
    instance: Instance, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance.write("a.yaml", "words: [one]")
    await instance.engine.step()
    instance.root.rename(instance.root.with_name("aside"))
    await instance.kind.sync()
    instance.root.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(instance.kind, "database", None)
        with pytest.raises(AttributeError):
            await instance.kind.sync()
    for _ in range(2):
        await instance.kind.sync()
    assert instance.words.kept == set()


async def test_a_directory_that_never_was_is_no_problem(
    instance: Instance, caplog: pytest.LogCaptureFixture
) -> None:
    instance.root.rmdir()
    await instance.engine.step()
    assert (await instance.engine.reload("words"), caplog.text) == ([], "")


async def test_files_of_one_directory_are_applied_while_another_is_not_there(
    instance: Instance, database: Database, tmp_path: Path
) -> None:
    """As where the tour is on: its files are there, the operator's are away for a while."""
    tour = tmp_path / "tour"
    (tour / "words").mkdir(parents=True)
    (tour / "words/t.yaml").write_text("words: [tour]")
    both = Instance(database, tmp_path, Root(tour, "tour/"))
    both.write("a.yaml", "words: [one]")
    await both.engine.step()
    aside = both.root.rename(both.root.with_name("aside"))
    (tour / "words/t.yaml").write_text("words: [tour, new]")
    for _ in range(3):
        await both.kind.sync()
    assert both.words.kept == {"one", "tour", "new"}
    assert len(both.words.complete) == 2
    aside.rename(both.root)
    (tour / "words/t.yaml").unlink()
    (tour / "words").rmdir()
    for _ in range(3):
        await both.kind.sync()
    assert both.words.kept == {"one", "tour", "new"}
    alone = Instance(database, tmp_path)
    alone.words.kept = set(both.words.kept)
    await alone.engine.step()
    assert alone.words.kept == {"one"}


async def test_a_file_that_was_removed_while_the_server_was_off_is_gone_too(
    instance: Instance, database: Database, tmp_path: Path
) -> None:
    instance.write("a.yaml", "words: [one]")
    instance.write("b.yaml", "words: [two]")
    await instance.engine.step()
    (instance.root / "a.yaml").unlink()
    later = Instance(database, tmp_path)
    later.words.kept = {"one", "two"}
    await later.engine.step()
    assert later.words.kept == {"two"}


async def test_an_older_generation_is_left_out(
    instance: Instance, database: Database, tmp_path: Path
) -> None:
    instance.write("a.yaml", "generation: 2\nwords: [new]")
    await instance.engine.step()
    older = Instance(database, tmp_path)
    older.write("a.yaml", "generation: 1\nwords: [old]")
    await older.engine.step()
    assert older.words.kept == set()
    await older.kind.sync()
    assert older.words.complete == [False]
    assert "generation 2" in (await older.states())["words/a.yaml"].message


async def test_a_mistake_in_a_file_with_a_generation_is_reported_as_what_it_is(
    instance: Instance,
) -> None:
    instance.write("a.yaml", "generation: 2\nwords: [one]")
    await instance.engine.step()
    instance.write("a.yaml", "generation: 3\nwords: [bad]")
    await instance.kind.sync()
    status = (await instance.states())["words/a.yaml"]
    assert (status.line, status.message) == (2, "bad is no word.")


async def test_an_older_generation_that_waited_for_the_newer_one_is_left_out(
    instance: Instance, database: Database
) -> None:
    instance.write("a.yaml", "generation: 1\nwords: [old]")
    async with database.transaction() as tx:
        await tx.lock("provisioning:words")
        waiting = asyncio.create_task(instance.kind.sync())
        await asyncio.sleep(0.2)
        newer = FileStatus("words", "words/a.yaml", "ok", generation=2, last_applied=1)
        await ProvisioningLedger(tx).record(newer)
    await waiting
    assert instance.words.kept == set()
    assert "generation 2" in (await instance.states())["words/a.yaml"].message


async def test_an_unknown_kind_is_reported(instance: Instance) -> None:
    with pytest.raises(UnknownKind, match="no provisioning of the kind"):
        await instance.engine.reload("plugins")


async def test_a_broken_kind_does_not_stop_the_others(
    instance: Instance, database: Database
) -> None:
    class Broken:
        name = "broken"

        async def sync(self, *, force: bool = False) -> Any:
            raise RuntimeError("no")

    instance.write("a.yaml", "words: [one]")
    engine = Provisioning(lambda: [Broken(), instance.kind], database, QuickClock())
    await engine.step()
    assert (engine.tried, instance.words.kept) == (True, {"one"})


async def test_an_instance_is_ready_once_its_files_were_applied_or_named(
    instance: Instance,
) -> None:
    """R-60, R-70: A broken file is named and does not keep the instance from serving."""
    instance.write("a.yaml", "words: [one]")
    instance.write("b.yaml", "words: [")
    assert not await instance.engine.is_ready()
    await instance.engine.step()
    assert await instance.engine.is_ready()
    assert (await instance.states())["words/b.yaml"].state == "error"
    instance.write("c.yaml", "words: [two]")
    assert await instance.engine.is_ready(), "later changes are no start"


async def test_an_instance_without_files_is_ready_at_once(instance: Instance) -> None:
    """R-60: A start is not slowed down by files that do not exist."""
    assert await instance.engine.is_ready()
    await instance.engine.step()
    assert await instance.engine.is_ready()


async def test_samples_make_an_instance_wait_at_its_first_start_only(
    instance: Instance, database: Database, tmp_path: Path
) -> None:
    samples = tmp_path / "samples"
    (samples / "words").mkdir(parents=True)
    (samples / "words" / "a.yaml").write_text("words: [one]")
    for is_first in (True, False):
        again = Instance(database, tmp_path, Root(samples, "tour/"))
        assert await again.engine.is_ready() is not is_first
        await again.engine.step()
        assert await again.engine.is_ready()


async def test_an_instance_is_not_ready_while_its_database_fails(
    instance: Instance, database: Database
) -> None:
    """R-60: What could not be written yet is tried again soon, and health says so."""

    class Failing:
        name = "failing"
        is_away = True

        def reads(self, file: Any) -> bool:
            return instance.kind.reads(file)

        async def sync(self, *, force: bool = False) -> Any:
            if self.is_away:
                raise DatabaseUnavailable("The database is away.")
            return await instance.kind.sync(force=force)

    instance.write("a.yaml", "words: [one]")
    failing, clock = Failing(), QuickClock()
    engine = Provisioning(lambda: [failing], database, clock, instance.kind.roots)
    await engine.step()
    assert not await engine.is_ready()
    failing.is_away = False
    await asyncio.sleep(1.0)
    await engine.step()
    assert await engine.is_ready()
    assert instance.words.kept == {"one"}


async def test_a_lock_that_another_instance_holds_long_makes_no_file_broken(
    instance: Instance, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R-60, R-72: The files wait for the lock; none of them is named as broken meanwhile."""

    async def wait_in_vain(*_: object, **__: object) -> Any:
        raise DatabaseUnavailable("The lock was not granted in time.")

    instance.write("a.yaml", "words: [one]")
    with monkeypatch.context() as held:
        held.setattr(instance.words, "plan", wait_in_vain)
        await instance.engine.step()
    assert not await instance.engine.is_ready()
    assert await instance.states() == {}
    await instance.engine.reload_all()
    assert await instance.engine.is_ready()
    assert instance.words.kept == {"one"}
