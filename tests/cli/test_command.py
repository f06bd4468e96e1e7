"""The `vedette` command as an operator types it: what it prints, and with which status it ends."""

import base64
import gzip
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fixtures.browser import start_product, wait_until_healthy
from tests.fixtures.certificates import Authority

COMMAND = str(Path(sys.executable).with_name("vedette"))


def run(
    directory: Path, *words: str, environ: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("VEDETTE_", "GF_"))}
    return subprocess.run(
        [COMMAND, *words],
        cwd=directory,
        env={**clean, **(environ or {})},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.fixture
def held_port() -> Iterator[int]:
    """Bound here, so that nobody else is given it; the product may listen on it nevertheless."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("file", ["vedette.ini:2", "[server] http_port", "whole number"]),
        ("environment", ["VEDETTE_SERVER_HTTP_PORT", "http_port"]),
        ("fallback", ["GF_SERVER_HTTP_PORT", "http_port"]),
        ("command line", ["server.http_port"]),
    ],
)
def test_a_value_of_the_wrong_type_ends_the_start_with_one_line(
    tmp_path: Path, source: str, said: list[str]
) -> None:
    words, environ = ["serve"], {}
    if source == "file":
        (tmp_path / "vedette.ini").write_text("[server]\nhttp_port = many\n")
        words += ["--config", "vedette.ini"]
    elif source == "environment":
        environ["VEDETTE_SERVER_HTTP_PORT"] = "many"
    elif source == "fallback":
        environ["GF_SERVER_HTTP_PORT"] = "many"
    else:
        words.append("cfg:server.http_port=many")
    ended = run(tmp_path, *words, environ=environ)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    for part in said:
        assert part in ended.stderr


def test_an_unknown_name_is_a_warning_with_the_nearest_one(tmp_path: Path) -> None:
    (tmp_path / "a.ini").write_text("[server]\nhttp_prot = 3000\n")
    ended = run(
        tmp_path, "config", "check", "--config", "a.ini", environ={"VEDETTE_LOG_LEVLE": "info"}
    )
    assert ended.returncode == 0
    assert "http_port" in ended.stdout
    assert "VEDETTE_LOG_LEVEL" in ended.stdout


def test_shown_settings_hold_no_secret_and_say_where_each_was_set(tmp_path: Path) -> None:
    environ = {
        "VEDETTE_SECURITY_ADMIN_PASSWORD": "hunter2-hunter2",
        "GF_SERVER_DOMAIN": "a.example",
    }
    ended = run(tmp_path, "config", "show", environ=environ)
    assert ended.returncode == 0
    assert "hunter2" not in ended.stdout + ended.stderr
    assert "GF_SERVER_DOMAIN" in ended.stdout


@pytest.mark.parametrize(
    ("database", "key"),
    [
        ("postgres", ""),
        ("postgres", "short"),
        ("postgres", "SW2YcwTIb9zpOOhoPsMm"),
        ("sqlite3", "short"),
        ("sqlite3", "SW2YcwTIb9zpOOhoPsMm"),
    ],
)
def test_production_refuses_a_weak_secret_key(tmp_path: Path, database: str, key: str) -> None:
    ended = run(
        tmp_path,
        "serve",
        f"cfg:database.type={database}",
        "cfg:database.host=127.0.0.1:1",
        "cfg:database.start_timeout=0s",
        f"cfg:security.secret_key={key}",
    )
    assert ended.returncode == 1
    assert "secret_key" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_database_that_is_away_ends_the_start_with_where_it_was_looked_for(
    tmp_path: Path,
) -> None:
    ended = run(
        tmp_path,
        "serve",
        "cfg:database.type=postgres",
        "cfg:database.host=127.0.0.1:1",
        "cfg:database.start_timeout=0s",
        f"cfg:security.secret_key={'k' * 40}",
    )
    assert ended.returncode == 1
    assert "127.0.0.1:1" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_taken_port_is_named_with_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = run(
            tmp_path, "serve", "cfg:server.http_addr=127.0.0.1", f"cfg:server.http_port={port}"
        )
    assert ended.returncode == 1
    assert str(port) in ended.stderr
    assert "http_port" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_second_server_on_the_same_file_is_refused_and_the_first_one_named(
    tmp_path: Path,
) -> None:
    (tmp_path / "data").mkdir()
    first = start_product(tmp_path / "data", "cfg:security.admin_password=long-enough")
    try:
        second = run(tmp_path, "serve", "cfg:server.http_addr=127.0.0.1", "cfg:server.http_port=0")
        assert second.returncode == 1
        assert str(first.process.pid) in second.stderr
        assert "Traceback" not in second.stderr
    finally:
        assert first.stop() == 0


@pytest.mark.parametrize("way", ["http", "https", "sub path", "socket"])
def test_health_follows_the_settings_of_the_server(
    tmp_path: Path, held_port: int, way: str
) -> None:
    text = "[tour]\nenabled = false\n"  # Nothing to apply: it is healthy at once.
    text += f"[server]\nhttp_addr = 127.0.0.1\nhttp_port = {held_port}\nenforce_domain = true\n"
    if way == "https":
        pair = Authority().issue("dash.example")
        (tmp_path / "tls.crt").write_text(pair.certificate)
        (tmp_path / "tls.key").write_text(pair.key)
        text += "protocol = https\ncert_file = tls.crt\ncert_key = tls.key\n"
    elif way == "sub path":
        text += "root_url = http://dash.example/vedette/\nserve_from_sub_path = true\n"
    elif way == "socket":
        text += "protocol = socket\nsocket = our.sock\n"
    (tmp_path / "vedette.ini").write_text(text)
    environ = {"VEDETTE_PATHS_CONFIG": "vedette.ini"}
    before = run(tmp_path, "health", environ=environ)
    assert (before.returncode, before.stdout) == (1, "")
    assert before.stderr.startswith("vedette: No healthy server at ")
    assert before.stderr.count("\n") == 1
    serving = subprocess.Popen(
        [COMMAND, "serve"], cwd=tmp_path, env={**os.environ, **environ}, stdout=subprocess.PIPE
    )
    assert serving.stdout is not None
    try:
        assert b"listens on" in serving.stdout.readline()
        asked = run(tmp_path, "health", environ=environ)
        assert (asked.returncode, asked.stderr) == (0, "")
        assert '"database":"ok"' in asked.stdout
    finally:
        serving.terminate()
        serving.communicate(timeout=20)


def test_a_script_that_waits_for_health_finds_what_files_describe(tmp_path: Path) -> None:
    """R-60: The first healthy answer of a first start comes after its provisioning files."""
    sources = tmp_path / "provisioning" / "datasources"
    sources.mkdir(parents=True)
    (sources / "given.yaml").write_text(
        "apiVersion: 1\ndatasources:\n"
        "  - {name: Given, uid: given, type: prometheus, url: http://localhost:9}\n"
    )
    secret = "long-enough-for-a-test"
    server = start_product(
        tmp_path / "data",
        f"cfg:paths.provisioning={tmp_path / 'provisioning'}",
        f"cfg:security.admin_password={secret}",
    )
    try:
        wait_until_healthy(server.url)
        credentials = base64.b64encode(f"admin:{secret}".encode()).decode()
        request = urllib.request.Request(
            f"{server.url}/api/datasources/uid/given",
            headers={"Authorization": f"Basic {credentials}"},
        )
        with urllib.request.urlopen(request, timeout=10) as reply:
            assert reply.status == 200
    finally:
        assert server.stop() == 0


def test_the_database_is_upgraded_inspected_saved_and_brought_back(tmp_path: Path) -> None:
    before = run(tmp_path, "db", "status")
    assert before.returncode == 1
    assert "pending 0001" in before.stdout
    assert run(tmp_path, "db", "upgrade").returncode == 0
    assert run(tmp_path, "db", "status").returncode == 0
    saved = run(tmp_path, "db", "backup", "saved.gz")
    assert saved.returncode == 0, saved.stderr
    assert (tmp_path / "saved.gz").stat().st_mode & 0o077 == 0
    (tmp_path / "elsewhere").mkdir()
    assert run(tmp_path / "elsewhere", "db", "upgrade").returncode == 0
    restored = run(tmp_path / "elsewhere", "db", "restore", str(tmp_path / "saved.gz"))
    assert restored.returncode == 0, restored.stderr


def test_what_is_no_backup_or_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    assert run(tmp_path, "db", "upgrade").returncode == 0
    assert run(tmp_path, "db", "backup", "whole.gz").returncode == 0
    (tmp_path / "cut.gz").write_bytes((tmp_path / "whole.gz").read_bytes()[:-30])
    (tmp_path / "text.gz").write_text("not a complete backup")
    (tmp_path / "other.gz").write_bytes(gzip.compress(b"[1]\n"))
    for words in (
        ("restore", "cut.gz"),
        ("restore", "text.gz"),
        ("restore", "other.gz"),
        ("restore", "missing.gz"),
        ("backup", "missing/b.gz"),
    ):
        ended = run(tmp_path, "db", *words)
        assert ended.returncode == 1, words
        assert ended.stderr.startswith("vedette: ") and ended.stderr.count("\n") == 1, words
    (tmp_path / "link.gz").symlink_to(tmp_path / "text.gz")
    linked = run(tmp_path, "db", "backup", "link.gz")
    assert (linked.returncode, linked.stderr.count("\n")) == (1, 1)
    assert (tmp_path / "text.gz").read_text() == "not a complete backup"
    assert run(tmp_path, "db", "restore", "whole.gz").returncode == 0
    forgotten = run(tmp_path, "db", "backup", "cfg:server.http_port=1")
    assert forgotten.returncode == 2
    assert "FILE" in forgotten.stderr


@pytest.mark.parametrize("command", [("serve",), ("db", "status"), ("db", "backup", "b.gz")])
def test_a_database_with_broken_pages_is_one_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    """A damaged file is named as such, with what to do about it."""
    assert run(tmp_path, "db", "upgrade").returncode == 0
    [file] = tmp_path.glob("data/*.db")
    data = bytearray(file.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 64] = b"\xff" * 64
    file.write_bytes(data)
    ended = run(tmp_path, *command, "cfg:server.http_port=0")
    assert ended.returncode == 1
    [line] = ended.stderr.splitlines()[-1:]
    assert re.match(r"vedette: The database file .*is damaged", line), ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("command", [("serve",), ("db", "status")])
def test_a_data_directory_that_cannot_be_used_ends_the_start_with_one_line(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_text("in the way")
    ended = run(tmp_path, *command, "cfg:paths.data=file/data", "cfg:server.http_port=0")
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert "[paths] data" in ended.stderr


def test_generated_files_are_for_the_owner_alone(tmp_path: Path) -> None:
    """Proves CVE-2020-12458, CVE-2020-12459."""
    assert run(tmp_path, "db", "upgrade").returncode == 0
    database = tmp_path / "data" / "vedette.db"
    assert database.stat().st_mode & 0o077 == 0


def test_a_provisioning_check_names_file_and_line_and_fails(tmp_path: Path) -> None:
    folder = tmp_path / "datasources"
    folder.mkdir()
    good = (
        "apiVersion: 1\ndatasources:\n  - name: A\n    type: prometheus\n    url: http://a:9090\n"
    )
    (folder / "good.yaml").write_text(good)
    assert run(tmp_path, "provision", "check", ".").returncode == 0
    (folder / "bad.yaml").write_text("apiVersion: 1\ndatasources:\n  - name: [\n")
    ended = run(tmp_path, "provision", "check", ".")
    assert ended.returncode == 1
    assert "bad.yaml:" in ended.stderr
    assert "good.yaml" not in ended.stderr


def test_a_forgotten_password_is_replaced_from_the_command_line(tmp_path: Path) -> None:
    run(tmp_path, "db", "upgrade")
    ended = run(tmp_path, "admin", "reset-password", "nobody")
    assert ended.returncode == 1
    assert "not found" in ended.stderr


def test_the_version_is_reported(tmp_path: Path) -> None:
    assert run(tmp_path, "--version").stdout.startswith("vedette ")
