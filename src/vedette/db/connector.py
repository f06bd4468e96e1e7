"""Opens connections to PostgreSQL, and spares a server that cannot be reached.

While no connection can be opened, one attempt is made at a time, with growing pauses between them;
whoever asks meanwhile gets the error at once. Connections that are open are not affected.
"""

import ssl
from typing import Any

import asyncpg

from vedette.db.errors import DatabaseUnavailable
from vedette.db.pool import CONNECT_SECONDS
from vedette.db.postgres_errors import failure_of
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import Clock

_STATEMENT_SECONDS = 10.0
_PREPARED = 200
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 2.0


class Connector:
    def __init__(self, settings: DatabaseSettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._tls: ssl.SSLContext | bool | None = None
        """None where it is to be made anew: the files of certificates may have changed."""
        self._pause = 0.0
        """Seconds until the next attempt while connections cannot be opened; 0 while they can."""
        self._next_attempt = 0.0
        self._is_trying = False
        self._reason = ""

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
            connection = await asyncpg.connect(*args, **{**arguments, "ssl": self._tls})
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


def connection_arguments(settings: DatabaseSettings) -> dict[str, Any]:
    """What asyncpg needs to reach the configured server, besides TLS."""
    host, _, port = (
        settings.host.rpartition(":") if ":" in settings.host else (settings.host, "", "")
    )
    common: dict[str, Any] = {
        # Ends before the wait for a connection does, so that the failure is known.
        "timeout": CONNECT_SECONDS - 1,
        "command_timeout": _STATEMENT_SECONDS,
        # To prepare one again costs a round trip, and to forget one another.
        "statement_cache_size": _PREPARED,
        "max_cached_statement_lifetime": 0,
        "server_settings": {"application_name": "vedette"},
    }
    if settings.url:
        return {"dsn": settings.url.reveal(), **common}
    return {
        "host": host.strip("[]"),
        "port": int(port or 5432),
        "database": settings.name,
        "user": settings.user,
        "password": settings.password.reveal() or None,
        **common,
    }


def tls_context(settings: DatabaseSettings) -> ssl.SSLContext | bool:
    """`disable`, `require`, `verify-ca` and `verify-full` with the meanings of libpq."""
    mode = settings.ssl_mode
    if mode in ("", "disable"):
        return False
    context = ssl.create_default_context(cafile=settings.ca_cert_path or None)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = mode == "verify-full"
    if mode == "require":
        context.verify_mode = ssl.CERT_NONE
    if settings.client_cert_path:
        context.load_cert_chain(settings.client_cert_path, settings.client_key_path or None)
    return context
