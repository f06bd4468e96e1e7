"""Reads rows from the server, many packets at a time.

The driver awaits and copies each packet separately, which takes three times as long.
"""

from collections.abc import Callable, Sequence
from typing import Any

from pymysql.err import OperationalError, raise_mysql_exception

_CHUNK = 256 * 1024
_FULL = 0xFFFFFF
_HEADER = 4
_NULL, _TWO, _THREE = 251, 252, 253
_EOF, _ERROR = 0xFE, 0xFF
_EOF_BYTES = 9
_LOST = 2013


class Rows:
    """The rows of an unbuffered result of aiomysql, as texts for its converters.

    `received` is called with the number of bytes of each chunk and may raise.
    """

    def __init__(self, result: Any, reader: Any, received: Callable[[int], None]) -> None:
        self._result = result
        self._reader = reader
        self._received = received
        self._converters = result.converters
        self._buffer = bytearray()
        self._place = 0
        self._is_done = not result.unbuffered_active

    async def fetch(self, count: int) -> Sequence[tuple[Any, ...]]:
        """Return up to `count` rows; none at the end. Raises the server's error."""
        rows: list[tuple[Any, ...]] = []
        while len(rows) < count and not self._is_done:
            payload = self._packet()
            if payload is None:
                await self._fill()
            elif payload[0] == _EOF and len(payload) < _EOF_BYTES:
                self._end()
            elif payload[0] == _ERROR:
                self._end()
                raise_mysql_exception(payload)
            else:
                rows.append(self._row(payload))
        return rows

    async def _fill(self) -> None:
        chunk = await self._reader.read(_CHUNK)
        if not chunk:
            raise OperationalError(_LOST, "Lost connection to MySQL server during query")
        self._received(len(chunk))
        del self._buffer[: self._place]
        self._place = 0
        self._buffer += chunk

    def _packet(self) -> bytes | None:
        """Return the next complete packet, if any; packets of 16 MiB continue in the next one."""
        buffer, place = self._buffer, self._place
        pieces = []
        while True:
            start = place + _HEADER
            if len(buffer) < start:
                return None
            length = int.from_bytes(buffer[place : place + 3], "little")
            place = start + length
            if len(buffer) < place:
                return None
            pieces.append(bytes(buffer[start:place]))
            if length < _FULL:
                self._place = place
                return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def _row(self, payload: bytes) -> tuple[Any, ...]:
        place = 0
        row: list[Any] = []
        for encoding, convert in self._converters:
            length = payload[place]
            place += 1
            if length == _NULL:
                row.append(None)
                continue
            if length > _NULL:
                size = 2 if length == _TWO else 3 if length == _THREE else 8
                length = int.from_bytes(payload[place : place + size], "little")
                place += size
            cell: Any = payload[place : place + length]
            place += length
            if encoding is not None:
                cell = cell.decode(encoding)
            row.append(cell if convert is None else convert(cell))
        return tuple(row)

    def _end(self) -> None:
        self._is_done = True
        self._result.unbuffered_active = False
        self._result.connection = None
