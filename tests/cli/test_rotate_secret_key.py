"""`vedette admin rotate-secret-key` as an operator runs it: forth, back, and killed in between."""

import asyncio
import signal
import subprocess
from pathlib import Path

import pytest
from tests.cli.test_command import run

from vedette.crypto.envelope import SecretLocation
from vedette.crypto.errors import SecretUnreadable
from vedette.crypto.vault import Vault
from vedette.datasources.model import Source
from vedette.datasources.store import SourceStore
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock
from vedette.kernel.secret import Secret

OLD, NEW = "old-" * 10, "new-" * 10
TEXT = "c4n4ry-secret"
PLACE = SecretLocation(1, "data_source", "prom", "password")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A directory with a database that holds one secret, sealed with `OLD`."""
    made = run(tmp_path, "db", "upgrade", f"cfg:paths.data={tmp_path}")
    assert made.returncode == 0, made.stderr

    async def fill() -> None:
        database = await open_database(DatabaseSettings(), tmp_path, SystemClock())
        async with database.transaction() as tx:
            await tx.execute(
                "INSERT INTO org (id, name, created, updated) VALUES (1, 'Main', 0, 0)"
                " ON CONFLICT DO NOTHING"
            )
            sealed = await Vault(Secret(OLD), SystemClock()).seal(tx, PLACE, TEXT)
            await SourceStore(tx).insert(
                Source(
                    id=0, org_id=1, uid="prom", name="Prom", type="prometheus", access="proxy",
                    url="http://prom", user="", database="", is_basic_auth=False,
                    basic_auth_user="", is_with_credentials=False, is_default=False,
                    is_read_only=False, is_provisioned=False, is_prunable=False, file_version=0,
                    json_data={}, sealed={"password": sealed}, version=1, created=0, updated=0,
                )
            )  # fmt: skip
        await database.aclose()

    asyncio.run(fill())
    return tmp_path


def opens(data: Path, key: str) -> bool:
    async def try_it() -> bool:
        database = await open_database(DatabaseSettings(), data, SystemClock())
        try:
            async with database.reading() as tx:
                source = await SourceStore(tx).by_uid(1, "prom")
                assert source is not None
                vault = Vault(Secret(key), SystemClock())
                return await vault.open(tx, PLACE, source.sealed["password"]) == TEXT
        except SecretUnreadable:
            return False
        finally:
            await database.aclose()

    return asyncio.run(try_it())


def rotate(
    data: Path, key: str, fallbacks: str, *words: str, **environ: str
) -> "subprocess.CompletedProcess[str]":
    keys = {
        "VEDETTE_SECURITY_SECRET_KEY": key,
        "VEDETTE_SECURITY_SECRET_KEY_FALLBACKS": fallbacks,
        **environ,
    }
    words = ("admin", "rotate-secret-key", *words, f"cfg:paths.data={data}")
    return run(data, *words, environ=keys)


def test_a_rotation_says_what_it_did_and_goes_back(data: Path) -> None:
    """T12: The command counts what it sealed, and the way back is the same command."""
    tried = rotate(data, NEW, OLD, "--dry-run")
    assert tried.stdout.splitlines() == [
        "Dry run: nothing was changed.",
        "Data keys encrypted with the current secret_key: 1",
        "Secrets re-encrypted: 1",
        "Secrets that the current secret_key decrypts: 1",
    ]
    assert opens(data, OLD)
    done = rotate(data, NEW, OLD)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "The rotation is complete."
    assert opens(data, NEW) and not opens(data, OLD)
    back = rotate(data, OLD, f"{OLD} {NEW}")
    assert back.returncode == 0 and opens(data, OLD) and not opens(data, NEW)
    assert not any(key in each.stdout + each.stderr for key in (OLD, NEW) for each in (done, back))


def test_a_rotation_without_the_old_key_changes_nothing_and_says_so(data: Path) -> None:
    """T12: A forgotten key is named as what is missing."""
    done = rotate(data, NEW, "")
    assert done.returncode == 1
    assert "Secrets that no key decrypts, left unchanged: 1." in done.stderr
    assert "data_source prom password" in done.stderr
    assert opens(data, OLD)


def test_a_rotation_that_is_killed_leaves_the_old_key_in_place(data: Path) -> None:
    """T12: After kill -9 the database opens with the old key, and the command runs again."""
    killed = rotate(data, NEW, OLD, VEDETTE_FAULT_AT="before_rotation_commit")
    assert killed.returncode == -signal.SIGKILL
    assert opens(data, OLD) and not opens(data, NEW)
    assert rotate(data, NEW, OLD).returncode == 0
    assert opens(data, NEW)
