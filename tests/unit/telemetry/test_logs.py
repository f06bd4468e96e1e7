"""Log lines: complete, one line each, and without secrets."""

import json
import logging

import pytest

from vedette.kernel.context import request_id
from vedette.kernel.secret import Secret
from vedette.settings import SettingsError, load
from vedette.telemetry.formats import FORMATS
from vedette.telemetry.logs import configure, set_levels
from vedette.telemetry.settings import (
    SECTIONS,
    LogConsoleSettings,
    LogFileSettings,
    LogSettings,
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
    sections = (settings[LogSettings], settings[LogConsoleSettings], settings[LogFileSettings])
    configure(*sections, tmp_path / "log")


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
    set_up(tmp_path, f"log.console.format={name}")
    secret = Secret("hunter2")
    logging.getLogger("x").error("%s %r %s", secret, secret, {"a": secret}, extra={"key": secret})
    written = capsys.readouterr().err
    assert "hunter2" not in written
    assert "***" in written


@pytest.mark.parametrize("name", FORMATS)
def test_a_message_can_not_forge_a_second_line(name, tmp_path, capsys):
    set_up(tmp_path, f"log.console.format={name}")
    logging.getLogger("x").error("a\nb\r\x1b[31m", extra={"path": "c\nlevel=info"})
    written = capsys.readouterr().err
    assert len(written.splitlines()) == 1
    assert "\x1b" not in written


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


def test_a_directory_that_can_not_be_written_ends_the_start(tmp_path):
    (tmp_path / "log").write_text("a file")
    with pytest.raises(SettingsError, match=r"\[paths\] logs: expected a directory"):
        set_up(tmp_path, "log.mode=file")
