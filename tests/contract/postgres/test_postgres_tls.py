"""TLS to a real PostgreSQL: what each `sslmode` accepts, and which name is checked."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.contract.postgres.conftest import Place
from tests.fixtures.certificates import Authority
from tests.fixtures.sql import answer, columns, frame, open_sql, sql_host

from vedette.sdk import Forbidden
from vedette_plugins.datasources.postgres.datasource import PLUGIN

NAME = "db.vedette.test"
AUTHORITY = Authority()


class ThisMachine:
    """Every name is this machine."""

    async def address(self, host: str, port: int) -> str:
        return "127.0.0.1"


class Nowhere:
    async def address(self, host: str, port: int) -> str:
        raise Forbidden(f"Requests to {host} are refused: a rule says so.")


@pytest.fixture
async def with_tls(place: Place, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Place]:
    """The server shows a certificate of our authority for `NAME`."""
    ((data,),) = await place.run("SHOW data_directory")
    pair = AUTHORITY.issue(NAME)
    for name, text in (("server.crt", pair.certificate), ("server.key", pair.key)):
        file = Path(data) / name
        file.write_text(text)
        file.chmod(0o600)
        shutil.chown(file, Path(data).owner(), Path(data).group())
    await place.run("ALTER SYSTEM SET ssl = on")
    await place.run("SELECT pg_reload_conf()")
    yield place
    await place.run("ALTER SYSTEM RESET ssl")
    await place.run("SELECT pg_reload_conf()")


@pytest.mark.parametrize(
    ("mode", "host", "ca", "sentence"),
    [
        ("require", NAME, "", ""),
        ("", NAME, "", ""),
        ("verify-ca", "another.test", AUTHORITY.certificate, ""),
        ("verify-full", NAME, AUTHORITY.certificate, ""),
        ("verify-full", "another.test", AUTHORITY.certificate, "not valid for 'another.test'"),
        ("verify-full", NAME, "", "unable to get local issuer certificate"),
        ("require", NAME, Authority("Other").certificate, "unable to get local issuer certificate"),
        ("verify-full", NAME, "no certificate", "not valid PEM"),
        (
            "prefer",
            NAME,
            "",
            "The TLS mode must be one of disable, require, verify-ca, verify-full",
        ),
    ],
)
async def test_each_mode_accepts_what_it_should(
    with_tls: Place, mode: str, host: str, ca: str, sentence: str
):
    lent = replace(sql_host(), network=ThisMachine())
    source = await open_sql(
        PLUGIN,
        lent,
        f"{host}:{with_tls.port}",
        "reader",
        "only-reads",
        with_tls.name,
        {"tlsCACert": ca},
        sslmode=mode,
    )
    try:
        sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
        if sentence:
            found = await answer(source, sql)
            assert found.error is not None
            assert sentence in found.error.public
        else:
            assert columns(await frame(source, sql)) == {"ssl": [True]}
    finally:
        await source.aclose()


async def test_certificates_may_be_files(with_tls: Place, tmp_path: Path):
    file = tmp_path / "ca.pem"
    file.write_text(AUTHORITY.certificate)
    lent = replace(sql_host(), network=ThisMachine())
    told = (f"{NAME}:{with_tls.port}", "reader", "only-reads", with_tls.name)
    source = await open_sql(PLUGIN, lent, *told, sslmode="verify-full", sslRootCertFile=str(file))
    assert columns(await frame(source, "SELECT 1 AS one")) == {"one": [1]}
    await source.aclose()


async def test_no_connection_is_made_where_the_policy_says_no(place: Place):
    lent = replace(sql_host(), network=Nowhere())
    source = await open_sql(PLUGIN, lent, f"127.0.0.1:{place.port}", "reader", "only-reads")
    found = await answer(source, "SELECT 1")
    assert found.error is not None
    assert (found.error.status, found.error.public) == (
        403,
        "Requests to 127.0.0.1 are refused: a rule says so.",
    )
