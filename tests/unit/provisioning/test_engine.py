"""The engine applies changed files and reports their status."""

import pytest
from tests.unit.provisioning.words import Instance

from vedette.db.database import Database
from vedette.provisioning.ledger_store import ProvisioningLedger


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
