"""A start that fails names the value or the database that is wrong, and never a secret."""

from collections.abc import Callable

import pytest
from tests.fixtures.postgres import PostgresServer
from tests.fixtures.wrong_start import AUTHORITY, WrongStart, expect_refusal

_POSTGRES = ("cfg:database.type=postgres", f"cfg:security.secret_key={'k' * 40}")
Prepare = Callable[[WrongStart], None]


def _secret_file_missing(start: WrongStart) -> None:
    start.environ["VEDETTE_SECURITY_SECRET_KEY__FILE"] = "missing"


def _secret_file_is_directory(start: WrongStart) -> None:
    start.environ["VEDETTE_SECURITY_SECRET_KEY__FILE"] = str(start.make_directory("secret"))


def _secret_file_unreadable(start: WrongStart) -> None:
    start.environ["GF_SECURITY_ADMIN_PASSWORD__FILE"] = str(start.write("secret", "s", 0))


def _secret_file_binary(start: WrongStart) -> None:
    start.environ["VEDETTE_SMTP_PASSWORD__FILE"] = str(start.write("secret", b"\xff\xfe\x00"))


def _referred_file_missing(start: WrongStart) -> None:
    start.set("security.admin_password=$__file{missing}")


def _referred_file_unreadable(start: WrongStart) -> None:
    start.set(f"database.password=$__file{{{start.write('secret', 's', 0)}}}")


def _configuration_missing(start: WrongStart) -> None:
    start.words += ["--config", "missing.ini"]


def _configuration_is_directory(start: WrongStart) -> None:
    start.words += ["--config", str(start.make_directory("settings.ini"))]


def _configuration_broken(start: WrongStart) -> None:
    start.words += ["--config", str(start.write("broken.ini", "[server\nhttp_port = 1\n"))]


def _root_url(start: WrongStart) -> None:
    start.set("server.root_url=dash.example.org")


def _trusted_proxy(start: WrongStart) -> None:
    start.set("server.trusted_proxies=10.0.0.0/33")


def _database_port(start: WrongStart) -> None:
    start.words += _POSTGRES
    start.set("database.host=127.0.0.1:many")


def _database_url(start: WrongStart) -> None:
    start.words += _POSTGRES
    start.set("database.url=postgres://user:hunter2@host:many/name")


def _other_database_url(start: WrongStart) -> None:
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
def test_a_value_that_cannot_be_used(
    wrong_start: WrongStart, prepare: Prepare, key: str, said: str
) -> None:
    prepare(wrong_start)
    assert "hunter2" not in expect_refusal(wrong_start, key, said)


def _host_unknown(start: WrongStart, server: PostgresServer) -> None:
    start.set("database.host=no-such-host.invalid:5432", "database.start_timeout=0s")


def _host_refuses(start: WrongStart, server: PostgresServer) -> None:
    start.set("database.host=127.0.0.1:1", "database.start_timeout=0s")


def _wrong_password(start: WrongStart, server: PostgresServer) -> None:
    start.set("database.name=postgres", "database.password=wrong")


def _wrong_user(start: WrongStart, server: PostgresServer) -> None:
    start.set("database.user=stranger")


def _unknown_database(start: WrongStart, server: PostgresServer) -> None:
    start.set("database.name=no_such_database")


def _unknown_database_of_url(start: WrongStart, server: PostgresServer) -> None:
    start.set(f"database.url={server.url('no_such_database')}")


def _no_tls(start: WrongStart, server: PostgresServer) -> None:
    start.set("database.name=postgres", "database.ssl_mode=require")


def _no_authority(start: WrongStart, server: PostgresServer) -> None:
    start.set("database.ssl_mode=verify-full", "database.ca_cert_path=missing.pem")


def _bad_authority(start: WrongStart, server: PostgresServer) -> None:
    file = start.write("authority.pem", "not a certificate")
    start.set("database.ssl_mode=verify-full", f"database.ca_cert_path={file}")


def _no_client_certificate(start: WrongStart, server: PostgresServer) -> None:
    start.set("database.ssl_mode=require", "database.client_cert_path=missing.pem")


def _no_client_key(start: WrongStart, server: PostgresServer) -> None:
    file = start.write("client.pem", AUTHORITY.issue("client").certificate)
    start.set("database.ssl_mode=require", f"database.client_cert_path={file}")
    start.set("database.client_key_path=missing.pem")


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
    wrong_start: WrongStart,
    postgres_server: PostgresServer,
    prepare: Callable[[WrongStart, PostgresServer], None],
    key: str,
    said: str,
) -> None:
    wrong_start.words += _POSTGRES
    wrong_start.set(f"database.host=127.0.0.1:{postgres_server.port}", "database.password=secret")
    prepare(wrong_start, postgres_server)
    expect_refusal(wrong_start, key, said)
