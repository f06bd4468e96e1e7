"""Opens connections to PostgreSQL, with a backoff while the server cannot be reached.

During an outage one attempt runs at a time, with growing pauses in between; other callers get the
error immediately. Open connections are not affected.
"""

import ssl
from typing import Any

import asyncpg

from vedette.db.errors import DatabaseUnavailable
from vedette.db.postgres_address import tls_context
from vedette.db.postgres_errors import failure_of
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import Clock
from vedette.kernel.secret import Secret
from vedette.settings import SettingsError

_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 2.0


class Connector:
    def __init__(self, settings: DatabaseSettings, clock: Clock) -> None:
        """Raises `SettingsError` if a certificate file cannot be used."""
        self._settings = settings
        self._clock = clock
        self._tls: ssl.SSLContext | bool | None = tls_context(settings)
        """None if it must be built again: the certificate files may have changed."""
        self._password: Secret | None = None
        """The password that replaces the configured one."""
        self._pause = 0.0
        """Seconds between attempts during an outage; 0 if connections can be opened."""
        self._next_attempt = 0.0
        self._is_trying = False
        self._reason = ""

    def use_password(self, password: Secret) -> None:
        """Use the password for new connections. A password in `[database] url` takes precedence."""
        if not self._settings.url:
            self._password = password

    async def connect(self, *args: Any, **arguments: Any) -> Any:
        """Connect like `asyncpg.connect`, with TLS as configured.

        Raises `DatabaseUnavailable` if the next attempt is not due yet.
        """
        if not self._pause:
            return await self._attempt(*args, **arguments)
        if self._is_trying or self._clock.monotonic() < self._next_attempt:
            raise DatabaseUnavailable(f"The database cannot be used: {self._reason}.")
        self._is_trying = True
        try:
            return await self._attempt(*args, **arguments)
        finally:
            self._is_trying = False

    async def _attempt(self, *args: Any, **arguments: Any) -> Any:
        try:
            if self._tls is None:
                self._tls = tls_context(self._settings)
            arguments["ssl"] = self._tls
            if self._password is not None:
                arguments["password"] = self._password.reveal() or None
            connection = await asyncpg.connect(*args, **arguments)
        except SettingsError as error:
            self._note(error)
            raise DatabaseUnavailable(error.public) from error
        except asyncpg.InsufficientResourcesError:
            # The server can be reached. The pool decides when to try again.
            raise
        except Exception as error:
            self._note(error)
            raise
        self._pause = 0.0
        return connection

    def _note(self, error: Exception) -> None:
        self._tls = None
        failure = failure_of(error)
        self._reason = failure.reason if failure else "the connection failed"
        # Of the concurrent attempts that fail first, only one increases the pause.
        if self._is_trying or not self._pause:
            self._pause = min(max(_FIRST_PAUSE, self._pause * 2), _LONGEST_PAUSE)
        self._next_attempt = self._clock.monotonic() + self._pause
