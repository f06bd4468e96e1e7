"""`vedette config check` and the server agree on what a usable configuration is."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.cli import configurations
from tests.cli.configurations import Configuration
from tests.cli.test_command import run
from tests.fixtures.browser import start_product

from vedette.app.build import build
from vedette.app.checks import check_settings
from vedette.cli import config
from vedette.crypto.passwords import PasswordHashes
from vedette.db.settings import DatabaseSettings
from vedette.kernel.errors import VedetteError
from vedette.server.listen import Listener
from vedette.server.sections.process import ServerSettings
from vedette.settings import SettingsError

MEANT = list(configurations.of_meaning())
BROKEN = [*list(configurations.of_wrong_type())[::3], *MEANT]
ALL = [*BROKEN, *configurations.good()]


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in os.environ:
        if name.startswith(("VEDETTE_", "GF_")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    configurations.write_files(tmp_path)
    yield


@contextmanager
def verdict() -> Iterator[list[str]]:
    """Holds the error of the block; it stays empty where there is none."""
    found: list[str] = []
    try:
        yield found
    except (SettingsError, VedetteError) as error:
        found.append(error.public)


async def started(words: list[str]) -> None:
    """What `vedette serve` does until it serves."""
    settings = config.read(None, words)
    check_settings(settings)
    async with build(settings, passwords=PasswordHashes(1024, 1)) as app:
        assert settings[DatabaseSettings].is_embedded
        listener = Listener(app.application, settings[ServerSettings])
        for opened in listener._sockets:
            opened.close()


def words_of(one: Configuration) -> list[str]:
    return ["server.http_port=0", "server.http_addr=127.0.0.1", "tour.enabled=false", *one.words]


async def test_check_and_server_agree_on_hundreds_of_configurations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """T13: Whoever checks a configuration before a deployment knows that the server starts."""
    assert len(BROKEN) >= 300
    assert len(MEANT) >= 150
    for number, one in enumerate(ALL):
        words = [*words_of(one), *([] if "paths." in str(one.words) else [f"paths.data=d{number}"])]
        with verdict() as checked:
            assert config.run("check", None, words) == 0
        written = {file.name for file in tmp_path.iterdir() if file.name.startswith("d")}
        assert written <= {"damaged"}, "a check writes nothing"
        with verdict() as refused:
            await started(words)
        assert checked == refused, one
        assert bool(refused) == bool(one.at_fault), (one, refused)
        assert one.at_fault in "".join(refused), (one, refused)
        assert "\n" not in "".join(refused), one
        for file in tmp_path.glob(f"d{number}/*"):
            file.unlink()
        if (tmp_path / f"d{number}").exists():
            (tmp_path / f"d{number}").rmdir()
    capsys.readouterr()


@pytest.mark.parametrize("one", [*BROKEN[:: len(BROKEN) // 6], *BROKEN[-40::13]], ids=str)
def test_check_and_process_say_the_same(tmp_path: Path, one: Configuration) -> None:
    words = [f"cfg:{word}" for word in words_of(one)]
    checked = run(tmp_path, "config", "check", *words)
    served = run(tmp_path, "serve", *words)
    assert (checked.returncode, served.returncode) == (1, 1)
    assert checked.stderr == served.stderr
    assert served.stderr.count("\n") == 1
    assert one.at_fault in served.stderr


def test_a_strict_check_fails_on_what_has_no_effect(tmp_path: Path) -> None:
    (tmp_path / "a.ini").write_text(
        "[auth.ldap]\nenabled = true\nconfig_file = ldap.toml\n[analytics]\n"
        "reporting_enabled = false\n[users]\nallow_sign_up = true\n"
    )
    relaxed = run(tmp_path, "config", "check", "--config", "a.ini")
    assert relaxed.returncode == 0
    assert relaxed.stdout.splitlines() == [
        "warning: a.ini:7: [users] allow_sign_up: is set, but has no effect in this version",
        "warning: a.ini:2: [auth.ldap]: is set, but has no effect in this version",
    ]
    strict = run(tmp_path, "config", "check", "--strict", "--config", "a.ini")
    assert (strict.returncode, strict.stdout) == (2, relaxed.stdout)
    unknown = run(tmp_path, "config", "check", "--strict", "cfg:server.http_prot=1")
    assert unknown.returncode == 2
    assert "http_port" in unknown.stdout
    good = run(tmp_path, "config", "check", "--strict", "cfg:server.http_port=1")
    assert (good.returncode, good.stdout) == (0, "The configuration is valid.\n")
    broken = run(tmp_path, "config", "check", "--strict", "cfg:server.http_port=many")
    assert broken.returncode == 1


def test_a_start_names_each_setting_without_effect_once(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    product = start_product(
        tmp_path / "data",
        "cfg:users.allow_sign_up=true",
        "cfg:smtp.enable_tracing=true",
        "cfg:auth.ldap.enabled=true",
        "cfg:auth.ldap.config_file=ldap.toml",
        "cfg:security.admin_password=long-enough",
    )
    try:
        printed = product.printed.read_text()
    finally:
        assert product.stop() == 0
    assert printed.count("has no effect in this version") == 2
    assert printed.count("[users] allow_sign_up: is set, but") == 1
    assert printed.count("[auth.ldap]: is set, but") == 1
