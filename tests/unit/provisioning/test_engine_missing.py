"""Missing files and directories, and resources that stay."""

from pathlib import Path

import pytest
from tests.unit.provisioning.words import Instance

from vedette.db.database import Database
from vedette.provisioning.files import DirectoryUnreadable, Root


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
