"""Log lines: complete, one line each, and without secrets."""

import json
import logging
import socket
import threading
import time

import pytest

from vedette.kernel.context import request_id
from vedette.kernel.secret import Secret
from vedette.settings import SettingsError, load
from vedette.telemetry import syslog
from vedette.telemetry.formats import FORMATS
from vedette.telemetry.logs import configure, set_levels
from vedette.telemetry.settings import (
    SECTIONS,
    LogConsoleSettings,
    LogFileSettings,
    LogSettings,
    LogSyslogSettings,
)


@pytest.fixture(autouse=True)
def _untouched_logging():
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers[:] = []
    yield
    for handler in root.handlers:
        handler.close()
    root.handlers[:], root.level = handlers, level
    load_levels()


def load_levels(*filters):
    set_levels(LogSettings(filters=filters))


def set_up(tmp_path, *overrides):
    settings = load(SECTIONS, overrides=overrides)
    kinds = (LogSettings, LogConsoleSettings, LogFileSettings, LogSyslogSettings)
    configure(*(settings[kind] for kind in kinds), tmp_path / "log")


def test_a_json_line_holds_time_level_logger_message_and_context(tmp_path, capsys):
    set_up(tmp_path, "log.console.format=json")
    token = request_id.set("abc123")
    logging.getLogger("vedette.db").warning("Slow: %s", "x", extra={"seconds": 2})
    request_id.reset(token)
    line = json.loads(capsys.readouterr().err)
    assert line.pop("t").endswith("+00:00")
    assert line == {
        "level": "warn",
        "logger": "db",
        "msg": "Slow: x",
        "seconds": 2,
        "requestId": "abc123",
    }


@pytest.mark.parametrize("name", FORMATS)
def test_a_secret_never_reaches_a_line(name, tmp_path, capsys):
    """Proves T14."""
    set_up(tmp_path, f"log.console.format={name}")
    secret = Secret("hunter2")
    logging.getLogger("x").error("%s %r %s", secret, secret, {"a": secret}, extra={"key": secret})
    written = capsys.readouterr().err
    assert "hunter2" not in written
    assert "***" in written


@pytest.mark.parametrize("name", FORMATS)
def test_a_message_cannot_forge_a_second_line(name, tmp_path, capsys):
    """Proves T14."""
    set_up(tmp_path, f"log.console.format={name}")
    logging.getLogger("x").error("a\nb\r\x1b[31m", extra={"path": "c\nlevel=info"})
    written = capsys.readouterr().err
    assert len(written.splitlines()) == 1
    assert "\x1b" not in written


BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
DECEIVING = "\x00\x08\x1b\x7f\x9b\u061c\u200e\u200f\u202a\u202e\u2066\u2069\ud800\udfff"


@pytest.mark.parametrize("character", BREAKS + DECEIVING, ids=lambda each: f"{ord(each):04x}")
@pytest.mark.parametrize("name", FORMATS)
def test_no_character_ends_a_line_or_deceives_who_reads_it(name, character, tmp_path, capsys):
    """T14: Line breaks of every kind, controls of terminals and of direction are escaped."""
    set_up(tmp_path, f"log.console.format={name}")
    logging.getLogger("x").error(f"a{character}b", extra={"path": f"c{character}level=info"})
    written = capsys.readouterr().err
    assert written.endswith("\n")
    assert len(written.splitlines()) == 1
    assert character not in written.removesuffix("\n")
    assert "level=info" in written


@pytest.mark.parametrize("character", BREAKS, ids=lambda each: f"{ord(each):04x}")
def test_a_traceback_on_the_console_forges_no_line(character, tmp_path, capsys):
    """T14: What an error says begins no line of its own."""
    set_up(tmp_path)
    try:
        raise ValueError(f"inner{character}12:00:00.000 INFO  db  forged")
    except ValueError:
        logging.getLogger("x").exception("Failed")
    first, *rest = capsys.readouterr().err.splitlines()
    assert "Failed" in first
    assert rest
    assert all(line.startswith("  ") for line in rest)


@pytest.mark.parametrize("name", ["json", "text"])
def test_a_traceback_stays_in_its_line(name, tmp_path, capsys):
    set_up(tmp_path, f"log.console.format={name}")
    try:
        raise ValueError("inner")
    except ValueError:
        logging.getLogger("x").exception("Failed")
    written = capsys.readouterr().err
    assert "ValueError: inner" in written
    assert len(written.splitlines()) == 1


def test_filters_set_the_level_of_single_loggers(tmp_path, capsys):
    set_up(tmp_path, "log.level=error", "log.filters=db:debug vedette.web:info")
    for name in ("vedette.db.pool", "vedette.web", "vedette.other"):
        logging.getLogger(name).debug("debug")
        logging.getLogger(name).info("info")
    written = capsys.readouterr().err
    assert written.count("debug") == 1
    assert "db.pool" in written
    assert "web" in written
    assert "other" not in written
    load_levels()
    assert not logging.getLogger("vedette.db").isEnabledFor(logging.DEBUG)


def test_a_filter_that_means_nothing_is_named(tmp_path):
    with pytest.raises(SettingsError, match=r"\[log\] filters: expected pairs .*'db=debug'"):
        set_up(tmp_path, "log.filters=db=debug")


def test_lines_go_to_a_file_and_to_several_places(tmp_path, capsys):
    set_up(tmp_path, "log.mode=console file", "log.console.level=error")
    logging.getLogger("vedette.x").info("hello there")
    assert capsys.readouterr().err == ""
    assert 'msg="hello there"' in (tmp_path / "log" / "vedette.log").read_text()


def test_a_directory_that_cannot_be_written_ends_the_start(tmp_path):
    (tmp_path / "log").write_text("a file")
    with pytest.raises(SettingsError, match=r"\[paths\] logs: expected a writable directory"):
        set_up(tmp_path, "log.mode=file")


def received(listener, count):
    """So many messages of a daemon's socket, however it is cut into pieces."""
    listener.settimeout(10)
    if listener.type == socket.SOCK_DGRAM:
        return [listener.recv(65_536) for _ in range(count)]
    connection, _ = listener.accept()
    got = b""
    with connection:
        connection.settimeout(10)
        while got.count(b"\n") < count:
            got += connection.recv(65_536)
    return got.splitlines()


@pytest.mark.parametrize("network", ["udp", "tcp", ""])
def test_lines_go_to_syslog_with_facility_level_and_tag(network, tmp_path, capsys):
    kind = socket.SOCK_STREAM if network == "tcp" else socket.SOCK_DGRAM
    with socket.socket(socket.AF_INET if network else socket.AF_UNIX, kind) as daemon:
        daemon.bind(("127.0.0.1", 0) if network else str(tmp_path / "log.sock"))
        if network == "tcp":
            daemon.listen()
        name = daemon.getsockname()
        address = f"{name[0]}:{name[1]}" if network else name
        words = {"network": network, "address": address, "facility": "local3", "tag": "dash"}
        set_up(
            tmp_path,
            "log.mode=syslog",
            "log.syslog.level=warn",
            *(f"log.syslog.{key}={value}" for key, value in words.items()),
        )
        token = request_id.set("abc123")
        logging.getLogger("vedette.db").info("not severe enough")
        logging.getLogger("vedette.db").warning("two\nlines")
        logging.getLogger("vedette.db").error("worse")
        request_id.reset(token)
        warned, failed = received(daemon, 2)
    assert warned.startswith(b"<156>dash: t=")
    assert b'msg="two\\nlines" requestId=abc123' in warned
    assert failed.startswith(b"<155>dash: t=")
    assert capsys.readouterr().err == ""


def test_an_unavailable_syslog_is_logged_once_and_used_again_later(tmp_path, capsys):
    path = tmp_path / "log.sock"
    set_up(tmp_path, "log.mode=syslog", f"log.syslog.address={path}")
    for _ in range(3):
        logging.getLogger("vedette.x").warning("into the void")
    until_said(capsys, "do not reach syslog")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as daemon:
        daemon.bind(str(path))
        deadline = time.monotonic() + 10
        daemon.settimeout(0.2)
        while time.monotonic() < deadline:
            logging.getLogger("vedette.x").warning("here again")
            try:
                message = daemon.recv(65_536)
                break
            except TimeoutError:
                continue
        assert b"here again" in message
        assert "do not reach" not in until_said(capsys, "reach syslog again")


def until_said(capsys, text):
    said, deadline = "", time.monotonic() + 10
    while text not in said:
        assert time.monotonic() < deadline, said
        said += capsys.readouterr().err
        time.sleep(0.01)
    return said


@pytest.mark.parametrize("address", ["", ":514", "host:", "host:many", "host:70000"])
def test_an_address_of_syslog_that_is_none_is_named(address, tmp_path):
    words = ("log.mode=syslog", "log.syslog.network=udp", f"log.syslog.address={address}")
    with pytest.raises(SettingsError, match=r"\[log.syslog\] address: expected host:port"):
        set_up(tmp_path, *words)


def test_who_is_slow_to_take_lines_keeps_nobody_waiting(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(syslog, "_SECONDS", 600.0)  # Nothing ends the sender's patience here.

    def write():
        for _ in range(25_000):
            logging.getLogger("vedette.x").warning("%s", "x" * 1000)

    writing = threading.Thread(target=write, daemon=True)
    with socket.socket() as daemon:
        daemon.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        daemon.bind(("127.0.0.1", 0))
        daemon.listen()
        address = f"127.0.0.1:{daemon.getsockname()[1]}"
        set_up(
            tmp_path, "log.mode=syslog", "log.syslog.network=tcp", f"log.syslog.address={address}"
        )
        (handler,) = logging.getLogger().handlers
        writing.start()
        writing.join(60)
        is_done, waiting = not writing.is_alive(), handler.queue.qsize()
    logging.getLogger().removeHandler(handler)
    handler.close()
    assert is_done, "who writes lines waits for the daemon"
    assert waiting > 9_000, "the daemon was not slow"
    assert "do not reach syslog" in capsys.readouterr().err
