"""Folders that providers and files of folders make, and what a check says of both."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.unit.dashboards.conftest import ADMIN, World
from tests.unit.dashboards.site import Site, without_privileges

from vedette.dashboards.provision.checks import check_dashboard, provider_checker
from vedette.dashboards.provision.folders import FolderReconciler
from vedette.dashboards.provision.scan import scan
from vedette.dashboards.service.dashboards import Save
from vedette.kernel.clock import SystemClock
from vedette.provisioning.checks import check, find_files, parsing_checker
from vedette.provisioning.files import YAML


@pytest.fixture
def site(world: World, tmp_path: Path) -> Site:
    return Site(world, tmp_path / "provisioning")


class TestScan:
    def test_what_may_not_be_read_is_named_and_lost_and_found_left_out(self) -> None:
        with TemporaryDirectory() as name:
            root = Path(name)
            root.chmod(0o755)
            for directory in ("closed", "lost+found", "open", "unsearchable"):
                (root / directory).mkdir()
                (root / directory / "a.json").write_text("{}")
            for directory, mode in (("closed", 0), ("lost+found", 0), ("unsearchable", 0o444)):
                (root / directory).chmod(mode)
            with without_privileges():
                found = scan(root)
            assert [file.path for file in found.files] == ["open/a.json"]
            assert found.unreadable == {
                "closed": "Permission denied",
                "unsearchable/a.json": "Permission denied",
            }
            for directory in ("closed", "lost+found", "unsearchable"):
                (root / directory).chmod(0o755)


class TestFoldersOfProviders:
    async def test_a_slash_is_part_of_the_title_of_one_folder(self, site: Site) -> None:
        site.provider(folder="Team/Web", folderUid="web")
        site.write("files/x/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        assert await site.folder_titles("a") == ["Team/Web"]
        assert (await site.open("a")).folder_uid == "web"

    async def test_a_folder_below_another_one_is_named_by_its_uid(self, site: Site) -> None:
        site.write(
            "folders/f.yaml", "folders:\n- {name: A, uid: a}\n- {name: B, uid: b, parentUid: a}\n"
        )
        site.provider(folder="B", folderUid="b")
        site.write("files/x.json", {"title": "X", "uid": "x"})
        await site.engine.step()
        assert await site.folder_titles("x") == ["A", "B"]

    async def test_a_provider_of_an_unknown_organization_is_named_and_makes_nothing(
        self, site: Site
    ) -> None:
        site.provider(orgId=7)
        site.write("files/x.json", {"title": "X", "uid": "x"})
        await site.engine.step()
        status = (await site.errors_told())["dashboards/p.yaml"]
        assert "there is no organization 7" in status.message
        assert await site.stored() == {}
        site.provider(orgName="Elsewhere")
        await site.look()
        status = (await site.errors_told())["dashboards/p.yaml"]
        assert "there is no organization 'Elsewhere'" in status.message

    async def test_a_provider_is_used_once_its_organization_exists(
        self, site: Site, world: World
    ) -> None:
        site.provider(orgName="Later")
        site.write("files/x.json", {"title": "X", "uid": "x"})
        await site.engine.step()
        assert set(await site.errors_told()) == {"dashboards/p.yaml"}
        async with world.database.transaction() as tx:
            await tx.execute(
                "INSERT INTO org (id, name, created, updated) VALUES (9, 'Later', 0, 0)"
            )
        await site.look()
        assert await site.errors_told() == {}
        assert [each.org_id for each in await site.provisioned()] == [9]

    async def test_dashboards_stay_while_the_organization_of_their_provider_is_unknown(
        self, site: Site
    ) -> None:
        site.provider()
        site.write("files/x.json", {"title": "X", "uid": "x"})
        await site.engine.step()
        site.provider(orgName="Renamed")
        for _ in range(3):
            await site.look()
        assert (await site.open("x")).title == "X"
        site.provider(orgName="org 1")
        await site.look()
        assert await site.errors_told() == {}

    async def test_directories_are_mirrored_as_nested_folders(self, site: Site) -> None:
        site.provider(options={"foldersFromFilesStructure": True})
        site.write("files/top.json", {"title": "Top", "uid": "top"})
        site.write("files/a/b/c/d/e/x.json", {"title": "X", "uid": "x"})
        site.write("files/a/y.json", {"title": "Y", "uid": "y"})
        await site.engine.step()
        assert await site.folder_titles("top") == []
        assert await site.folder_titles("x") == ["a", "b", "c", "d", "e"]
        assert await site.folder_titles("y") == ["a"]
        (site.files / "a/y.json").rename(site.files / "a/b/y.json")
        await site.look()
        assert await site.folder_titles("y") == ["a", "b"]

    async def test_mirroring_goes_before_a_folder_and_excludes_one_with_a_uid(
        self, site: Site
    ) -> None:
        site.provider(folder="X", options={"foldersFromFilesStructure": True})
        site.write("files/a/y.json", {"title": "Y", "uid": "y"})
        await site.engine.step()
        assert await site.errors_told() == {}
        (status,) = await site.engine.statuses()
        assert "folder has no effect" in status.message
        assert await site.folder_titles("y") == ["a"]
        site.provider(folder="X", folderUid="x", options={"foldersFromFilesStructure": True})
        await site.look()
        assert (
            "foldersFromFilesStructure" in (await site.errors_told())["dashboards/p.yaml"].message
        )

    async def test_two_providers_of_one_name_are_reported_and_the_first_runs(
        self, site: Site
    ) -> None:
        site.provider(folder="One", file="a.yaml")
        site.provider(folder="Two", file="b.yaml")
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        assert await site.folder_titles("a") == ["One"]
        assert set(await site.errors_told()) == {"dashboards/b.yaml"}


class TestFolderFiles:
    async def test_folders_are_made_renamed_and_moved_by_uid(self, site: Site) -> None:
        site.write(
            "folders/f.yaml", "folders:\n- {name: B, uid: b, parentUid: a}\n- {name: A, uid: a}\n"
        )
        await site.engine.step()
        assert [p.uid for p in (await site.world.folders.open(ADMIN, "b")).parents] == ["a"]
        site.write("folders/f.yaml", "folders:\n- {name: B2, uid: b}\n- {name: A, uid: a}\n")
        await site.look()
        opened = await site.world.folders.open(ADMIN, "b")
        assert (opened.folder.title, opened.parents, opened.folder.version) == ("B2", (), 2)
        with pytest.raises(Exception, match="provisioned"):
            await site.world.folders.rename(ADMIN, "b", "X", 2, overwrite=False)
        site.restart()
        await site.engine.step()
        assert (await site.world.folders.open(ADMIN, "b")).folder.version == 2

    async def test_folders_may_pass_their_titles_on_in_one_edit(self, site: Site) -> None:
        async def titles() -> dict[str, str]:
            found = await site.world.folders.children(ADMIN, "", 10, 1)
            return {folder.uid: folder.title for folder in found}

        four = "folders:\n- {name: A, uid: a}\n- {name: B, uid: b}\n- {name: C, uid: c}\n"
        site.write("folders/f.yaml", four)
        await site.engine.step()
        await site.world.folders.create(ADMIN, "Hand", uid="h")
        site.write(
            "folders/f.yaml",
            "folders:\n- {name: B, uid: a}\n- {name: A, uid: b}\n- {name: Hand, uid: c}\n"
            "- {name: C, uid: d}\n",
        )
        await site.look()
        assert await titles() == {"a": "B", "b": "A", "c": "C", "h": "Hand"}
        told = (await site.errors_told())["folders/f.yaml"]
        assert told.line == 4
        assert "line 5" in told.message

    async def test_of_two_listed_folders_with_one_title_the_first_is_made(self, site: Site) -> None:
        site.write("folders/f.yaml", "folders:\n- {name: A, uid: a}\n- {name: A, uid: b}\n")
        await site.engine.step()
        assert (await site.errors_told())["folders/f.yaml"].line == 3
        assert (await site.world.folders.open(ADMIN, "a")).folder.title == "A"

    async def test_only_prune_deletes_and_only_what_is_empty(self, site: Site) -> None:
        three = "folders:\n- {name: A, uid: a}\n- {name: B, uid: b}\n- {name: C, uid: c}\n"
        site.write("folders/f.yaml", three)
        await site.engine.step()
        await site.world.dashboards.save(ADMIN, Save(b'{"title": "in c"}', folder_uid="c"))
        site.write("folders/f.yaml", "folders:\n- {name: B, uid: b}\n- {name: C, uid: c}\n")
        await site.look()
        await site.world.folders.rename(ADMIN, "a", "Free", 1, overwrite=True)
        site.write("folders/f.yaml", "prune: true\nfolders: []\n")
        await site.look()
        uids = [f.uid for f in await site.world.folders.children(ADMIN, "", 10, 1)]
        assert uids == ["c", "a"]

    async def test_errors_are_reported_with_their_line_and_the_rest_is_applied(
        self, site: Site
    ) -> None:
        site.write("folders/bad.yaml", "folders:\n- {name: A, uid: 'no good'}\n")
        site.write(
            "folders/good.yaml",
            "folders:\n- {name: G, uid: g}\n- {name: H, uid: h, parentUid: none}\n",
        )
        await site.engine.step()
        told = await site.errors_told()
        assert (told["folders/bad.yaml"].line, told["folders/good.yaml"].line) == (2, 3)
        assert (await site.world.folders.open(ADMIN, "g")).folder.title == "G"

    async def test_a_bad_entry_leaves_the_others_of_its_file_and_removes_nothing(
        self, site: Site
    ) -> None:
        site.write("folders/f.yaml", "prune: true\nfolders:\n- {name: A, uid: a}\n")
        await site.engine.step()
        broken = "prune: true\nfolders:\n- {nam: A, uid: a}\n- {name: B, uid: b}\n- {name: C}\n"
        site.write("folders/f.yaml", broken)
        await site.look()
        uids = {f.uid for f in await site.world.folders.children(ADMIN, "", 10, 1)}
        assert uids == {"a", "b"}
        (told,) = (await site.errors_told()).values()
        assert (told.line, told.items) == (3, 1)
        assert told.message == "folders[1]: name is missing. line 5: folders[3]: uid is missing."
        site.write("folders/f.yaml", "prune: true\nfolders:\n- {name: B, uid: b}\n")
        await site.look()
        assert [f.uid for f in await site.world.folders.children(ADMIN, "", 10, 1)] == ["b"]

    async def test_an_empty_folder_that_moves_to_another_file_outlives_a_mistake_there(
        self, site: Site
    ) -> None:
        a, b = "prune: true\nfolders:\n- {name: A, uid: a}\n", "folders:\n- {name: B, uid: b}\n"
        site.write("folders/a.yaml", a + "- {name: X, uid: x}\n")
        site.write("folders/b.yaml", b)
        await site.engine.step()
        made = await site.world.folders.open(ADMIN, "x")
        site.write("folders/a.yaml", a)
        for text in ("- {nam: X, uid: x}\n", "- {name: X\n", "- {name: X, uid: x}\n"):
            site.write("folders/b.yaml", b + text)
            await site.look()
            assert (await site.world.folders.open(ADMIN, "x")).folder.id == made.folder.id
        site.write("folders/b.yaml", "prune: true\n" + b)
        await site.look()
        assert [f.uid for f in await site.world.folders.children(ADMIN, "", 10, 1)] == ["a", "b"]

    @pytest.mark.parametrize("uid", ["general", "sharedwithme", "root"])
    async def test_no_file_takes_a_uid_that_stands_for_something_else(
        self, site: Site, uid: str
    ) -> None:
        site.write("folders/f.yaml", f"folders:\n- name: F\n  uid: {uid}\n")
        site.provider(folder="G", folderUid=uid)
        site.write("files/a.json", {"title": "A", "uid": "a"})
        await site.engine.step()
        told = await site.errors_told()
        assert f"The uid {uid} is reserved." in told["folders/f.yaml"].message
        assert told["folders/f.yaml"].line == 3
        assert f"The uid {uid} is reserved." in told["dashboards/p.yaml"].message
        assert await site.world.folders.children(ADMIN, "", 100, 1) == []

    async def test_a_lower_generation_never_replaces_a_higher_one(self, site: Site) -> None:
        site.write("folders/f.yaml", "generation: 5\nfolders:\n- {name: New, uid: a}\n")
        await site.engine.step()
        site.write("folders/f.yaml", "generation: 4\nfolders:\n- {name: Old, uid: a}\n")
        site.restart()
        await site.engine.step()
        assert (await site.world.folders.open(ADMIN, "a")).folder.title == "New"
        site.write("folders/f.yaml", "generation: 6\nfolders:\n- {name: Newer, uid: a}\n")
        await site.look()
        assert (await site.world.folders.open(ADMIN, "a")).folder.title == "Newer"


class TestCheck:
    def checkers(self) -> dict[str, Callable[..., Any]]:
        return {
            "folders": parsing_checker(FolderReconciler(SystemClock()).parse, {}),
            "dashboards": provider_checker({}),
        }

    def told(self, path: Path) -> list[str]:
        keys = {"folders": "folders", "providers": "dashboards"}
        files = find_files(path, {"folders": YAML, "dashboards": YAML}, keys)
        found = check(files, self.checkers(), check_dashboard)
        found.sort(key=lambda problem: (problem.file, problem.line or 0))
        return [str(problem) for problem in found]

    def test_a_whole_directory_is_checked_without_a_database(self, tmp_path: Path) -> None:
        (tmp_path / "folders").mkdir()
        (tmp_path / "dashboards").mkdir()
        (tmp_path / "folders/f.yaml").write_text("folders:\n- {nam: A, uid: a}\n")
        (tmp_path / "dashboards/p.yaml").write_text(
            f"providers:\n- name: p\n  options: {{path: {tmp_path}/json}}\n"
        )
        (tmp_path / "json").mkdir()
        (tmp_path / "json/a.json").write_text('{"title": "A", "uid": "a"}')
        (tmp_path / "json/b.json").write_text('{"title": "B", "uid": "a"}')
        told = self.told(tmp_path)
        assert told[0].endswith(f"The uid a already belongs to {tmp_path}/json/a.json.")
        assert "folders/f.yaml:2: error: folders[1]: name is missing." in told

    def test_a_bare_list_is_checked_as_the_providers_that_it_lists(self, tmp_path: Path) -> None:
        (tmp_path / "any.yaml").write_text(
            f"- name: p\n  options: {{folder: {tmp_path}}}\n- {{}}\n"
        )
        assert self.told(tmp_path) == ["any.yaml:3: error: providers[2]: name is missing."]

    def test_a_good_directory_has_no_problems(self, tmp_path: Path) -> None:
        (tmp_path / "any.yaml").write_text("folders:\n- {name: A, uid: a}\n")
        (tmp_path / "a.json").write_text('{"dashboard": {"title": "A"}}')
        assert self.told(tmp_path) == []

    def test_a_single_file_is_checked_too(self, tmp_path: Path) -> None:
        file = tmp_path / "a.json"
        file.write_text('{\n"title": "A"\n"b": 1}')
        (told,) = self.told(file)
        assert told.startswith("a.json:3: error: The dashboard is not valid JSON")
        assert "The file or directory does not exist." in self.told(tmp_path / "nothing")[0]
