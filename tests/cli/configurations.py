"""Broken and good configurations, with the setting that is at fault."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
from tests.fixtures.certificates import Authority

from vedette.server.sections import ALL_SECTIONS

STRONG = "k" * 40
HTTPS = ("server.protocol=https",)


class Configuration(msgspec.Struct, frozen=True):
    """`words` are those of the command line; `at_fault` is empty for one that is good."""

    words: tuple[str, ...]
    at_fault: str = ""


def of_wrong_type() -> Iterator[Configuration]:
    """One for each setting that has a type, a choice or a bound."""
    for section in ALL_SECTIONS:
        for field in section.declared.values():
            if field.is_rest:
                continue
            wrong = _wrong_text(field.type, field.choices is not None)
            place = f"[{section.section_name}] {field.key}"
            name = f"{section.section_name}.{field.key}"
            if wrong:
                yield Configuration((f"{name}={wrong}",), place)
            if field.at_least is not None and field.type in (int, float):
                yield Configuration((f"{name}={field.at_least - 1:g}",), place)
            if field.at_least is not None and field.type is timedelta:
                yield Configuration((f"{name}=0s",), place)
            if field.at_most is not None:
                yield Configuration((f"{name}={field.at_most + 1:g}",), place)


def _wrong_text(kind: object, is_choice: bool) -> str:
    if is_choice:
        return "none-of-them"
    texts: dict[object, str] = {bool: "perhaps", int: "many", float: "much", timedelta: "soon"}
    return texts.get(kind, "")


def write_files(directory: Path) -> None:
    """The certificates, keys and other files that `of_meaning` and `good` name."""
    authority = Authority()
    (directory / "ca.pem").write_text(authority.certificate)
    for name in ("one", "two"):
        pair = authority.issue("dash.example")
        (directory / f"{name}.crt").write_text(pair.certificate)
        (directory / f"{name}.key").write_text(pair.key)
    (directory / "text.pem").write_text("no certificate")
    (directory / "in-the-way").write_text("a file, and no directory")
    for name, key in (("damaged", "short"), ("binary", "k\0\xff" * 40)):
        (directory / name).mkdir()
        (directory / name / "secret_key").write_text(key, "latin-1")


def of_meaning() -> Iterator[Configuration]:
    """Values of the right type with which no server can start."""
    for section, keys in _TEXTS.items():
        for key, texts in keys.items():
            for text in texts:
                more = _ALONG.get(f"{section}.{key}", _ALONG.get(section, ()))
                yield Configuration((*more, f"{section}.{key}={text}"), f"[{section}] {key}")
    postgres = ("database.type=postgres", f"security.secret_key={STRONG}")
    for mode in ("require", "verify-ca", "verify-full"):
        tls = (*postgres, f"database.ssl_mode={mode}")
        for file in ("missing.pem", "text.pem", "in-the-way/x.pem"):
            words = (*tls, f"database.ca_cert_path={file}")
            yield Configuration(words, "[database] ca_cert_path")
        for certificate, key in (("missing", "one.key"), ("one.crt", "two.key"), ("text.pem", "")):
            paths = (f"client_cert_path={certificate}", f"client_key_path={key}")
            words = (*tls, *(f"database.{path}" for path in paths))
            yield Configuration(words, "[database] client_cert_path")
    for certificate, key, at_fault in (
        ("", "one.key", "cert_file"),
        ("one.crt", "", "cert_key"),
        ("missing.crt", "one.key", "cert_file"),
        ("one.crt", "missing.key", "cert_key"),
        ("one.crt", "two.key", "cert_key"),
        ("text.pem", "one.key", "cert_file"),
    ):
        files = (f"server.cert_file={certificate}", f"server.cert_key={key}")
        for protocol in ("https", "h2"):
            words = (f"server.protocol={protocol}", *files)
            yield Configuration(words, f"[server] {at_fault}")
    for data in ("damaged", "binary"):
        yield Configuration((f"paths.data={data}",), "[security] secret_key")
    for kind in ("postgres", "postgresql", "sqlite3"):
        for key in ("short", "SW2YcwTIb9zpOOhoPsMm", "changeme", " ", "k" * 31):
            words = (f"database.type={kind}", f"security.secret_key={key}")
            yield Configuration(words, "[security] secret_key")
    yield Configuration(("database.type=postgres",), "[security] secret_key")
    yield Configuration(("database.url=postgres://a@b/c",), "[security] secret_key")
    yield Configuration(("database.path=/dev/null/here.db",), "[database] path")


_REDIS = ("cache.enabled=true", "cache.backend=redis")
_POSTGRES = ("database.type=postgres", f"security.secret_key={STRONG}")
_ALONG = {
    "cache": _REDIS,
    "redis": _REDIS,
    "caching.redis": _REDIS,
    "remote_cache": (*_REDIS, "remote_cache.type=redis"),
    "database": _POSTGRES,
    "smtp": ("smtp.enabled=true",),
    "log.syslog": ("log.mode=syslog", "log.syslog.network=udp"),
    "paths.logs": ("log.mode=file",),
    "server.socket": ("server.protocol=socket",),
}
"""What a section or a setting needs to be in use."""
_TEXTS: dict[str, dict[str, tuple[str, ...]]] = {
    "server": {
        "root_url": (
            "dash.example.org",
            "/vedette",
            "ftp://dash.example.org/",
            "https://",
            "https://dash.example.org:99999/",
            "https://dash.example.org:x/",
            "https://[::1/",
            "https://dash example.org/",
            "https://dash.example.org/?a=b",
            "https://dash.example.org/#top",
            "javascript:alert(1)",
        ),
        "domain": ("a b", "", "a?b", "[::1"),
        "trusted_proxies": ("nowhere", "10.0.0.0/99", "10.0.0.1 300.1.1.1"),
        "http_addr": ("999.1.1.1", "not an address", "::g"),
        "socket": ("", "in-the-way/our.sock"),
    },
    "server.custom_response_headers": {"X-A": ("snow \u2603", "two\nlines"), "X A": ("b",)},
    "auth": {"login_cookie_name": ("a b", "a;b", "a=b")},
    "log": {
        "filters": ("db", "db:loud", ":debug", "db:debug outbound"),
    },
    "log.syslog": {"address": ("", "host:", "host:0", "host:99999", ":514")},
    "paths": {"data": ("in-the-way", "in-the-way/data"), "logs": ("in-the-way", "in-the-way/log")},
    "cache": {
        "backend_config": (
            "addr=:6379",
            "addr=host:0",
            "addr=host:x",
            "pool_size=none",
            "pool_size=0",
            "db=-1",
            "ssl=perhaps",
            "color=red",
            "nothing",
        )
    },
    "redis": {"addr": ("", ":6379", "host:x", "host:99999")},
    "caching.redis": {
        "url": ("host:6379", "http://host", "redis://", "redis://host:x", "redis://host/first")
    },
    "remote_cache": {"connstr": ("addr=host:x", "color=red")},
    "database": {
        "host": ("", ":5432", "host:x", "host:99999", "host:0"),
        "url": ("mysql://a@b/c", "host=b dbname=c", "postgres://a@b:x/c", "postgres://[::1/c"),
    },
    "egress": {
        "allow": ("http://a.example", "a/b", "*", "10.0.0.0/99"),
        "deny": ("a b!", "https://x", "a_b/c"),
    },
    "unified_alerting": {"disabled_orgs": ("Main", "1 two", "-1", "1.5")},
    "unified_alerting.state_history.annotations": {"max_age": ("90", "long", "-1d", "1fortnight")},
    "recording_rules": {
        "url": ("mimir", "mimir:9009", "ftp://mimir/api", "http://", "http://a b/", "http://a/?x=1")
    },
    "smtp": {
        "host": ("", ":25", "mail:smtp", "mail:0", "mail:99999"),
        "from_address": ("", "nobody", "a@", "@b.org", "a b@c d"),
        "cert_file": ("missing.pem", "text.pem", "ca.pem"),
    },
}


def good() -> Iterator[Configuration]:
    for words in (
        (),
        (f"security.secret_key={STRONG}",),
        ("app_mode=development", "security.secret_key=short"),
        ("DEFAULT.app_mode=development", "security.secret_key=SW2YcwTIb9zpOOhoPsMm"),
        ("server.root_url=https://dash.example.org/vedette/", "server.serve_from_sub_path=true"),
        ("server.root_url=https://dash.example.org:8443",),
        ("server.root_url=http://[::1]:3000/",),
        ("server.root_url=%(protocol)s://%(domain)s/", "server.domain=dash.example"),
        (*HTTPS, "server.cert_file=one.crt", "server.cert_key=one.key"),
        ("server.protocol=socket", "server.socket=our.sock"),
        ("server.http_addr=localhost",),
        ("server.trusted_proxies=10.0.0.0/8 192.0.2.7 unix",),
        ("server.custom_response_headers.X-Served-By=us",),
        ("auth.login_cookie_name=grafana_session",),
        ("log.filters=db:debug outbound:warn",),
        ("cache.enabled=true",),
        ("cache.enabled=true", "cache.backend=redis", "redis.addr=127.0.0.1:1"),
        (*_REDIS, "caching.redis.url=rediss://user:secret@127.0.0.1:1/2"),
        ("redis.addr=", "cache.backend=redis"),
        ("smtp.host=", "smtp.from_address=", "smtp.cert_file=missing.pem"),
        ("smtp.enabled=true", "smtp.host=mail", "smtp.from_address=Ops <ops@example.org>"),
        ("smtp.enabled=true", "smtp.cert_file=one.crt", "smtp.key_file=one.key"),
        ("egress.allow=*.example.org 10.1.0.0/16", "egress.deny=192.0.2.1"),
        ("unified_alerting.disabled_orgs=2 3",),
        ("unified_alerting.state_history.annotations.max_age=",),
        ("recording_rules.url=http://mimir/api/v1/push",),
        ("recording_rules.url=nowhere", "recording_rules.default_datasource_uid=mimir"),
        ("metrics.environment_info.zone=eu", "metrics.environment_info.2x y=a"),
        ("auth.ldap.enabled=true", "quota.enabled=true", "quota.org_user=3"),
    ):
        yield Configuration(words)
