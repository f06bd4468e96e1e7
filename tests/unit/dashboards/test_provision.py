"""Files on disk become dashboards and folders, and nothing else happens to anything else."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import NoReturn

import pytest
from tests.unit.dashboards.conftest import ADMIN, World
from tests.unit.dashboards.site import Site

from vedette.dashboards.service.dashboards import Save
from vedette.db.errors import DatabaseUnavailable
from vedette.identity.store.orgs import OrgStore


@pytest.fixture
def site(world: World, tmp_path: Path) -> Site:
    return Site(world, tmp_path / "provisioning")


class TestDashboardFiles:
    async def test_bare_and_wrapped_files_appear_with_their_own_uids(self, site: Site) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a", "id": 99, "version": 7, "x": 1.0})
        site.write("files/deep/b.json", {"dashboard": {"title": "B", "uid": "b"}})
        await site.engine.step()
        a = await site.open("a")
        assert a.provenance is not None
        assert (a.version, a.provenance.path, a.updated_by) == (1, "a.json", "provisioning")
        assert '"x":1.0' in a.body.replace(" ", "")
        assert (await site.open("b")).title == "B"
        (status,) = [s for s in await site.engine.statuses() if s.kind == "dashboards"]
        assert (status.file, status.state, status.items) == ("dashboards/p.yaml", "ok", 2)
        assert status.last_applied

    async def test_dot_files_and_other_suffixes_are_left_out_and_links_followed(
        self, site: Site, tmp_path: Path
    ) -> None:
        site.provider()
        site.write("files/..2024_1/real.json", {"title": "T", "uid": "t"})
        (site.files / "..data").symlink_to("..2024_1")
        (site.files / "t.json").symlink_to("..data/real.json")
        (site.files / "loop").symlink_to(".")
        site.write("files/.hidden.json", {"title": "H", "uid": "h"})
        site.write("files/notes.txt", "no")
        await site.engine.step()
        assert list(await site.stored()) == ["t.json"]

    async def test_restarts_write_nothing(self, site: Site) -> None:
        """R-72: Several instances with the same files do not create, delete or change anything
        again."""
        site.provider(folder="F")
        for number in range(5):
            site.write(f"files/{number}.json", {"title": f"T{number}"})
        await site.engine.step()
        before = await site.stored()
        for _ in range(3):
            site.restart()
            await site.engine.step()
            await site.look()
        assert await site.stored() == before

    async def test_providers_of_the_oldest_form_a_bare_list_with_old_names_are_read(
        self, site: Site
    ) -> None:
        site.write(
            "dashboards/old.yaml",
            "- name: old\n  org_id: 1\n  folder: Old $days\n  type: file\n  editable: true\n"
            f"  disableDeletion: true\n  options:\n    folder: {site.files}\n"
            "- name: no path\n  type: file\n",
        )
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        assert (await site.errors_told())["dashboards/old.yaml"].line == 9
        text = (site.root / "dashboards/old.yaml").read_text()
        site.write("dashboards/old.yaml", text.split("- name: no path")[0])
        await site.look()
        assert await site.folder_titles("a") == ["Old $days"]
        origin = (await site.open("a")).provenance
        assert origin is not None and origin.editable
        assert await site.errors_told() == {}

    async def test_many_instances_that_start_at_once_write_each_file_once(
        self, site: Site, world: World, tmp_path: Path
    ) -> None:
        """R-72: Several instances with the same files do not create, delete or change anything
        again."""
        site.provider(folder="A/B")
        for number in range(30):
            site.write(f"files/{number}.json", {"title": f"T{number}", "uid": f"u{number}"})
        sites = [site]
        for name in ("second", "third"):
            other = Site(world, tmp_path / name)
            shutil.copytree(site.root, other.root, dirs_exist_ok=True)
            other.provider(folder="A/B")
            sites.append(other)
        for _ in range(3):
            await asyncio.gather(*(each.engine.step() for each in sites))
            stored = await site.stored()
            assert len(stored) == 30
            assert {dashboard.version for dashboard in stored.values()} == {1}
            assert await site.errors_told() == {}
            for each in sites:
                each.restart()

    async def test_a_changed_file_is_the_next_version_of_the_same_dashboard(
        self, site: Site
    ) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "note": 1})
        await site.engine.step()
        first = (await site.stored())["a.json"]
        site.write("files/a.json", {"title": "A", "note": 22})
        await site.look()
        again = (await site.stored())["a.json"]
        assert (again.id, again.uid, again.version) == (first.id, first.uid, 2)
        assert json.loads((await site.open(first.uid)).body)["note"] == 22

    async def test_a_file_must_be_missing_twice_before_its_dashboard_goes(self, site: Site) -> None:
        """R-73: Files that vanish for one scan or are half written delete nothing."""
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a"})
        site.write("files/b.json", {"title": "B", "uid": "b"})
        await site.engine.step()
        (site.files / "a.json").rename(site.root / "aside")
        await site.look()
        assert set(await site.stored()) == {"a.json", "b.json"}
        (site.root / "aside").rename(site.files / "a.json")
        await site.look()
        (site.files / "a.json").unlink()
        await site.look()
        assert set(await site.stored()) == {"a.json", "b.json"}
        await site.look()
        assert set(await site.stored()) == {"b.json"}

    async def test_a_directory_that_vanishes_deletes_nothing(self, site: Site) -> None:
        """R-73: Files that vanish for one scan or are half written delete nothing."""
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        site.files.rename(site.root / "aside")
        for _ in range(3):
            await site.look()
        await site.engine.reload("dashboards")
        assert set(await site.stored()) == {"a.json"}
        assert "does not exist" in (await site.errors_told())["dashboards/p.yaml"].message

    async def test_a_directory_that_cannot_be_read_is_named_and_its_neighbours_go_on(
        self, site: Site
    ) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a"})
        site.write("files/sub/b.json", {"title": "B", "uid": "b"})
        site.write("files/sub/deep/c.json", {"title": "C", "uid": "c"})
        await site.engine.step()
        (site.files / "sub").rename(site.root / "aside")
        (site.files / "sub").symlink_to("sub")
        site.write("files/d.json", {"title": "D", "uid": "d"})
        site.restart()
        for _ in range(3):
            await site.look()
        await site.engine.reload("dashboards")
        assert set(await site.stored()) == {"a.json", "sub/b.json", "sub/deep/c.json", "d.json"}
        told = (await site.errors_told())["dashboards/p.yaml"].message
        assert told.startswith(f"{site.files}/sub cannot be read: Too many levels")
        (site.files / "sub").unlink()
        await site.engine.reload("dashboards")
        assert set(await site.stored()) == {"a.json", "d.json"}
        assert not await site.errors_told()

    async def test_a_directory_of_providers_that_is_not_there_takes_nothing_away(
        self, site: Site, caplog: pytest.LogCaptureFixture
    ) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        providers = site.root / "dashboards"
        providers.rename(site.root / "aside")
        for _ in range(2):
            for _ in range(3):
                await site.look()
            await site.engine.reload("dashboards")
            assert set(await site.stored()) == {"a.json"}
            assert caplog.text.count(f"The directory {providers} does not exist. ") == 1
            caplog.clear()
            site.restart()
        (site.root / "aside").rename(providers)
        site.write("files/a.json", {"title": "B", "uid": "a"})
        await site.engine.step()
        assert (await site.open("a")).title == "B"
        providers.rename(site.root / "aside")
        await site.look()
        providers.mkdir()
        await site.look()
        assert set(await site.stored()) == {"a.json"}
        await site.look()
        assert await site.stored() == {}
        assert not [s for s in await site.engine.statuses() if s.kind == "dashboards"]

    async def test_with_disable_deletion_a_dashboard_stays_and_becomes_free(
        self, site: Site
    ) -> None:
        site.provider(disableDeletion=True)
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        (site.files / "a.json").unlink()
        await site.engine.reload("dashboards")
        assert (await site.open("a")).provenance is None

    async def test_a_provider_that_is_gone_takes_its_dashboards_along(self, site: Site) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        (site.root / "dashboards/p.yaml").unlink()
        site.restart()
        await site.engine.step()
        assert await site.stored() == {}

    async def test_a_provider_that_keeps_its_dashboards_leaves_them_when_it_goes(
        self, site: Site
    ) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        site.provider(disableDeletion=True)
        await site.look()
        assert (await site.open("a")).version == 1
        (site.root / "dashboards/p.yaml").unlink()
        site.restart()
        await site.engine.step()
        assert (await site.open("a")).provenance is None

    async def test_a_provider_that_is_deleted_during_an_outage_takes_its_dashboards_along(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A pass that the database ends is repeated as a whole, without another change of files."""

        async def unavailable(store: OrgStore) -> NoReturn:
            raise DatabaseUnavailable("The database refused a connection.")

        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        (site.root / "dashboards/p.yaml").unlink()
        with monkeypatch.context() as outage:
            outage.setattr(OrgStore, "all", unavailable)
            with pytest.raises(DatabaseUnavailable):
                await site.look()
        for _ in range(2):
            await site.look()
        assert await site.stored() == {}

    async def test_an_unreadable_provider_file_deletes_nothing(self, site: Site) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        site.write("dashboards/p.yaml", "providers: [")
        site.restart()
        await site.engine.step()
        await site.engine.reload("dashboards")
        assert set(await site.stored()) == {"a.json"}
        assert (await site.errors_told())["dashboards/p.yaml"].line == 1

    async def test_a_bad_provider_leaves_the_others_of_its_file_and_removes_nothing(
        self, site: Site
    ) -> None:
        for name in ("one", "two"):
            site.write(f"{name}/a.json", {"title": name, "uid": name})
        good = [
            {"name": name, "options": {"path": str(site.root / name)}} for name in ("one", "two")
        ]
        site.write("dashboards/p.yaml", {"providers": good})
        await site.engine.step()
        site.write("three/a.json", {"title": "three", "uid": "three"})
        third = {"name": "three", "options": {"path": str(site.root / "three")}}
        site.write("dashboards/p.yaml", {"providers": [{"name": "one"}, third, good[1], {}]})
        for restart in (False, True):
            if restart:
                site.restart()
            for _ in range(3):
                await site.engine.reload("dashboards")
            assert {d.uid for d in (await site.provisioned())} == {"one", "two", "three"}
            message = (await site.errors_told())["dashboards/p.yaml"].message
            assert "providers[1]: options.path is missing." in message
            assert "providers[4]: name is missing." in message
        site.write("dashboards/p.yaml", {"providers": [third]})
        await site.engine.reload("dashboards")
        assert {d.uid for d in (await site.provisioned())} == {"three"}

    async def test_one_bad_file_among_many_is_named_and_blocks_no_other(self, site: Site) -> None:
        """R-70: One broken provisioning file is named with its line, and all other files are
        applied."""
        site.provider()
        for number in range(20):
            site.write(f"files/{number:02}.json", {"title": f"T{number}"})
        site.write("files/07.json", '{\n"title": "T7",\n"x": }')
        await site.engine.step()
        assert len(await site.stored()) == 19
        (told,) = (await site.errors_told()).values()
        assert (told.file, told.line) == ("files/07.json", 3)
        assert site.errors["dashboards"] == 1
        site.write("files/07.json", {"title": "T7"})
        await site.look()
        assert len(await site.stored()) == 20
        assert await site.errors_told() == {}
        assert site.errors["dashboards"] == 0

    async def test_a_half_written_file_leaves_the_dashboard_as_it_is(self, site: Site) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        before = await site.open("a")
        site.write("files/a.json", '{"title": "A", "ui')
        for _ in range(3):
            await site.look()
        assert await site.open("a") == before

    async def test_of_two_files_with_one_uid_or_title_the_first_is_kept(self, site: Site) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "u"})
        site.write("files/b.json", {"title": "B", "uid": "u"})
        site.write("files/c.json", {"title": "A"})
        site.write("files/d.json", {"title": "D"})
        await site.engine.step()
        assert set(await site.stored()) == {"a.json", "d.json"}
        told = await site.errors_told()
        assert set(told) == {"files/b.json", "files/c.json"}
        assert "belongs to a.json" in told["files/b.json"].message
        (site.files / "a.json").unlink()
        await site.look()
        await site.look()
        await site.look()
        assert set(await site.stored()) == {"b.json", "c.json", "d.json"}
        assert await site.errors_told() == {}

    async def test_a_renamed_file_keeps_its_dashboard(self, site: Site) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        before = await site.open("a")
        (site.files / "a.json").rename(site.files / "b.json")
        await site.look()
        await site.look()
        after = await site.open("a")
        assert after.id == before.id
        assert set(await site.stored()) == {"b.json"}

    async def test_files_may_pass_their_titles_on_in_one_edit(self, site: Site) -> None:
        site.provider()
        for uid in "abcdef":
            site.write(f"files/{uid}.json", {"title": uid.upper(), "uid": uid})
        await site.engine.step()
        ids = {uid: (await site.open(uid)).id for uid in "abcdef"}
        # a and b swap; c, d and e go round; f takes what was e's, which is not to be had.
        titles = {"a": "B", "b": "A", "c": "D", "d": "E", "e": "C", "f": "D"}
        for uid, title in titles.items():
            site.write(f"files/{uid}.json", {"title": title, "uid": uid, "edit": 2})
        await site.look()
        stored = {uid: await site.open(uid) for uid in "abcdef"}
        assert {uid: d.title for uid, d in stored.items()} == {**titles, "f": "F"}
        assert {uid: d.id for uid, d in stored.items()} == ids
        assert [d.version for d in stored.values()] == [2, 2, 2, 2, 2, 1]
        assert set(await site.errors_told()) == {"files/f.json"}

    async def test_a_chain_of_titles_is_written_in_one_look(self, site: Site) -> None:
        site.provider()
        for uid in "abc":
            site.write(f"files/{uid}.json", {"title": uid.upper(), "uid": uid})
        await site.engine.step()
        for uid, title in {"a": "B", "b": "C", "c": "new"}.items():
            site.write(f"files/{uid}.json", {"title": title, "uid": uid, "edit": 2})
        await site.look()
        assert [(await site.open(uid)).title for uid in "abc"] == ["B", "C", "new"]
        assert await site.errors_told() == {}

    async def test_files_of_two_providers_and_two_folders_may_change_places(
        self, site: Site
    ) -> None:
        for name in ("one", "two"):
            path = str(site.files / name)
            site.provider(name, f"{name}.yaml", folder="Same", options={"path": path})
            site.write(f"files/{name}/x.json", {"title": name, "uid": name})
        await site.engine.step()
        site.write("files/one/x.json", {"title": "two", "uid": "one", "edit": 2})
        site.write("files/two/x.json", {"title": "one", "uid": "two", "edit": 2})
        await site.look()
        assert (await site.open("one")).title == "two"
        assert (await site.open("two")).title == "one"
        assert await site.errors_told() == {}

    async def test_files_whose_uids_are_swapped_keep_the_history_of_each_uid(
        self, site: Site
    ) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "u1"})
        site.write("files/b.json", {"title": "B", "uid": "u2"})
        await site.engine.step()
        ids = [(await site.open(uid)).id for uid in ("u1", "u2")]
        site.write("files/a.json", {"title": "A", "uid": "u2", "n": 1})
        site.write("files/b.json", {"title": "B", "uid": "u1", "n": 1})
        await site.look()
        opened = [await site.open(uid) for uid in ("u1", "u2")]
        assert [d.id for d in opened] == ids
        assert [(d.title, d.version) for d in opened] == [("B", 2), ("A", 2)]
        assert await site.errors_told() == {}

    async def test_two_files_may_swap_their_uids(self, site: Site) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "u1"})
        site.write("files/b.json", {"title": "B", "uid": "u2"})
        await site.engine.step()
        site.write("files/a.json", {"title": "B", "uid": "u2", "n": 1})
        site.write("files/b.json", {"title": "A", "uid": "u1", "n": 1})
        await site.look()
        stored = await site.stored()
        assert {path: d.uid for path, d in stored.items()} == {"a.json": "u2", "b.json": "u1"}

    async def test_changes_in_the_ui_live_until_the_file_changes(self, site: Site) -> None:
        site.provider(allowUiUpdates=True)
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        edited = json.dumps({"title": "A", "uid": "a", "version": 1, "mine": True}).encode()
        await site.world.dashboards.save(ADMIN, Save(edited))
        site.restart()
        await site.engine.step()
        assert "mine" in (await site.open("a")).body
        site.write("files/a.json", {"title": "A", "uid": "a", "new": 1})
        await site.look()
        assert "mine" not in (await site.open("a")).body

    async def test_a_dashboard_made_by_hand_is_taken_over_by_the_file_with_its_uid(
        self, site: Site
    ) -> None:
        body = b'{"title": "Hand", "uid": "a"}'
        made = await site.world.dashboards.save(ADMIN, Save(body))
        site.provider()
        site.write("files/a.json", {"title": "File", "uid": "a"})
        await site.engine.step()
        taken = await site.open("a")
        assert (taken.id, taken.title, taken.version) == (made.id, "File", 2)

    async def test_an_older_replica_does_not_write_back_what_a_newer_one_wrote(
        self, site: Site, world: World, tmp_path: Path
    ) -> None:
        site.provider()
        site.write("files/a.json", {"title": "A", "uid": "a", "release": 1})
        await site.engine.step()
        newer = Site(world, tmp_path / "newer")
        newer.provider()
        newer.write("files/a.json", {"title": "A", "uid": "a", "release": 2})
        await newer.engine.step()
        for _ in range(3):
            await site.look()
            await newer.look()
        body = (await site.open("a")).body
        assert json.loads(body)["release"] == 2
        assert json.loads(body)["version"] == 2

    async def test_inputs_are_filled_from_the_provider_or_the_default_source(
        self, site: Site
    ) -> None:
        inputs = [
            {"name": "DS_A", "type": "datasource", "pluginId": "prometheus"},
            {"name": "DS_B", "type": "datasource", "pluginId": "loki"},
            {"name": "DS_C", "type": "datasource", "pluginId": "tempo"},
            {"name": "VAR_D", "type": "constant", "value": "d"},
        ]
        model = {
            "title": "A",
            "uid": "a",
            "__inputs": inputs,
            "v": "${DS_A} ${DS_B} ${DS_C} ${VAR_D}",
        }
        site.provider(options={"inputs": {"DS_B": "mine"}})
        site.write("files/a.json", model)
        await site.engine.step()
        stored = json.loads((await site.open("a")).body)
        assert stored["v"] == "prom-uid mine ${DS_C} d"
        warned = [s for s in await site.engine.statuses() if s.message]
        assert [(s.file, s.state) for s in warned] == [("files/a.json", "ok")]
        assert "DS_C (tempo)" in warned[0].message

    async def test_the_environment_is_expanded_in_the_provider_and_not_in_dashboards(
        self, site: Site
    ) -> None:
        site.provider(options={"path": "$DASHBOARDS"})
        site.write("files/a.json", {"title": "A", "uid": "a", "v": "$DASHBOARDS"})
        await site.engine.step()
        assert json.loads((await site.open("a")).body)["v"] == "$DASHBOARDS"
