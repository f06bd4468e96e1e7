"""Names, uids and defaults of data sources from files."""

from tests.unit.datasources.conftest import ADMIN
from tests.unit.datasources.provisioning import ids, listing, names

from vedette.datasources.model import DataSourceDraft


async def test_sources_of_files_exchange_their_names(room, files):
    await files.apply(
        a=listing("name: a, uid: one, user: x", "name: b, uid: two, isDefault: true"),
        b=listing("name: c, uid: three", "name: d, uid: four"),
    )
    before = await ids(room)
    statuses = await files.apply(
        a=listing("name: b, uid: one, user: x, isDefault: true", "name: c, uid: two"),
        b=listing("name: a, uid: three", "name: e, uid: four", "name: d, uid: five"),
    )
    assert [each.message for each in statuses.values()] == ["", ""]
    after = await ids(room)
    assert {name: after[name] for name in "bcae"} == {
        "b": before["a"],
        "c": before["b"],
        "a": before["c"],
        "e": before["d"],
    }
    renamed = await room.service.by_name(ADMIN, "b")
    assert (renamed.uid, renamed.user, renamed.is_default) == ("one", "x", True)
    assert (await room.service.by_name(ADMIN, "d")).uid == "five"


async def test_a_name_that_stays_with_another_is_refused_and_its_neighbours_exchange(room, files):
    await room.service.create(ADMIN, DataSourceDraft(name="mine", type="test", uid="mine"))
    await files.apply(
        a=listing(
            "name: a, uid: one", "name: b, uid: two", "name: c, uid: three", "name: d, uid: x"
        )
    )
    status = (
        await files.apply(
            a=listing(
                "name: b, uid: one",
                "name: a, uid: two",
                "name: mine, uid: three",
                "name: c, uid: x",
            )
        )
    )["a.yaml"]
    assert status.line == 6
    assert (
        "'mine' is not applied: the data source with the uid mine already has this name"
        in status.message
    )
    assert "line 7" in status.message
    found = {each.uid: each.name for each in await room.service.visible(ADMIN)}
    assert found == {"one": "b", "two": "a", "three": "c", "x": "d", "mine": "mine"}


async def test_a_name_goes_to_another_source_when_its_own_is_pruned(room, files):
    await files.apply(a=listing("name: a, uid: one", "name: b, uid: two", extra="prune: true"))
    before = await ids(room)
    await files.apply(a=listing("name: b, uid: one", extra="prune: true"))
    assert await ids(room) == {"b": before["a"]}


async def test_an_entry_of_an_older_version_gives_no_name_away(room, files):
    await files.apply(a=listing("name: a, uid: one, version: 3", "name: b, uid: two"))
    status = (await files.apply(a=listing("name: b, uid: one, version: 2", "name: a, uid: two")))[
        "a.yaml"
    ]
    assert status.state == "error"
    found = {each.uid: each.name for each in await room.service.visible(ADMIN)}
    assert found == {"one": "a", "two": "b"}


async def test_an_older_entry_gets_a_uid_that_its_source_gives_up(room, files):
    await files.apply(a=listing("name: a, uid: one, version: 3"))
    text = listing("name: a, uid: two, version: 3", "name: b, uid: one, version: 2")
    status = (await files.apply(a=text))["a.yaml"]
    assert (status.state, status.line) == ("error", 5)
    assert "'a' already has the uid one" in status.message
    status = (await files.apply(a=text))["a.yaml"]
    assert (status.state, status.message) == ("ok", "")
    found = {each.uid: each.name for each in await room.service.visible(ADMIN)}
    assert found == {"one": "b", "two": "a"}


async def test_a_uid_that_is_listed_twice_is_refused_with_both_places(room, files):
    text = listing("name: a, uid: one", "name: b, uid: one", "name: c")
    for _ in range(2):
        status = (await files.apply(a=text))["a.yaml"]
        assert "datasources/a.yaml:4 contains a data source of the same uid" in status.message
        assert status.line == 5
        assert await names(room) == ["a", "c"]


async def test_an_entry_that_is_left_out_takes_neither_name_nor_uid_from_a_good_one(room, files):
    text = listing(
        "name: a, uid: one",
        "name: a, uid: two",
        "name: b, uid: two",
        "name: c, uid: one",
        "name: c, uid: three",
    )
    message = (await files.apply(a=text))["a.yaml"].message
    assert message == (
        "The data source 'a' is not applied: datasources/a.yaml:4 contains a data source of the"
        " same name."
        " line 7: The data source 'c' is not applied:"
        " datasources/a.yaml:4 contains a data source of the same uid."
    )
    found = {each.uid: each.name for each in await room.service.visible(ADMIN)}
    assert found == {"one": "a", "two": "b", "three": "c"}


async def test_a_source_is_not_pruned_while_an_entry_that_is_left_out_lists_it(room, files):
    prune = "prune: true"
    await files.apply(a=listing("name: a, uid: one", "name: b, uid: two", extra=prune))
    before = await ids(room)
    for entry in ("name: a, uid: two", "name: b, uid: one"):
        await files.apply(a=listing("name: a, uid: one", entry, extra=prune))
        assert await ids(room) == before


async def test_a_uid_of_someone_else_is_refused_with_file_and_line(room, files):
    await room.service.create(ADMIN, DataSourceDraft(name="mine", type="test", uid="one"))
    status = (await files.apply(a=listing("name: ok", "name: b, uid: one")))["a.yaml"]
    assert status.state == "error"
    assert status.line == 5
    assert "'mine' already has the uid one" in status.message
    assert await names(room) == ["mine", "ok"]


async def test_two_defaults_or_two_of_one_name_are_refused_with_both_places(room, files):
    statuses = await files.apply(
        a=listing("name: a, isDefault: true"),
        b=listing("name: b, isDefault: true", "name: c"),
        c=listing("name: a"),
    )
    assert statuses["a.yaml"].state == "ok"
    assert "datasources/a.yaml:4 is already the default" in statuses["b.yaml"].message
    assert (
        "datasources/a.yaml:4 contains a data source of the same name" in statuses["c.yaml"].message
    )
    assert await names(room) == ["a", "c"]


async def test_a_default_from_a_file_replaces_the_one_that_people_chose(room, files):
    await room.service.create(ADMIN, DataSourceDraft(name="mine", type="test", is_default=True))
    await files.apply(a=listing("name: a, isDefault: true"))
    assert [s.name for s in await room.service.visible(ADMIN) if s.is_default] == ["a"]


async def defaults(room):
    return [each.name for each in await room.service.visible(ADMIN) if each.is_default]


async def test_the_first_source_of_an_organization_becomes_its_default_and_stays_it(room, files):
    await files.apply(a=listing("name: b", "name: a"))
    assert await defaults(room) == ["b"]
    await files.apply(a=listing("name: a", "name: b, user: me"))
    assert await defaults(room) == ["b"]
    await files.apply(a=listing("name: a, isDefault: true", "name: b"))
    assert await defaults(room) == ["a"]
    await files.apply(a=listing("name: a", "name: b", "name: c"))
    assert await defaults(room) == ["a"]
