"""A start that fails names the address or file that is wrong, and which setting to change."""

import fcntl
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from cryptography.hazmat.primitives import serialization
from tests.fixtures.wrong_start import AUTHORITY, WrongStart, expect_refusal

Prepare = Callable[[WrongStart], None]


@contextmanager
def taken_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def test_a_port_in_use(wrong_start: WrongStart) -> None:
    with taken_port() as port:
        wrong_start.set(f"server.http_port={port}")
        expect_refusal(wrong_start, "[server] http_port", f"127.0.0.1:{port}", "in use")


def _of_others(start: WrongStart) -> None:
    start.set("server.http_port=81")


def _unresolved(start: WrongStart) -> None:
    start.set("server.http_addr=no-such-host.invalid")


def _not_ours(start: WrongStart) -> None:
    start.set("server.http_addr=192.0.2.1")


def _no_ipv6(start: WrongStart) -> None:
    start.set("server.http_addr=fe80::zz")


def _no_socket(start: WrongStart) -> None:
    start.set("server.protocol=socket")


def _socket_without_directory(start: WrongStart) -> None:
    start.set("server.protocol=socket", "server.socket=missing/our.sock")


def _long_socket(start: WrongStart) -> None:
    start.set("server.protocol=socket", f"server.socket={start.directory}/{'s' * 200}")


def _socket_is_directory(start: WrongStart) -> None:
    start.make_directory("our.sock")
    start.set("server.protocol=socket", "server.socket=our.sock")


def _socket_forbidden(start: WrongStart) -> None:
    start.make_directory("closed", 0o500)
    start.set("server.protocol=socket", "server.socket=closed/our.sock")


@pytest.mark.parametrize(
    ("prepare", "key", "said"),
    [
        (_of_others, "[server] http_port", "127.0.0.1:81"),
        (_unresolved, "[server] http_addr", "no-such-host.invalid"),
        (_not_ours, "[server] http_addr", "192.0.2.1"),
        (_no_ipv6, "[server] http_addr", "fe80::zz"),
        (_no_socket, "[server] socket", "protocol"),
        (_socket_without_directory, "[server] socket", "missing/our.sock"),
        (_long_socket, "[server] socket", "sss"),
        (_socket_is_directory, "[server] socket", "our.sock"),
        (_socket_forbidden, "[server] socket", "closed/our.sock"),
    ],
)
def test_an_address_that_cannot_be_listened_on(
    wrong_start: WrongStart, prepare: Prepare, key: str, said: str
) -> None:
    prepare(wrong_start)
    expect_refusal(wrong_start, key, said)


def test_a_file_in_the_place_of_the_socket_is_not_deleted(wrong_start: WrongStart) -> None:
    file = wrong_start.write("notes.txt", "keep me")
    wrong_start.set("server.protocol=socket", "server.socket=notes.txt")
    expect_refusal(wrong_start, "[server] socket", "notes.txt")
    assert file.read_text() == "keep me"


def _encrypted(key: str) -> str:
    opened = serialization.load_pem_private_key(key.encode(), None)
    return opened.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"right-password"),
    ).decode()


def _no_certificate(start: WrongStart) -> None:
    start.set("server.protocol=https")


def _certificate_missing(start: WrongStart) -> None:
    start.use_tls()
    start.set("server.cert_file=missing.pem")


def _key_missing(start: WrongStart) -> None:
    start.use_tls()
    start.set("server.cert_key=missing.pem")


def _certificate_unreadable(start: WrongStart) -> None:
    start.use_tls()
    (start.directory / "cert_file.pem").chmod(0)


def _key_unreadable(start: WrongStart) -> None:
    start.use_tls()
    (start.directory / "cert_key.pem").chmod(0)


def _certificate_is_text(start: WrongStart) -> None:
    start.use_tls(cert_file="not a certificate")


def _key_is_text(start: WrongStart) -> None:
    start.use_tls(cert_key="not a key")


def _mismatched(start: WrongStart) -> None:
    start.use_tls(cert_key=AUTHORITY.issue("other").key)


def _key_encrypted(start: WrongStart) -> None:
    pair = AUTHORITY.issue("localhost")
    start.use_tls(cert_file=pair.certificate, cert_key=_encrypted(pair.key))


def _wrong_key_password(start: WrongStart) -> None:
    _key_encrypted(start)
    start.set("server.cert_pass=wrong-password")


def _certificate_is_directory(start: WrongStart) -> None:
    start.use_tls()
    start.set(f"server.cert_file={start.make_directory('certificates')}")


@pytest.mark.parametrize(
    ("prepare", "key", "said"),
    [
        (_no_certificate, "[server] cert_file", "https"),
        (_certificate_missing, "[server] cert_file", "missing.pem"),
        (_key_missing, "[server] cert_key", "missing.pem"),
        (_certificate_unreadable, "[server] cert_file", "cert_file.pem"),
        (_key_unreadable, "[server] cert_key", "cert_key.pem"),
        (_certificate_is_text, "[server] cert_file", "cert_file.pem"),
        (_certificate_is_directory, "[server] cert_file", "certificates"),
        (_key_is_text, "[server] cert_key", "cert_key.pem"),
        (_mismatched, "[server] cert_key", "does not belong"),
        (_key_encrypted, "[server] cert_pass", "encrypted"),
        (_wrong_key_password, "[server] cert_pass", "cert_key.pem"),
    ],
)
def test_a_certificate_that_cannot_be_used(
    wrong_start: WrongStart, prepare: Prepare, key: str, said: str
) -> None:
    prepare(wrong_start)
    expect_refusal(wrong_start, key, said)


def _data_is_file(start: WrongStart) -> None:
    start.write("data")


def _data_forbidden(start: WrongStart) -> None:
    start.make_directory("data", 0o500)


def _database_is_directory(start: WrongStart) -> None:
    start.make_directory("data/vedette.db")


def _database_is_text(start: WrongStart) -> None:
    start.write("data/vedette.db", "not a database" * 400)


def _database_unreadable(start: WrongStart) -> None:
    start.write("data/vedette.db", mode=0)


def _database_read_only(start: WrongStart) -> None:
    start.write("data/vedette.db", mode=0o400)


def _database_damaged(start: WrongStart) -> None:
    file = start.write("data/vedette.db")
    with sqlite3.connect(file) as connection:
        connection.executescript(
            "CREATE TABLE a (t TEXT); INSERT INTO a SELECT hex(randomblob(900)) FROM"
            " (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)"
            " SELECT i FROM n)"
        )
    connection.close()
    content = bytearray(file.read_bytes())
    content[100:4096] = b"\x55" * 3996
    file.write_bytes(content)


def _database_newer(start: WrongStart) -> None:
    file = start.write("data/vedette.db")
    connection = sqlite3.connect(file)
    connection.execute(
        "CREATE TABLE schema_migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL,"
        " checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)"
    )
    connection.execute("INSERT INTO schema_migration VALUES (9000, 'of_the_future', 'x', 1)")
    connection.commit()
    connection.close()


def _secret_key_unreadable(start: WrongStart) -> None:
    start.write("data/secret_key", "k" * 40, mode=0)


def _provisioning_is_file(start: WrongStart) -> None:
    start.set(f"paths.provisioning={start.write('provisioning.yaml')}")


def _provisioning_forbidden(start: WrongStart) -> None:
    start.set(f"paths.provisioning={start.make_directory('provisioning', 0)}")


def _logs_is_file(start: WrongStart) -> None:
    start.set("log.mode=file", f"paths.logs={start.write('log')}")


def _logs_forbidden(start: WrongStart) -> None:
    start.set("log.mode=file", f"paths.logs={start.make_directory('log', 0o500)}")


def _log_file_forbidden(start: WrongStart) -> None:
    start.write("log/vedette.log", mode=0o400)
    start.set("log.mode=file", "paths.logs=log")


def _log_filter(start: WrongStart) -> None:
    start.set("log.filters=db=debug")


@pytest.mark.parametrize(
    ("prepare", "key", "said"),
    [
        (_data_is_file, "[paths] data", "data"),
        (_data_forbidden, "[paths] data", "expected a writable directory"),
        (_database_is_directory, "[database] path", "vedette.db"),
        (_database_is_text, "[database] path", "not a database"),
        (_database_unreadable, "[paths] data", "vedette.db"),
        (_database_read_only, "[paths] data", "vedette.db"),
        (_database_damaged, "[database] path", "vedette.db"),
        (_database_newer, "[database] path", "newer version"),
        (_secret_key_unreadable, "[security] secret_key", "ermission"),
        (_provisioning_is_file, "[paths] provisioning", "provisioning.yaml"),
        (_provisioning_forbidden, "[paths] provisioning", "ermission"),
        (_logs_is_file, "[paths] logs", "log"),
        (_logs_forbidden, "[paths] logs", "log"),
        (_log_file_forbidden, "[paths] logs", "log"),
        (_log_filter, "[log] filters", "db=debug"),
    ],
)
def test_a_file_or_directory_that_cannot_be_used(
    wrong_start: WrongStart, prepare: Prepare, key: str, said: str
) -> None:
    prepare(wrong_start)
    expect_refusal(wrong_start, key, said)


def test_the_error_for_a_second_server_on_a_file_names_the_setting(
    wrong_start: WrongStart,
) -> None:
    file = wrong_start.write("data/vedette.db.lock", "4711\n")
    with file.open("a+") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        expect_refusal(wrong_start, "[paths] data", "4711")
