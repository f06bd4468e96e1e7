"""https: with a certificate that fits its key, or not at all."""

import asyncio
import logging
import ssl
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)
from tests.fixtures.certificates import Authority

from vedette.server.listen import Listener
from vedette.server.sections import ALL_SECTIONS
from vedette.server.sections.process import ServerSettings
from vedette.settings import SettingsError, load

AUTHORITY = Authority()


async def application(scope, receive, send):
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


def listener(directory: Path, **given: str) -> Listener:
    words = {"protocol": "https", "http_addr": "127.0.0.1", "http_port": "0", **given}
    overrides = [f"cfg:server.{key}={value}" for key, value in words.items()]
    return Listener(application, load(ALL_SECTIONS, overrides=overrides)[ServerSettings])


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    pair = AUTHORITY.issue("dash.example")
    (tmp_path / "tls.crt").write_text(pair.certificate)
    (tmp_path / "tls.key").write_text(pair.key)
    return {"cert_file": f"{tmp_path}/tls.crt", "cert_key": f"{tmp_path}/tls.key"}


async def version_spoken(serving: Listener, newest: ssl.TLSVersion) -> str | None:
    """What a client that trusts the authority speaks with us."""
    client = ssl.create_default_context(cadata=AUTHORITY.certificate)
    client.maximum_version = newest
    running = asyncio.create_task(serving.run())
    try:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", serving.port, ssl=client, server_hostname="dash.example"
        )
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 204")
        writer.close()
        return writer.get_extra_info("ssl_object").version()
    finally:
        serving.stop()
        await running


@pytest.mark.parametrize("protocol", ["https", "h2"])
async def test_the_certificate_that_serves_is_reported(
    tmp_path: Path, files: dict[str, str], caplog: pytest.LogCaptureFixture, protocol: str
) -> None:
    with caplog.at_level(logging.INFO, "vedette.server"):
        serving = listener(tmp_path, protocol=protocol, **files)
    assert serving.address.startswith("https://")
    assert await version_spoken(serving, ssl.TLSVersion.TLSv1_2) == "TLSv1.2"
    (line,) = [each for each in caplog.records if "certificate" in each.getMessage()]
    assert vars(line)["file"] == files["cert_file"]
    assert vars(line)["names"] == "dash.example"


@pytest.mark.parametrize("missing", ["cert_file", "cert_key"])
async def test_https_without_a_certificate_is_refused_rather_than_served_in_clear(
    tmp_path: Path, files: dict[str, str], missing: str
) -> None:
    with pytest.raises(SettingsError, match=rf"\[server\] {missing}: expected a PEM file"):
        listener(tmp_path, **{**files, missing: ""})


async def test_what_is_no_certificate_or_fits_no_key_is_named(
    tmp_path: Path, files: dict[str, str]
) -> None:
    (tmp_path / "other.key").write_text(AUTHORITY.issue("dash.example").key)
    for key, wrong, expected in (
        ("cert_key", f"{tmp_path}/other.key", "the key of the certificate"),
        ("cert_key", f"{tmp_path}/none.key", "a PEM file"),
        ("cert_file", f"{tmp_path}/tls.key", "a certificate in PEM"),
        ("cert_file", str(tmp_path), "a PEM file"),
    ):
        with pytest.raises(SettingsError, match=rf"\[server\] {key}: expected {expected}"):
            listener(tmp_path, **{**files, key: wrong})


async def test_a_key_may_have_a_password(tmp_path: Path, files: dict[str, str]) -> None:
    key = load_pem_private_key(Path(files["cert_key"]).read_bytes(), None)
    locked = key.private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"open sesame")
    )
    Path(files["cert_key"]).write_bytes(locked)
    serving = listener(tmp_path, **files, cert_pass="open sesame")
    assert await version_spoken(serving, ssl.TLSVersion.TLSv1_3) == "TLSv1.3"
    for wrong in ("", "sesame"):
        with pytest.raises(SettingsError, match=r"\[server\] cert_pass: expected the password"):
            listener(tmp_path, **files, cert_pass=wrong)


async def test_the_oldest_version_is_a_setting(tmp_path: Path, files: dict[str, str]) -> None:
    """Proves T08."""
    serving = listener(tmp_path, **files, min_tls_version="TLS1.3")
    with pytest.raises((ssl.SSLError, ConnectionError)):
        await version_spoken(serving, ssl.TLSVersion.TLSv1_2)
