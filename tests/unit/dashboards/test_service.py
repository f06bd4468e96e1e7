"""Saving, reading and finding dashboards and folders."""

import json
from typing import Any

import pytest
from msgspec.structs import replace
from tests.unit.dashboards.conftest import ADMIN, EDITOR, STRANGER, VIEWER, World

from vedette.access.evaluator import AccessDenied
from vedette.access.model import AccessVerdict, Permissions, Principal, Scope, Visible
from vedette.dashboards.errors import (
    BadFolder,
    BadSearch,
    DashboardNotFound,
    DashboardUidTaken,
    FolderExists,
    FolderNotFound,
    FolderUidTaken,
    NameExists,
    Provisioned,
    TargetFolderNotFound,
    VersionMismatch,
    VersionNotFound,
)
from vedette.dashboards.model import Dashboard, Provenance
from vedette.dashboards.service.dashboards import Save
from vedette.dashboards.service.importing import Importer
from vedette.dashboards.service.search import DashboardSearch
from vedette.dashboards.service.versions import Side
from vedette.dashboards.store.dashboards import DashboardStore
from vedette.dashboards.store.search import SearchQuery


async def save(
    world: World, who: Principal = ADMIN, *, folder: str | None = None, overwrite: bool = False,
    **model: Any,
) -> Dashboard:  # fmt: skip
    model.setdefault("title", "T")
    return await world.dashboards.save(
        who, Save(json.dumps(model).encode(), folder_uid=folder, overwrite=overwrite)
    )


async def mark_provisioned(world: World, dashboard: Dashboard, *, editable: bool) -> None:
    async with world.database.transaction() as tx:
        origin = Provenance("files", "a.json", "abc", editable)
        await DashboardStore(tx).mark(dashboard.org_id, dashboard.id, origin)


class TestSaving:
    async def test_a_new_dashboard_gets_id_uid_and_version_1(self, world: World) -> None:
        saved = await save(world, title="Hello there", custom={"x": 1.0})
        opened = await world.dashboards.open(ADMIN, saved.uid)
        model = json.loads(opened.dashboard.body)
        assert model == {
            "title": "Hello there", "custom": {"x": 1.0}, "id": saved.id, "uid": saved.uid,
            "version": 1,
        }  # fmt: skip
        assert (saved.slug, opened.dashboard.created_by) == ("hello-there", "user1")

    async def test_two_people_who_edit_the_same_version_do_not_lose_work(
        self, world: World
    ) -> None:
        first = await save(world, uid="u")
        await save(world, uid="u", version=1, note="mine")
        with pytest.raises(VersionMismatch) as caught:
            await save(world, uid="u", version=1, note="theirs")
        detail = caught.value.detail
        assert (detail["status"], detail["version"]) == ("version-mismatch", 2)
        assert detail["changes"] == [{"path": "note", "kind": "add", "to": "mine"}]
        second = await save(world, uid="u", version=1, overwrite=True)
        assert (second.id, second.version) == (first.id, 3)

    async def test_an_update_without_a_folder_moves_to_the_root(self, world: World) -> None:
        await world.folders.create(ADMIN, "F", "f")
        saved = await save(world, folder="f", uid="u")
        assert saved.folder_uid == "f"
        assert (await save(world, uid="u", version=1)).folder_uid == ""

    async def test_folder_uid_wins_over_folder_id(self, world: World) -> None:
        first = await world.folders.create(ADMIN, "A", "a")
        await world.folders.create(ADMIN, "B", "b")
        body = b'{"title": "x"}'
        save = Save(body, folder_uid="b", folder_id=first.folder.id)
        assert (await world.dashboards.save(ADMIN, save)).folder_uid == "b"
        by_id = Save(b'{"title": "y"}', folder_id=first.folder.id)
        assert (await world.dashboards.save(ADMIN, by_id)).folder_uid == "a"

    async def test_the_same_title_in_one_folder_is_refused_unless_overwritten(
        self, world: World
    ) -> None:
        first = await save(world, uid="one")
        with pytest.raises(NameExists) as caught:
            await save(world)
        assert caught.value.detail == {"status": "name-exists"}
        again = await save(world, overwrite=True, uid="two")
        assert (again.id, again.uid, again.version) == (first.id, "one", 2)

    async def test_an_unknown_id_or_folder_is_named(self, world: World) -> None:
        with pytest.raises(DashboardNotFound):
            await save(world, id=99)
        with pytest.raises(TargetFolderNotFound):
            await save(world, folder="nowhere")

    async def test_a_provisioned_dashboard_is_read_only_by_every_way(self, world: World) -> None:
        """Proves T46."""
        saved = await save(world, uid="u")
        await save(world, uid="u", version=1, note=2)
        await mark_provisioned(world, saved, editable=False)
        with pytest.raises(Provisioned, match="Cannot save provisioned dashboard"):
            await save(world, uid="u", overwrite=True)
        with pytest.raises(Provisioned):
            await save(world, overwrite=True)
        with pytest.raises(Provisioned):
            await world.versions.restore(ADMIN, "u", 1)
        with pytest.raises(Provisioned, match="provisioned dashboard cannot be deleted"):
            await world.dashboards.delete(ADMIN, "u")

    async def test_files_may_allow_changes_in_the_ui(self, world: World) -> None:
        saved = await save(world, uid="u")
        await mark_provisioned(world, saved, editable=True)
        again = await save(world, uid="u", version=1)
        assert again.provenance == Provenance("files", "a.json", "abc", True)

    async def test_a_short_refresh_is_raised(self, world: World) -> None:
        saved = await save(world, refresh="1s")
        assert json.loads(saved.body)["refresh"] == "5s"

    async def test_editors_write_but_do_not_delete_and_viewers_only_read(
        self, world: World
    ) -> None:
        saved = await save(world, EDITOR)
        opened = await world.dashboards.open(VIEWER, saved.uid)
        assert (opened.can_save, opened.can_delete) == (False, False)
        with pytest.raises(AccessDenied):
            await world.dashboards.delete(EDITOR, saved.uid)
        with pytest.raises(AccessDenied):
            await save(world, VIEWER, title="other")
        await world.dashboards.delete(ADMIN, saved.uid)
        with pytest.raises(DashboardNotFound):
            await world.dashboards.open(ADMIN, saved.uid)


class TestOrganizations:
    async def test_equal_uids_of_two_organizations_never_meet(self, world: World) -> None:
        """Proves T41."""
        mine = await save(world, uid="u", title="mine")
        theirs = await save(world, STRANGER, uid="u", title="theirs")
        assert mine.id != theirs.id
        assert (await world.dashboards.open(STRANGER, "u")).dashboard.title == "theirs"
        with pytest.raises(DashboardNotFound):
            await save(world, STRANGER, id=mine.id, title="x")
        with pytest.raises(DashboardNotFound):
            await world.dashboards.uid_of(STRANGER, mine.id)
        await world.dashboards.delete(STRANGER, "u")
        assert (await world.dashboards.open(ADMIN, "u")).dashboard.title == "mine"

    async def test_folders_stars_versions_and_search_stay_inside(self, world: World) -> None:
        """Proves T41."""
        await world.folders.create(ADMIN, "F", "f")
        await save(world, uid="u", folder="f", tags=["t"])
        for attempt in (
            world.folders.open(STRANGER, "f"),
            world.folders.delete(STRANGER, "f"),
            world.versions.newest(STRANGER, "u"),
            world.search.star(STRANGER, "u"),
            save(world, STRANGER, folder="f"),
        ):
            with pytest.raises((FolderNotFound, DashboardNotFound, TargetFolderNotFound)):
                await attempt
        assert await world.search.find(STRANGER, SearchQuery()) == ([], frozenset())
        assert await world.search.tags(STRANGER) == []


class TestVersions:
    async def test_history_keeps_the_newest_and_restores_as_a_new_version(
        self, world: World
    ) -> None:
        await save(world, uid="u", note=1)
        for version in range(1, 7):
            await save(world, uid="u", version=version, note=version + 1)
        listed = await world.versions.newest(ADMIN, "u")
        assert [version.version for version in listed] == [7, 6, 5, 4, 3]
        assert [v.version for v in await world.versions.newest(ADMIN, "u", 2, 1)] == [6, 5]
        restored = await world.versions.restore(ADMIN, "u", 4)
        model = json.loads(restored.body)
        assert (model["note"], model["version"], model["id"]) == (4, 8, restored.id)
        newest = (await world.versions.newest(ADMIN, "u", 1))[0]
        assert (newest.restored_from, newest.parent_version, newest.message) == (
            4, 7, "Restored from version 4",
        )  # fmt: skip
        with pytest.raises(VersionNotFound):
            await world.versions.get(ADMIN, "u", 1)

    async def test_two_versions_or_an_unsaved_model_are_compared(self, world: World) -> None:
        saved = await save(world, uid="u", note=1)
        await save(world, uid="u", version=1, note=2)
        found = await world.versions.difference(
            VIEWER, Side(uid="u", version=1), Side(dashboard_id=saved.id, version=2)
        )
        assert [(d.path, d.old, d.new) for d in found] == [("note", 1, 2)]
        unsaved = json.dumps({"title": "T", "uid": "u", "id": saved.id, "note": 1}).encode()
        again = await world.versions.difference(
            VIEWER, Side(uid="u", version=1), Side(unsaved=unsaved)
        )
        assert again == []


class TestFolders:
    async def test_a_tree_moves_with_everything_in_it(self, world: World) -> None:
        for uid, parent in (("a", ""), ("b", "a"), ("c", "b"), ("x", "")):
            await world.folders.create(ADMIN, uid.upper(), uid, parent)
        await save(world, folder="c", uid="u")
        opened = await world.folders.open(ADMIN, "c")
        assert [parent.uid for parent in opened.parents] == ["a", "b"]
        await world.folders.move(ADMIN, "b", "x")
        opened = await world.folders.open(ADMIN, "c")
        assert [parent.uid for parent in opened.parents] == ["x", "b"]
        assert (await world.dashboards.open(ADMIN, "u")).dashboard.scope == Scope(
            "dashboards", "u", ("c", "b", "x")
        )
        assert (await world.folders.counts(ADMIN, "x")).dashboards == 1
        assert (await world.folders.counts(ADMIN, "a")).folders == 0
        await world.folders.move(ADMIN, "b", "")
        assert [f.uid for f in await world.folders.children(ADMIN, "", 10, 1)] == ["a", "b", "x"]

    async def test_circles_and_depth_are_refused(self, world: World) -> None:
        for uid, parent in zip("abcdeyz", ("", "a", "b", "c", "d", "", "y"), strict=True):
            await world.folders.create(ADMIN, uid.upper(), uid, parent)
        with pytest.raises(BadFolder, match="at most 5"):
            await world.folders.create(ADMIN, "F", "f", "e")
        with pytest.raises(BadFolder, match="itself"):
            await world.folders.move(ADMIN, "a", "c")
        with pytest.raises(BadFolder, match="itself"):
            await world.folders.move(ADMIN, "a", "a")
        with pytest.raises(BadFolder, match="at most 5"):
            await world.folders.move(ADMIN, "y", "d")

    async def test_uids_that_look_like_patterns_touch_no_other_folder(self, world: World) -> None:
        """Proves T47."""
        await world.folders.create(ADMIN, "A", "a_c")
        await world.folders.create(ADMIN, "B", "abc")
        await save(world, folder="abc", uid="u")
        await world.folders.delete(ADMIN, "a_c")
        assert (await world.dashboards.open(ADMIN, "u")).dashboard.folder_uid == "abc"

    async def test_delete_takes_what_is_inside_unless_a_file_owns_it(self, world: World) -> None:
        await world.folders.create(ADMIN, "A", "a")
        await world.folders.create(ADMIN, "B", "b", "a")
        saved = await save(world, folder="b", uid="u")
        await mark_provisioned(world, saved, editable=True)
        with pytest.raises(Provisioned):
            await world.folders.delete(ADMIN, "a")
        async with world.database.transaction() as tx:
            await DashboardStore(tx).mark(1, saved.id, None)
        await world.folders.delete(ADMIN, "a")
        with pytest.raises(DashboardNotFound):
            await world.dashboards.open(ADMIN, "u")
        with pytest.raises(FolderNotFound):
            await world.folders.open(ADMIN, "b")

    async def test_names_are_taken_once_under_one_parent(self, world: World) -> None:
        await world.folders.create(ADMIN, "A", "a")
        with pytest.raises(FolderExists):
            await world.folders.create(ADMIN, "A")
        with pytest.raises(FolderUidTaken):
            await world.folders.create(ADMIN, "Other", "a")
        await world.folders.create(ADMIN, "A", "below", "a")
        with pytest.raises(FolderExists):
            await world.folders.move(ADMIN, "below", "")

    async def test_renaming_asks_for_the_version_that_was_read(self, world: World) -> None:
        await world.folders.create(ADMIN, "A", "a")
        renamed = await world.folders.rename(ADMIN, "a", "B", 1, overwrite=False)
        assert (renamed.folder.title, renamed.folder.version) == ("B", 2)
        with pytest.raises(VersionMismatch):
            await world.folders.rename(ADMIN, "a", "C", 1, overwrite=False)
        await world.folders.rename(ADMIN, "a", "C", 1, overwrite=True)

    @pytest.mark.parametrize("uid", ["*", "a:b", "general", "../x", "x" * 41])
    async def test_wildcards_and_reserved_words_are_no_uids(self, world: World, uid: str) -> None:
        with pytest.raises(Exception, match=r"uid|reserved"):
            await world.folders.create(ADMIN, "A", uid)


class TestSearch:
    async def titles(self, world: World, asked: SearchQuery, **kind: bool) -> list[str]:
        return [hit.title for hit in (await world.search.find(ADMIN, asked, **kind))[0]]

    @pytest.fixture(autouse=True)
    async def content(self, world: World) -> None:
        await world.folders.create(ADMIN, "Zoo", "zoo")
        await world.folders.create(ADMIN, "Ant hill", "ant", "zoo")
        await save(world, title="Node overview", uid="node", tags=["linux", "host"])
        await save(world, title="node Detail", uid="detail", tags=["linux"], folder="zoo")
        await save(world, title="100% under_score", uid="odd", folder="ant")

    async def test_folders_come_first_and_both_are_in_order(self, world: World) -> None:
        everything = await self.titles(world, SearchQuery())
        assert everything == ["Ant hill", "Zoo", "100% under_score", "node Detail", "Node overview"]
        down = await self.titles(world, SearchQuery(descending=True))
        assert down == ["Zoo", "Ant hill", "Node overview", "node Detail", "100% under_score"]

    async def test_the_last_change_can_give_the_order(self, world: World) -> None:
        """The dashboard that was changed last is first, also across pages."""
        async with world.database.transaction() as tx:
            for updated, uid in enumerate(("node", "detail", "odd")):
                await tx.execute(
                    "UPDATE dashboard SET updated = :updated WHERE org_id = 1 AND uid = :uid",
                    {"updated": 60_000 * updated, "uid": uid},
                )
        order = ["100% under_score", "node Detail", "Node overview"]
        newest = SearchQuery(folders=False, by_update=True, descending=True)
        assert await self.titles(world, newest) == order
        assert await self.titles(world, replace(newest, descending=False)) == order[::-1]
        pages = [await self.titles(world, replace(newest, limit=1, page=n)) for n in (1, 2, 3)]
        assert [title for page in pages for title in page] == order

    async def test_every_word_must_be_in_the_title(self, world: World) -> None:
        assert await self.titles(world, SearchQuery(words=("over", "node"))) == ["Node overview"]
        assert await self.titles(world, SearchQuery(words=("%",))) == ["100% under_score"]
        assert await self.titles(world, SearchQuery(words=("r_s",))) == ["100% under_score"]

    async def test_tags_folders_types_and_uids_narrow_the_list(self, world: World) -> None:
        for asked, titles in (
            (SearchQuery(tags=("linux",)), ["node Detail", "Node overview"]),
            (SearchQuery(tags=("linux", "host")), ["Node overview"]),
            (SearchQuery(folder_uids=("zoo",)), ["Ant hill", "node Detail"]),
            (SearchQuery(folder_uids=("general",)), ["Zoo", "Node overview"]),
            (SearchQuery(folder_ids=(0,), folders=False), ["Node overview"]),
            (SearchQuery(dashboards=False), ["Ant hill", "Zoo"]),
            (SearchQuery(uids=("odd", "zoo")), ["Zoo", "100% under_score"]),
            (SearchQuery(uids=()), []),
        ):
            assert await self.titles(world, asked) == titles

    async def test_pages_do_not_overlap(self, world: World) -> None:
        pages = [await self.titles(world, SearchQuery(limit=2, page=page)) for page in (1, 2, 3, 4)]
        assert [len(page) for page in pages] == [2, 2, 1, 0]
        assert [t for page in pages for t in page] == await self.titles(world, SearchQuery())

    async def test_hits_carry_their_folder_and_tags(self, world: World) -> None:
        hits, _ = await world.search.find(ADMIN, SearchQuery(words=("detail",)))
        assert (hits[0].folder_uid, hits[0].folder_title, hits[0].tags) == (
            "zoo",
            "Zoo",
            ("linux",),
        )

    async def test_stars_belong_to_one_person(self, world: World) -> None:
        await world.search.star(VIEWER, "node")
        await world.search.star(VIEWER, "node")
        hits, stars = await world.search.find(VIEWER, SearchQuery(), starred=True)
        assert ([hit.uid for hit in hits], stars) == (["node"], {"node"})
        assert await self.titles(world, SearchQuery(), starred=True) == []
        assert (await world.dashboards.open(VIEWER, "node")).starred
        await world.search.unstar(VIEWER, "node")
        assert await world.search.stars(VIEWER) == []

    async def test_tags_are_counted(self, world: World) -> None:
        assert await world.search.tags(VIEWER) == [("host", 1), ("linux", 2)]

    async def test_limits_are_reported(self, world: World) -> None:
        for asked in (SearchQuery(limit=5001), SearchQuery(page=0), SearchQuery(words=("a",) * 21)):
            with pytest.raises(BadSearch):
                await world.search.find(ADMIN, asked)

    @pytest.mark.parametrize(
        ("visible", "titles"),
        [
            (Visible(False), []),
            (Visible(False, uids=frozenset({"node"})), ["Node overview"]),
            (Visible(False, folders=frozenset({"ant"})), ["Ant hill", "100% under_score"]),
            (
                Visible(False, uids=frozenset({"node"}), folders=frozenset({"zoo"})),
                ["Ant hill", "Zoo", "100% under_score", "node Detail", "Node overview"],
            ),
        ],
    )
    async def test_a_list_holds_exactly_what_may_be_seen(
        self, world: World, visible: Visible, titles: list[str]
    ) -> None:
        search = DashboardSearch(world.database, Granted(visible), world.search.clock)
        hits, _ = await search.find(VIEWER, SearchQuery())
        assert [hit.title for hit in hits] == titles
        counted = sum(count for _, count in await search.tags(VIEWER))
        assert counted == sum(len(hit.tags) for hit in hits)


class Granted(Permissions):
    """Grants by object, which the roles of today do not have."""

    def __init__(self, visible: Visible) -> None:
        self.granted = visible

    async def can(self, who: Principal, action: str, on: Scope | None = None) -> AccessVerdict:
        raise NotImplementedError

    async def require(self, who: Principal, action: str, on: Scope | None = None) -> None:
        raise NotImplementedError

    async def visible(self, who: Principal, action: str, kind: str) -> Visible:
        return self.granted


class TestImport:
    async def importer(self, world: World, source: str | None) -> Importer:
        async def default(org_id: int, plugin_id: str) -> str | None:
            return source if plugin_id == "prometheus" else None

        return Importer(world.dashboards, default)

    SHARED = json.dumps(
        {
            "__inputs": [{"name": "DS_P", "type": "datasource", "pluginId": "prometheus"}],
            "title": "Shared", "uid": "s", "id": 77, "version": 12, "ds": "${DS_P}",
        }
    ).encode()  # fmt: skip

    async def test_inputs_come_from_the_caller_or_from_the_default_source(
        self, world: World
    ) -> None:
        importer = await self.importer(world, "default-uid")
        first = await importer.run(ADMIN, Save(self.SHARED), {})
        assert json.loads(first.body)["ds"] == "default-uid"
        assert (first.version, first.uid) == (1, "s")
        second = await importer.run(ADMIN, Save(self.SHARED, overwrite=True), {"DS_P": "mine"})
        assert json.loads(second.body)["ds"] == "mine"

    async def test_an_existing_uid_is_only_replaced_on_demand(self, world: World) -> None:
        importer = await self.importer(world, "x")
        await importer.run(ADMIN, Save(self.SHARED), {})
        with pytest.raises(DashboardUidTaken):
            await importer.run(ADMIN, Save(self.SHARED), {})

    async def test_an_input_without_a_source_is_named(self, world: World) -> None:
        importer = await self.importer(world, None)
        with pytest.raises(Exception, match="DS_P"):
            await importer.run(ADMIN, Save(self.SHARED), {})
