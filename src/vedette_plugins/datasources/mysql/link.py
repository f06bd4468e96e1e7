"""One connection to a MySQL or MariaDB server, stricter than the defaults of the driver."""

from typing import Any

from aiomysql.connection import Connection
from aiomysql.cursors import SSCursor
from pymysql.constants import CLIENT
from pymysql.err import OperationalError

from vedette_plugins.datasources.mysql.rows import Rows
from vedette_plugins.datasources.mysql.types import DECODERS

CONNECT_SECONDS = 10.0
_CLEAR, _OLD = "mysql_clear_password", "mysql_old_password"
_SLACK = 16 * 1024 * 1024
CR_SERVER_LOST = 2013
TOO_LARGE = "too large"
NO_TLS, WANTS_CLEAR = "no TLS", "wants the password in clear text"


class Link(Connection):  # type: ignore[misc]
    """A connection: one statement at a time, no local files, no clear-text password, no fall-back
    from TLS.

    `is_settled` is False while a query runs or its end is unknown; `is_abandoned` means that there
    are rows which will not be read.
    """

    def __init__(
        self,
        ip: str,
        port: int,
        user: str,
        password: str,
        database: str,
        tls: Any,
        most_bytes: int,
        **more: bool,
    ) -> None:
        super().__init__(
            host=ip,
            port=port,
            user=user,
            # The driver encodes passwords as Latin-1; the servers expect UTF-8.
            password=password.encode().decode("latin-1"),
            db=database or None,
            charset="utf8mb4",
            conv=dict(DECODERS),
            connect_timeout=CONNECT_SECONDS,
            ssl=tls,
            autocommit=True,
            local_infile=False,
            cursorclass=SSCursor,
            program_name="vedette",
        )
        self.client_flag &= ~(CLIENT.MULTI_STATEMENTS | CLIENT.LOCAL_FILES)
        self.is_settled = True
        self.is_abandoned = False
        self.restart(most_bytes)
        self._may_show_password = more.get("may_show_password", False)
        self._wants_tls = tls is not None

    def restart(self, most_bytes: int) -> None:
        """Reset the count of received bytes, with a new limit."""
        self.received = 0
        self._most_bytes = most_bytes + most_bytes // 4 + _SLACK

    async def open(self) -> None:
        try:
            await self._connect()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close immediately: a TLS shutdown would wait for the server."""
        if self._writer is not None:
            self._writer.transport.abort()
        super().close()

    async def _read_bytes(self, num_bytes: int) -> bytes:
        """Count before reading: a single value may be as large as a result."""
        self._count(num_bytes)
        found: bytes = await super()._read_bytes(num_bytes)
        return found

    def _count(self, size: int) -> None:
        self.received += size
        if self.received > self._most_bytes:
            self.close()
            raise OperationalError(CR_SERVER_LOST, TOO_LARGE)

    def rows(self, cursor: SSCursor) -> Rows:
        """Return the rows of a cursor's query."""
        return Rows(cursor._result, self._reader, self._count)

    async def _get_server_information(self) -> None:
        await super()._get_server_information()
        if self._wants_tls and not self.server_capabilities & CLIENT.SSL:
            raise OperationalError(2026, NO_TLS)
        self._check_plugin(str(self._server_auth_plugin))

    async def _process_auth(self, plugin_name: bytes, auth_packet: Any) -> Any:
        self._check_plugin(plugin_name.decode(errors="replace"))
        return await super()._process_auth(plugin_name, auth_packet)

    def _check_plugin(self, name: str) -> None:
        if name in (_CLEAR, _OLD) and not self._may_show_password:
            raise OperationalError(2059, WANTS_CLEAR)
