"""Configures logging: destinations, formats and levels.

Secrets do not reach a log: the type `Secret` prints as `***`, and neither bodies nor query strings
of login URLs are logged.
"""

import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from vedette.settings import SettingsError
from vedette.telemetry.formats import FORMATS
from vedette.telemetry.settings import (
    LogConsoleSettings,
    LogFileSettings,
    LogSettings,
    LogSyslogSettings,
)

_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warn": logging.WARNING,
    "warning": logging.WARNING,
    "error": logging.ERROR,
    "critical": logging.CRITICAL,
}
_QUIET = ("asyncio", "uvicorn.access", "uvicorn.error")
_SILENT = ("asyncpg.pool",)
"""Attempts to reconnect, which `Availability` logs once per outage."""
_filtered: list[str] = []
logger = logging.getLogger("vedette")


def configure(
    log: LogSettings,
    console: LogConsoleSettings,
    file: LogFileSettings,
    syslog: LogSyslogSettings,
    directory: Path,
) -> None:
    """Configure logging. `directory` is `[paths] logs`. It can be called again.

    Raises `SettingsError`.
    """
    handlers: list[logging.Handler] = []
    if "console" in log.mode:
        handlers.append(_console(console))
    if "file" in log.mode:
        handlers.append(_file(file, directory))
    if "syslog" in log.mode:
        handlers.append(_syslog(syslog))
    root = logging.getLogger()
    for handler in root.handlers[:]:
        root.removeHandler(handler)
        handler.close()
    for handler in handlers:
        root.addHandler(handler)
    set_levels(log)


def check(log: LogSettings, syslog: LogSyslogSettings) -> None:
    """Raise `SettingsError` for settings that `configure` refuses, without opening anything."""
    _filters(log.filters)
    if "syslog" in log.mode:
        from vedette.telemetry.syslog import address_of

        address_of(syslog)


def check_levels(log: LogSettings) -> None:
    """Raise `SettingsError` if `set_levels` would."""
    _filters(log.filters)


def set_levels(log: LogSettings) -> None:
    """Set the levels, which a reload applies. Raises `SettingsError`."""
    levels = _filters(log.filters)
    logging.getLogger().setLevel(_LEVELS[log.level])
    for name in _filtered:
        logging.getLogger(name).setLevel(logging.NOTSET)
    _filtered[:] = []
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in _SILENT:
        logging.getLogger(name).setLevel(logging.ERROR)
    for name, level in levels:
        logging.getLogger(name).setLevel(level)
        _filtered.append(name)


def _filters(texts: Sequence[str]) -> list[tuple[str, int]]:
    """Parse filters such as `db:debug`, which applies to `vedette.db` and all loggers below it."""
    found = []
    for text in texts:
        name, _, level = text.rpartition(":")
        if not name or level.lower() not in _LEVELS:
            raise SettingsError(
                f"[log] filters: expected pairs such as db:debug or outbound:warn, not {text!r}."
            )
        known = name in logging.root.manager.loggerDict or name.startswith("vedette")
        found.append((name if known else f"vedette.{name}", _LEVELS[level.lower()]))
    return found


def _console(settings: LogConsoleSettings) -> logging.Handler:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FORMATS[settings.format]())
    if settings.level:
        handler.setLevel(_LEVELS[settings.level])
    return handler


def _file(settings: LogFileSettings, directory: Path) -> logging.Handler:
    from logging.handlers import RotatingFileHandler

    try:
        directory.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            directory / "vedette.log",
            maxBytes=1 << settings.max_size_shift if settings.log_rotate else 0,
            backupCount=settings.max_days,
            encoding="utf-8",
        )
    except OSError as error:
        raise SettingsError(
            f"[paths] logs: expected a writable directory, but {str(directory)!r} is not "
            f"writable: {error.strerror}."
        ) from error
    handler.setFormatter(FORMATS[settings.format]())
    if settings.level:
        handler.setLevel(_LEVELS[settings.level])
    return handler


def _syslog(settings: LogSyslogSettings) -> logging.Handler:
    from vedette.telemetry.syslog import Syslog

    handler = Syslog(settings)
    handler.setFormatter(FORMATS[settings.format]())
    if settings.level:
        handler.setLevel(_LEVELS[settings.level])
    return handler
