"""`vedette provision check` and the server agree on what a usable provisioning file is."""

import asyncio
import base64
import json
import re
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from tests.cli import provisioning_files
from tests.cli.provisioning_files import Case
from tests.cli.test_command import run
from tests.fixtures.app import start
from tests.fixtures.browser import start_product

from vedette.alerting.routing.policies import DEFAULT_RECEIVER
from vedette.cli import provision
from vedette.db.settings import DatabaseSettings
from vedette.identity.store.orgs import OrgStore
from vedette.provisioning.ledger_store import FileStatus

DEFAULT = f"receiver: {DEFAULT_RECEIVER}"
CASES = list(provisioning_files.cases())
_PRINTED = re.compile(r"(?P<file>.+?)(:(?P<line>\d+))?: (?P<severity>error|warning): (?P<said>.*)")


def written(root: Path) -> dict[str, Case]:
    """Writes every case as a file of its own; returns them by the files' names."""
    files = {}
    (root / "dashboards").mkdir(parents=True)
    (root / "good").mkdir()
    for number, case in enumerate(CASES, start=2):
        text = re.sub(r"N\b", str(number), case.text)
        text = re.sub(r"\bO\b", str(number), text).replace("receiver: D", DEFAULT)
        text = text.replace("path: good", f"path: {root / 'good'}")
        name = f"{case.kind}/{number:04}.yaml"
        (root / case.kind).mkdir(exist_ok=True)
        (root / name).write_text(text)
        files[name] = case
    for name, body in (
        ("good", {"title": "Good"}),
        ("untitled", {"uid": "untitled"}),
        ("twice", {"title": "Good"}),
        ("text", "text"),
        ("uid", {"title": "Uid", "uid": "a b/c"}),
        ("long", {"title": "n" * 6000}),
    ):
        (root / "boards").mkdir(exist_ok=True)
        (root / "boards" / f"{name}.json").write_text(json.dumps(body))
    provider = {"name": "boards", "options": {"path": str(root / "boards")}}
    (root / "dashboards/boards.yaml").write_text(json.dumps({"providers": [provider]}))
    (root / "teams").mkdir()
    (root / "teams/all.yaml").write_text("teams: []\n")
    return files


async def applied(root: Path, database: DatabaseSettings, data: Path) -> list[FileStatus]:
    async with AsyncExitStack() as stack:
        app = await start(stack, database, data, f"cfg:paths.provisioning={root}")
        async with app.database.transaction() as tx:
            for number in range(2, len(CASES) + 2):
                await OrgStore(tx).create(f"Organization {number}", 0)
        await app.provisioning.step()
        return list(await app.provisioning.statuses())


def said(printed: str) -> list[dict[str, str]]:
    found = [_PRINTED.fullmatch(line) for line in printed.splitlines()]
    assert all(found), printed
    return [each.groupdict() for each in found if each]


def in_checks(file: str, root: Path) -> str:
    """How checks call a file that the status calls `file`: a dashboard goes by its path."""
    return str(root / file) if file.startswith("boards/") else file


async def test_check_and_server_agree_on_hundreds_of_files(
    database_settings: DatabaseSettings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """T19: Whoever checks files before a deployment knows which of them the server refuses."""
    root = tmp_path / "files"
    files = written(root)
    assert len([case for case in files.values() if case.line != 0]) >= 200
    statuses = await applied(root, database_settings, tmp_path / "data")
    code = await asyncio.to_thread(provision.check, str(root))
    printed = said(capsys.readouterr().err)
    assert code == 1
    checked: dict[str, list[str | None]] = {}
    for each in printed:
        if each["severity"] == "error":
            checked.setdefault(each["file"], []).append(each["line"])
    refused = {in_checks(each.file, root): each for each in statuses if each.state == "error"}
    assert sorted(checked) == sorted(refused)
    for name, status in refused.items():
        line = None if status.line is None else str(status.line)
        assert line in checked[name], (name, status, checked[name])
    for name, case in files.items():
        text = (root / name).read_text()
        assert (name in refused) == (case.line != 0), (text, refused.get(name))
        if case.line:
            assert str(case.line) in checked[name], (text, checked[name])
    unread = [each for each in statuses if each.state == "ignored"]
    assert [each.file for each in unread] == ["teams/all.yaml"]
    assert [each["said"] for each in printed if each["file"] == "teams/all.yaml"] == [
        unread[0].message
    ]


def test_check_and_process_say_the_same(tmp_path: Path) -> None:
    root = tmp_path / "files"
    files = written(root)
    own_orgs = {name for name, case in files.items() if re.search(r"\bO\b", case.text)}
    checked = run(tmp_path, "provision", "check", str(root))
    assert checked.returncode == 1
    errors = {
        (each["file"], each["line"])
        for each in said(checked.stderr)
        if each["severity"] == "error" and each["file"] not in own_orgs
    }
    (tmp_path / "data").mkdir()
    words = (f"cfg:paths.provisioning={root}", "cfg:security.admin_password=long-enough")
    product = start_product(tmp_path / "data", *words)
    try:
        deadline = time.monotonic() + 60
        while True:
            statuses = asked(f"{product.url}/api/admin/provisioning/status")
            if any(each["state"] == "ignored" for each in statuses):
                break
            assert time.monotonic() < deadline, statuses
            time.sleep(0.2)
    finally:
        assert product.stop() == 0
    refused = {
        (in_checks(each["file"], root), None if each["line"] is None else str(each["line"]))
        for each in statuses
        if each["state"] == "error" and each["file"] not in own_orgs
    }
    assert len(refused) >= 150
    assert refused <= errors
    assert {file for file, _ in refused} == {file for file, _ in errors}


@pytest.mark.parametrize("case", CASES[::60], ids=lambda case: case.text[:40])
def test_a_single_file_is_checked_as_in_its_directory(tmp_path: Path, case: Case) -> None:
    (tmp_path / "good").mkdir()
    file = tmp_path / case.kind / "one.yaml"
    file.parent.mkdir()
    file.write_text(case.text.replace("path: good", f"path: {tmp_path / 'good'}"))
    whole = run(tmp_path, "provision", "check", ".")
    alone = run(tmp_path, "provision", "check", f"{case.kind}/one.yaml")
    assert (alone.returncode, whole.returncode) == (int(case.line != 0), int(case.line != 0))
    assert whole.stderr == alone.stderr.replace("one.yaml", f"{case.kind}/one.yaml")


def asked(address: str) -> list[dict[str, Any]]:
    login = base64.b64encode(b"admin:long-enough").decode()
    request = Request(address, headers={"Authorization": f"Basic {login}"})
    with urlopen(request, timeout=30) as reply:
        sources: list[dict[str, Any]] = json.load(reply)["sources"]
        return sources
