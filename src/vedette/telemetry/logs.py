"""Log lines: levels for single loggers, console or JSON, the request's id on each."""

import json
import logging
import logging.handlers
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from vedette.kernel.context import request_id
from vedette.kernel.secret import Secret
from vedette.telemetry.settings import LogConsoleSettings, LogFileSettings, LogSettings

_ROOT = "vedette"
logger = logging.getLogger("vedette")
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_LEVELS = {"warn": "WARNING"}


def configure(
    log: LogSettings, console: LogConsoleSettings, file: LogFileSettings, directory: Path
) -> None:
    """Replaces every handler of the process."""
    handlers: list[logging.Handler] = []
    if "console" in log.mode:
        handler: logging.Handler = logging.StreamHandler(sys.stderr)
        handlers.append(_dressed(handler, console.format, console.level))
    if "file" in log.mode:
        directory.mkdir(parents=True, exist_ok=True)
        size = 2**file.max_size_shift if file.log_rotate else 0
        handler = logging.handlers.RotatingFileHandler(
            directory / "vedette.log", maxBytes=size, backupCount=file.max_days, encoding="utf-8"
        )
        handlers.append(_dressed(handler, file.format, file.level))
    root = logging.getLogger()
    root.handlers[:] = handlers
    root.setLevel(logging.WARNING)
    set_levels(log.level, log.filters)


def set_levels(level: str, filters: tuple[str, ...]) -> None:
    """`filters` are `logger:level`; names are ours without the leading `vedette.`, or full ones."""
    logging.getLogger(_ROOT).setLevel(_level(level))
    for entry in filters:
        name, _, wanted = entry.rpartition(":")
        if not name:
            continue
        full = name if name.startswith(_ROOT) else f"{_ROOT}.{name}"
        for logger in (full, name):
            logging.getLogger(logger).setLevel(_level(wanted))


def _level(name: str) -> str:
    return _LEVELS.get(name.lower(), name.upper())


def _dressed(handler: logging.Handler, form: str, level: str) -> logging.Handler:
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    if level:
        handler.setLevel(_level(level))
    return handler


class TextLines(logging.Formatter):
    """`2026-11-21T14:00:00.123Z WARN  vedette.web  text  key=value`"""

    def format(self, record: logging.LogRecord) -> str:
        fields = "".join(f" {key}={_shown(value)}" for key, value in _fields(record).items())
        line = (
            f"{_time(record)} {record.levelname[:5]:<5} {record.name}: {_message(record)}{fields}"
        )
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "t": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "msg": _message(record),
            **_fields(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def _time(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _message(record: logging.LogRecord) -> str:
    """One line whatever the text holds, so that nobody forges a second one."""
    return record.getMessage().replace("\r", "\\r").replace("\n", "\\n")


def _fields(record: logging.LogRecord) -> Mapping[str, Any]:
    fields = {key: value for key, value in vars(record).items() if key not in _STANDARD}
    current = request_id.get()
    return {"requestId": current, **fields} if current else fields


def _shown(value: object) -> str:
    text = repr(value) if isinstance(value, Secret) else str(value)
    return json.dumps(text, ensure_ascii=False) if " " in text or "\n" in text else text
