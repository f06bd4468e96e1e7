"""A start that fails says in one line what is wrong and which setting to change."""

import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from tests.fixtures.certificates import Authority
from tests.fixtures.postgres import PostgresServer

_UNPRIVILEGED = ("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--")
"""Root obeys permissions of files and ports without its capabilities."""
_COMMAND = (
    *(_UNPRIVILEGED if os.geteuid() == 0 and shutil.which("setpriv") else ()),
    str(Path(sys.executable).with_name("vedette")),
    "serve",
)
_CLASS_NAME = re.compile(r"\b\w+(Error|Exception|Errno)\b|Traceback|\[Errno")
_AUTHORITY = Authority()
_POSTGRES = ("cfg:database.type=postgres", f"cfg:security.secret_key={'k' * 40}")


@dataclass
class Start:
    """What is given to `vedette serve` in `directory`."""

    directory: Path
    words: list[str] = field(default_factory=list)
    environ: dict[str, str] = field(default_factory=dict)

    def set(self, *words: str) -> None:
        self.words += [f"cfg:{word}" for word in words]

    def write(self, name: str, content: str | bytes = "", mode: int = 0o600) -> Path:
        file = self.directory / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        file.chmod(mode)
        return file

    def make_directory(self, name: str, mode: int = 0o700) -> Path:
        made = self.directory / name
        made.mkdir(parents=True)
        made.chmod(mode)
        return made

    def use_tls(self, **files: str) -> None:
        pair = _AUTHORITY.issue("localhost")
        given = {"cert_file": pair.certificate, "cert_key": pair.key, **files}
        self.set("server.protocol=https")
        for key, content in given.items():
            self.set(f"server.{key}={self.write(f'{key}.pem', content)}")

    def run(self) -> "subprocess.CompletedProcess[str]":
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("VEDETTE_", "GF_"))}
        words = [f"cfg:paths.data={self.directory / 'data'}", "cfg:server.http_addr=127.0.0.1"]
        return subprocess.run(
            [*_COMMAND, *words, "cfg:server.http_port=0", "cfg:log.level=error", *self.words],
            cwd=self.directory,
            env={**clean, **self.environ},
            capture_output=True,
            text=True,
            timeout=60,
        )


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    yield Start(tmp_path)
    for path in [tmp_path, *tmp_path.rglob("*")]:
        if path.is_dir():
            path.chmod(0o700)


def expect_refusal(start: Start, key: str, *said: str) -> None:
    """One line that names `key` and every part of `said`, and no class of Python."""
    ended = start.run()
    assert ended.returncode not in (0, None), ended.stdout
    assert ended.stdout == "", "it does not say that it listens"
    assert ended.stderr.startswith("vedette: "), ended.stderr
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert not _CLASS_NAME.search(ended.stderr), ended.stderr
    for part in (key, *said):
        assert part in ended.stderr, ended.stderr
    assert ended.stderr.rstrip().endswith("."), ended.stderr


Prepare = Callable[[Start], None]


@contextmanager
def taken_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def test_a_port_in_use(start: Start) -> None:
    with taken_port() as port:
        start.set(f"server.http_port={port}")
        expect_refusal(start, "[server] http_port", f"127.0.0.1:{port}", "in use")


def _of_others(start: Start) -> None:
    start.set("server.http_port=81")


def _unresolved(start: Start) -> None:
    start.set("server.http_addr=no-such-host.invalid")


def _not_ours(start: Start) -> None:
    start.set("server.http_addr=192.0.2.1")


def _no_ipv6(start: Start) -> None:
    start.set("server.http_addr=fe80::zz")


def _no_socket(start: Start) -> None:
    start.set("server.protocol=socket")


def _socket_without_directory(start: Start) -> None:
    start.set("server.protocol=socket", "server.socket=missing/our.sock")


def _long_socket(start: Start) -> None:
    start.set("server.protocol=socket", f"server.socket={start.directory}/{'s' * 200}")


def _socket_is_directory(start: Start) -> None:
    start.make_directory("our.sock")
    start.set("server.protocol=socket", "server.socket=our.sock")


def _socket_forbidden(start: Start) -> None:
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
    start: Start, prepare: Prepare, key: str, said: str
) -> None:
    prepare(start)
    expect_refusal(start, key, said)


def test_a_file_in_the_place_of_the_socket_is_not_deleted(start: Start) -> None:
    file = start.write("notes.txt", "keep me")
    start.set("server.protocol=socket", "server.socket=notes.txt")
    expect_refusal(start, "[server] socket", "notes.txt")
    assert file.read_text() == "keep me"


def _encrypted(key: str) -> str:
    opened = serialization.load_pem_private_key(key.encode(), None)
    return opened.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"right-password"),
    ).decode()


def _no_certificate(start: Start) -> None:
    start.set("server.protocol=https")


def _certificate_missing(start: Start) -> None:
    start.use_tls()
    start.set("server.cert_file=missing.pem")


def _key_missing(start: Start) -> None:
    start.use_tls()
    start.set("server.cert_key=missing.pem")


def _certificate_unreadable(start: Start) -> None:
    start.use_tls()
    (start.directory / "cert_file.pem").chmod(0)


def _key_unreadable(start: Start) -> None:
    start.use_tls()
    (start.directory / "cert_key.pem").chmod(0)


def _certificate_is_text(start: Start) -> None:
    start.use_tls(cert_file="not a certificate")


def _key_is_text(start: Start) -> None:
    start.use_tls(cert_key="not a key")


def _mismatched(start: Start) -> None:
    start.use_tls(cert_key=_AUTHORITY.issue("other").key)


def _key_encrypted(start: Start) -> None:
    pair = _AUTHORITY.issue("localhost")
    start.use_tls(cert_file=pair.certificate, cert_key=_encrypted(pair.key))


def _wrong_key_password(start: Start) -> None:
    _key_encrypted(start)
    start.set("server.cert_pass=wrong-password")


def _certificate_is_directory(start: Start) -> None:
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
    start: Start, prepare: Prepare, key: str, said: str
) -> None:
    prepare(start)
    expect_refusal(start, key, said)


def _data_is_file(start: Start) -> None:
    start.write("data")


def _data_forbidden(start: Start) -> None:
    start.make_directory("data", 0o500)


def _database_is_directory(start: Start) -> None:
    start.make_directory("data/vedette.db")


def _database_is_text(start: Start) -> None:
    start.write("data/vedette.db", "not a database" * 400)


def _database_unreadable(start: Start) -> None:
    start.write("data/vedette.db", mode=0)


def _database_read_only(start: Start) -> None:
    start.write("data/vedette.db", mode=0o400)


def _database_damaged(start: Start) -> None:
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


def _database_newer(start: Start) -> None:
    file = start.write("data/vedette.db")
    connection = sqlite3.connect(file)
    connection.execute(
        "CREATE TABLE schema_migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL,"
        " checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)"
    )
    connection.execute("INSERT INTO schema_migration VALUES (9000, 'of_the_future', 'x', 1)")
    connection.commit()
    connection.close()


def _secret_key_unreadable(start: Start) -> None:
    start.write("data/secret_key", "k" * 40, mode=0)


def _provisioning_is_file(start: Start) -> None:
    start.set(f"paths.provisioning={start.write('provisioning.yaml')}")


def _provisioning_forbidden(start: Start) -> None:
    start.set(f"paths.provisioning={start.make_directory('provisioning', 0)}")


def _logs_is_file(start: Start) -> None:
    start.set("log.mode=file", f"paths.logs={start.write('log')}")


def _logs_forbidden(start: Start) -> None:
    start.set("log.mode=file", f"paths.logs={start.make_directory('log', 0o500)}")


def _log_file_forbidden(start: Start) -> None:
    start.write("log/vedette.log", mode=0o400)
    start.set("log.mode=file", "paths.logs=log")


def _log_filter(start: Start) -> None:
    start.set("log.filters=db=debug")


@pytest.mark.parametrize(
    ("prepare", "key", "said"),
    [
        (_data_is_file, "[paths] data", "data"),
        (_data_forbidden, "[paths] data", "ermission"),
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
    start: Start, prepare: Prepare, key: str, said: str
) -> None:
    prepare(start)
    expect_refusal(start, key, said)


def test_a_second_server_on_the_same_file_is_told_by_the_right_setting(start: Start) -> None:
    import fcntl

    file = start.write("data/vedette.db.lock", "4711\n")
    with file.open("a+") as opened:
        fcntl.flock(opened, fcntl.LOCK_EX)
        expect_refusal(start, "[paths] data", "4711")


def _secret_file_missing(start: Start) -> None:
    start.environ["VEDETTE_SECURITY_SECRET_KEY__FILE"] = "missing"


def _secret_file_is_directory(start: Start) -> None:
    start.environ["VEDETTE_SECURITY_SECRET_KEY__FILE"] = str(start.make_directory("secret"))


def _secret_file_unreadable(start: Start) -> None:
    start.environ["GF_SECURITY_ADMIN_PASSWORD__FILE"] = str(start.write("secret", "s", 0))


def _secret_file_binary(start: Start) -> None:
    start.environ["VEDETTE_SMTP_PASSWORD__FILE"] = str(start.write("secret", b"\xff\xfe\x00"))


def _referred_file_missing(start: Start) -> None:
    start.set("security.admin_password=$__file{missing}")


def _referred_file_unreadable(start: Start) -> None:
    start.set(f"database.password=$__file{{{start.write('secret', 's', 0)}}}")


def _configuration_missing(start: Start) -> None:
    start.words += ["--config", "missing.ini"]


def _configuration_is_directory(start: Start) -> None:
    start.words += ["--config", str(start.make_directory("settings.ini"))]


def _configuration_broken(start: Start) -> None:
    start.words += ["--config", str(start.write("broken.ini", "[server\nhttp_port = 1\n"))]


def _root_url(start: Start) -> None:
    start.set("server.root_url=dash.example.org")


def _trusted_proxy(start: Start) -> None:
    start.set("server.trusted_proxies=10.0.0.0/33")


def _database_port(start: Start) -> None:
    start.words += _POSTGRES
    start.set("database.host=127.0.0.1:many")


def _database_url(start: Start) -> None:
    start.words += _POSTGRES
    start.set("database.url=postgres://user:hunter2@host:many/name")


def _other_database_url(start: Start) -> None:
    start.words += _POSTGRES
    start.set("database.url=mysql://user:hunter2@localhost/name")


@pytest.mark.parametrize(
    ("prepare", "key", "said"),
    [
        (_secret_file_missing, "[security] secret_key", "missing"),
        (_secret_file_is_directory, "[security] secret_key", "secret"),
        (_secret_file_unreadable, "[security] admin_password", "secret"),
        (_secret_file_binary, "[smtp] password", "not text"),
        (_referred_file_missing, "[security] admin_password", "missing"),
        (_referred_file_unreadable, "[database] password", "secret"),
        (_configuration_missing, "missing.ini", "configuration"),
        (_configuration_is_directory, "settings.ini", "configuration"),
        (_configuration_broken, "broken.ini:1", "["),
        (_root_url, "[server] root_url", "dash.example.org"),
        (_trusted_proxy, "[server] trusted_proxies", "10.0.0.0/33"),
        (_database_port, "[database] host", "127.0.0.1:many"),
        (_database_url, "[database] url", "postgres://"),
        (_other_database_url, "[database] url", "postgres://"),
    ],
)
def test_a_value_that_cannot_be_used(start: Start, prepare: Prepare, key: str, said: str) -> None:
    prepare(start)
    expect_refusal(start, key, said)
    assert "hunter2" not in start.run().stderr


def _host_unknown(start: Start, server: PostgresServer) -> None:
    start.set("database.host=no-such-host.invalid:5432")


def _host_refuses(start: Start, server: PostgresServer) -> None:
    start.set("database.host=127.0.0.1:1")


def _wrong_password(start: Start, server: PostgresServer) -> None:
    start.set("database.name=postgres", "database.password=wrong")


def _wrong_user(start: Start, server: PostgresServer) -> None:
    start.set("database.user=stranger")


def _unknown_database(start: Start, server: PostgresServer) -> None:
    start.set("database.name=no_such_database")


def _unknown_database_of_url(start: Start, server: PostgresServer) -> None:
    start.set(f"database.url={server.url('no_such_database')}")


def _no_tls(start: Start, server: PostgresServer) -> None:
    start.set("database.name=postgres", "database.ssl_mode=require")


def _no_authority(start: Start, server: PostgresServer) -> None:
    start.set("database.ssl_mode=verify-full", "database.ca_cert_path=missing.pem")


def _bad_authority(start: Start, server: PostgresServer) -> None:
    file = start.write("authority.pem", "not a certificate")
    start.set("database.ssl_mode=verify-full", f"database.ca_cert_path={file}")


def _no_client_certificate(start: Start, server: PostgresServer) -> None:
    start.set("database.ssl_mode=require", "database.client_cert_path=missing.pem")


def _no_client_key(start: Start, server: PostgresServer) -> None:
    file = start.write("client.pem", _AUTHORITY.issue("client").certificate)
    start.set("database.ssl_mode=require", f"database.client_cert_path={file}")
    start.set("database.client_key_path=missing.pem")


def _no_postgres(start: Start, server: PostgresServer) -> None:
    """Another server answers."""
    start.set("database.host=127.0.0.1:{http}")


@pytest.mark.parametrize(
    ("prepare", "key", "said"),
    [
        (_host_unknown, "[database] host", "no-such-host.invalid"),
        (_host_refuses, "[database] host", "127.0.0.1:1"),
        (_wrong_password, "[database] password", "vedette"),
        (_wrong_user, "[database] user", "stranger"),
        (_unknown_database, "[database] name", "no_such_database"),
        (_unknown_database_of_url, "[database] url", "no_such_database"),
        (_no_tls, "[database] ssl_mode", "TLS"),
        (_no_authority, "[database] ca_cert_path", "missing.pem"),
        (_bad_authority, "[database] ca_cert_path", "authority.pem"),
        (_no_client_certificate, "[database] client_cert_path", "missing.pem"),
        (_no_client_key, "[database] client_key_path", "missing.pem"),
    ],
)
def test_a_database_that_cannot_be_used(
    start: Start,
    postgres_server: PostgresServer,
    prepare: Callable[[Start, PostgresServer], None],
    key: str,
    said: str,
) -> None:
    start.words += _POSTGRES
    start.set(f"database.host=127.0.0.1:{postgres_server.port}", "database.password=secret")
    prepare(start, postgres_server)
    expect_refusal(start, key, said)
