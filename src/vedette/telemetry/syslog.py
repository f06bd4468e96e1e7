"""Sends log lines to a syslog daemon, without blocking if it is slow or unavailable."""

import socket
import sys
from contextlib import suppress
from logging import LogRecord
from logging.handlers import QueueHandler, QueueListener, SysLogHandler
from queue import Full, Queue
from typing import Any

from vedette.settings import SettingsError
from vedette.telemetry.settings import LogSyslogSettings

_MOST_WAITING = 10_000
_PORT = 514
_LOCAL = "/dev/log"
_SECONDS = 5.0


class Syslog(QueueHandler):
    """Queues lines for a thread; if the queue is full, lines are lost."""

    def __init__(self, settings: LogSyslogSettings) -> None:
        """Raises `SettingsError`. A daemon that is away is none: it is tried again."""
        super().__init__(Queue(_MOST_WAITING))
        self._daemon = _Daemon(settings)
        self._listener = _Listener(self.queue, self._daemon)
        self._listener.start()

    def enqueue(self, record: LogRecord) -> None:
        with suppress(Full):
            self.queue.put_nowait(record)

    def close(self) -> None:
        """Send the queued lines, unless the daemon is unavailable."""
        self._daemon.is_closing = True
        self._listener.stop()
        self._daemon.close()
        super().close()


class _Listener(QueueListener):
    queue: Queue[Any]

    def enqueue_sentinel(self) -> None:
        self.queue.put(None)


class _Daemon(SysLogHandler):
    """The standard library's handler, which connects at the first line and again after a
    failure."""

    append_nul = False
    is_closing = False
    _may_connect = False
    _lost = 0

    def __init__(self, settings: LogSyslogSettings) -> None:
        self._is_stream = settings.network.startswith("tcp")
        address = address_of(settings)
        kind = socket.SOCK_STREAM if self._is_stream else None
        super().__init__(address, self.facility_names[settings.facility], kind)
        self.ident = f"{settings.tag or 'vedette'}: "
        self._may_connect = True

    def createSocket(self) -> None:
        if not self._may_connect:
            return
        if isinstance(self.address, tuple) and self._is_stream:
            self.unixsocket = False
            self.socket: Any = socket.create_connection(self.address, _SECONDS)
        else:
            super().createSocket()

    def format(self, record: LogRecord) -> str:
        """Append a line break, which separates messages in a stream."""
        return super().format(record) + ("\n" if self._is_stream else "")

    def emit(self, record: LogRecord) -> None:
        before = self._lost
        if before and self.is_closing:
            return
        super().emit(record)
        if before and self._lost == before:
            self._lost = 0
            sys.stderr.write(f"vedette: Log lines reach syslog again. {before} were lost.\n")

    def handleError(self, record: LogRecord) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None
        if not self._lost:
            where, why = self.address, sys.exc_info()[1]
            sys.stderr.write(f"vedette: Log lines do not reach syslog at {where}: {why}.\n")
        self._lost += 1


def address_of(settings: LogSyslogSettings) -> str | tuple[str, int]:
    """Return the path of a socket, or host and port. Raises `SettingsError`."""
    if not settings.network.startswith(("udp", "tcp")):
        return settings.address if settings.address.startswith("/") else _LOCAL
    host, colon, port = settings.address.rpartition(":")
    if not colon or settings.address.endswith("]"):
        host, port = settings.address, str(_PORT)
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise SettingsError(
            "[log.syslog] address: expected host:port, because network is "
            f"{settings.network}, not {settings.address[:60]!r}."
        )
    return host.strip("[]"), int(port)
