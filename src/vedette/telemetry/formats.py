"""Formats a log record as one line, for users or for programs."""

import logging
from datetime import UTC, datetime
from functools import cache
from typing import Any

import orjson

from vedette.kernel.context import request_id

_KNOWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}
_LETTERS = {"DEBUG": "debug", "INFO": "info", "WARNING": "warn", "ERROR": "error"}
_UNSAFE = (
    *(*range(32), *range(0x7F, 0xA0), 0x2028, 0x2029),  # Control characters and line separators.
    *(0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)),  # Direction.
    *range(0xD800, 0xE000),  # Surrogates, which no encoding supports.
)
_NAMED = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t"}


@cache
def _escapes() -> dict[int, str]:
    """Return the escapes of characters that end a line or display misleading text in some
    viewers."""
    escapes = {code: f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" for code in _UNSAFE}
    return escapes | _NAMED


@cache
def _json_escapes() -> dict[int, str]:
    return {code: f"\\u{code:04x}" for code in _UNSAFE}


class JsonFormat(logging.Formatter):
    """Formats `{"t": ..., "level": ..., "logger": ..., "msg": ..., "requestId": ..., ...}`."""

    def format(self, record: logging.LogRecord) -> str:
        fields = _fields(self, record)
        try:
            line = orjson.dumps(fields, default=repr, option=orjson.OPT_NON_STR_KEYS)
        except TypeError:  # Surrogates are not valid in JSON.
            texts = {key: str(value).translate(_escapes()) for key, value in fields.items()}
            line = orjson.dumps(texts)
        return line.decode().translate(_json_escapes())


class TextFormat(logging.Formatter):
    """Formats `t=... level=... logger=... msg="..." key=value` on one line, also for multi-line
    values."""

    def format(self, record: logging.LogRecord) -> str:
        fields = _fields(self, record)
        return " ".join(f"{key}={_quoted(str(value))}" for key, value in fields.items())


class ConsoleFormat(logging.Formatter):
    """Formats `12:00:00.000 INFO db message key=value`; a traceback follows on separate lines."""

    def format(self, record: logging.LogRecord) -> str:
        extra = "".join(f"  {key}={_quoted(str(value))}" for key, value in _context(record).items())
        message = record.getMessage().translate(_escapes())
        line = (
            f"{_time(record)[11:23]} {_level(record).upper():<5} {_logger(record):<12} "
            f"{message}{extra}"
        )
        if record.exc_info:
            lines = self.formatException(record.exc_info).split("\n")
            line += "".join(f"\n  {each.translate(_escapes())}" for each in lines)
        return line


FORMATS: dict[str, type[logging.Formatter]] = {
    "json": JsonFormat,
    "text": TextFormat,
    "console": ConsoleFormat,
}


def _fields(formatter: logging.Formatter, record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields of the two machine-readable formats, in their order."""
    fields = {
        "t": _time(record),
        "level": _level(record),
        "logger": _logger(record),
        "msg": record.getMessage(),
        **_context(record),
    }
    if record.exc_info:
        fields["error"] = formatter.formatException(record.exc_info)
    return fields


def _context(record: logging.LogRecord) -> dict[str, Any]:
    found = {key: value for key, value in vars(record).items() if key not in _KNOWN}
    current = request_id.get()
    return {**found, "requestId": current} if current else found


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _level(record: logging.LogRecord) -> str:
    return _LETTERS.get(record.levelname, record.levelname.lower())


def _logger(record: logging.LogRecord) -> str:
    return record.name.removeprefix("vedette.")


def _quoted(text: str) -> str:
    if text and not any(c in text for c in ' "=') and text.isprintable():
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').translate(_escapes()) + '"'
