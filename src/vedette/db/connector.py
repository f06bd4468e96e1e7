"""Opens connections to PostgreSQL, and spares a server that cannot be reached.

While no connection can be opened, one attempt is made at a time, with growing pauses between them;
whoever asks meanwhile gets the error at once. Connections that are open are not affected.
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
        """Raises `SettingsError` where a file of certificates cannot be used."""
        self._settings = settings
        self._clock = clock
        self._tls: ssl.SSLContext | bool | None = tls_context(settings)
        """None where it is to be made anew: the files of certificates may have changed."""
        self._password: Secret | None = None
        """What has replaced the one of the start."""
        self._pause = 0.0
        """Seconds until the next attempt while connections cannot be opened; 0 while they can."""
        self._next_attempt = 0.0
        self._is_trying = False
        self._reason = ""

    def use_password(self, password: Secret) -> None:
        """From the next attempt on. A password in `[database] url` stays."""
        if not self._settings.url:
            self._password = password

    async def connect(self, *args: Any, **arguments: Any) -> Any:
        """As `asyncpg.connect`, with TLS as configured.

        Raises `DatabaseUnavailable` where it is too early to try again.
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
            # It can be reached; how often to ask it for a connection is the pool's business.
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
        # Of several attempts that began before the first failure, one counts.
        if self._is_trying or not self._pause:
            self._pause = min(max(_FIRST_PAUSE, self._pause * 2), _LONGEST_PAUSE)
        self._next_attempt = self._clock.monotonic() + self._pause
