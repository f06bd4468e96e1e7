"""Headers are bytes of strangers: none of them is worth a 500."""

from base64 import b64encode
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import Client, clients_of, start

from vedette.db.settings import DatabaseSettings

BASIC = (
    "", "é", "====", "YQ", "A" * 10_000, b64encode(b"\xff\xfe:x").decode(),
    b64encode(b"admin").decode(),     b64encode(b"api_key:").decode(), b64encode(b"\0:\0").decode(),
    b64encode(b":" * 5_000).decode(),
)  # fmt: skip
BEARER = (
    "",
    "é",
    "x" * 10_000,
    "vedette_",
    "glsa_" + "a" * 32 + "_" + "0" * 8,
    "eyJhbGciOiJub25lIn0..",
)
VALUES = {
    "authorization": [
        *(f"Basic {value}" for value in BASIC),
        *(f"Bearer {value}" for value in BEARER),
        "Digest x", "Negotiate", "Basic", " ", "bAsIc \t",
    ],
    "cookie": ["vedette_session=", "vedette_session=\xff", "=;;=", "a" * 9_000, "vedette_session"],
    "x-grafana-org-id": ["\xb2", "9" * 400, "9" * 19, "-1", "0", "1e3", "2"],
    "x-request-id": ["a\tb", "\xff", "x" * 500, "<script>"],
    "content-length": ["\xb2", "-1", "9" * 50, "0x10", "1, 1"],
    "content-type": ["application/json; charset=utf-16", "application/jsonx", "\xff", "json"],
    "accept-encoding": ["gzip;q=0", "\xff", "gzip" * 1_000],
    "if-none-match": ["*", "\xff", '"' * 100],
    "origin": ["http://[", "http://[::1", "//", "\xff", "http://x:99999", "null"],
    "host": ["[", "\xff", "a:b:c", ":", "x" * 5_000],
    "via": ["\xff", "vedette " * 1_000],
    "user-agent": ["\0", "\xff" * 3_000, "x" * 9_000],
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
async def test_an_odd_header_is_answered_with_a_reason(tmp_path: Path, name: str) -> None:
    async with AsyncExitStack() as stack:
        words = "cfg:server.enforce_domain=true" if name == "host" else "cfg:metrics.enabled=true"
        password = "cfg:metrics.basic_auth_username=x"
        app = await start(stack, DatabaseSettings(), tmp_path, words, password)
        admin = (await clients_of(app)).admin
        for value in VALUES[name]:
            for client in (Client(app), admin):
                raw = {**client.headers, name: value}
                for method, path, body in (
                    ("GET", "/api/user", None),
                    ("GET", "/", None),
                    ("GET", "/metrics", None),
                    ("POST", "/api/folders", {"title": "x"}),
                    ("POST", "/login", {"user": "admin", "password": value[:100] + "x"}),
                ):
                    reply = await Client(app, raw).send(method, path, body)
                    assert reply.status < 500, (name, value[:40], path, reply.body)
                    if reply.status >= 400:
                        assert reply.json()["message"]
