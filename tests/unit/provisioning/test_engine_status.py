"""Generations, readiness, and failures of the engine."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.unit.provisioning.words import Instance, QuickClock

from vedette.db.database import Database
from vedette.db.errors import DatabaseUnavailable
from vedette.provisioning.engine import Provisioning, UnknownKind
from vedette.provisioning.files import Root
from vedette.provisioning.ledger_store import FileStatus, ProvisioningLedger


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
