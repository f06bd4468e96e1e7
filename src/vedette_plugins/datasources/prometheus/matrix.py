"""Reads range results as they arrive: complete series are converted while the rest is received."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec

from vedette.sdk import JsonTally, ReadLimits, charge_objects, check_series
from vedette.sdk.decoding import LARGE
from vedette_plugins.datasources.prometheus import matrix_objects
from vedette_plugins.datasources.prometheus.errors import refused, unreadable
from vedette_plugins.datasources.prometheus.matrix_bytes import (
    BETWEEN_SERIES,
    OtherShape,
    convert,
)
from vedette_plugins.datasources.prometheus.series import SERIES_BYTES, Matrix
from vedette_plugins.datasources.prometheus.timestamps import TimeColumns

BATCH = 256 * 1024
"""Bytes per batch: they stay in the CPU cache and block the event loop for half a millisecond."""
_RESULT = b'"resultType":"matrix","result":['
_HEAD_WITHIN = 4096
_DENSE = 1_000
_MOST_BRACES = 20_000
"""The maximum number of braces of one series that are searched: histograms have many."""
_VALUES = b'"values":[['


async def read_matrix(
    chunks: AsyncIterator[bytes],
    step_ms: int,
    pause: Callable[[], Awaitable[None]],
    limits: ReadLimits | None = None,
) -> Matrix:
    """Read the response of a range query. `pause` yields to the event loop after each batch.

    Raises `NotPrometheus` for another body, and `TooManySeries` beyond the limits.
    """
    reader = MatrixReader(step_ms, limits=limits)
    async for chunk in chunks:
        if reader.is_dense:
            await asyncio.to_thread(reader.feed, chunk)
        elif reader.feed(chunk):
            await pause()
    return reader.finish() if reader.waiting < LARGE else await asyncio.to_thread(reader.finish)


class MatrixReader:
    """Reads a body in pieces. A batch in another format than expected is decoded as objects."""

    def __init__(self, step_ms: int, batch: int = BATCH, limits: ReadLimits | None = None) -> None:
        self._limits = limits
        self._times = TimeColumns(step_ms)
        self._batch = self._wanted = batch
        self._matrix = Matrix()
        self._head: bytes | None = None
        self._chunks: list[bytes] = []
        self._size = 0
        self._counted = 0
        self.is_dense = False
        """Whether there are so many series, at first or in the last batch, that it takes long."""

    @property
    def waiting(self) -> int:
        """The number of bytes that are not read yet."""
        return self._size

    def feed(self, chunk: bytes) -> bool:
        """Takes the next bytes; True where a batch was converted."""
        if self._head is None and not self._chunks:
            self.is_dense = chunk.count(_VALUES) * (BATCH // _DENSE) > len(chunk)
        self._chunks.append(chunk)
        self._size += len(chunk)
        if self._size < self._wanted:
            return False
        body = self._take()
        cut = _last_boundary(body)
        if self._head is None or cut < 0:
            self._charge_unread(body)
            self._keep(body)
            self._wanted = 2 * self._size
            return False
        self._convert(body, cut + 3)
        self._keep(body[cut + 4 :])
        self._wanted = max(self._batch, self._size + self._batch // 2)
        return True

    def finish(self) -> Matrix:
        rest = self._take()
        if len(rest) > self._batch:
            self._charge_unread(rest)
            charge_objects(2 * len(rest))  # Reading extracts the labels and the values.
        try:
            if self._head is None or not self._finish_bytes(self._head, rest):
                self._finish_objects((self._head or b"") + rest)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise unreadable(error) from error
        return self._matrix

    def _take(self) -> bytes:
        body = b"".join(self._chunks)
        self._chunks.clear()
        self._size = 0
        if self._head is None:
            at = body.find(_RESULT, 0, _HEAD_WITHIN)
            if at >= 0:
                self._head = body[: at + len(_RESULT)]
                body = body[at + len(_RESULT) :]
        return body

    def _keep(self, body: bytes) -> None:
        self._chunks.append(body)
        self._size = len(body)

    def _charge_unread(self, body: bytes) -> None:
        """Charge the bytes of an incomplete series; joining pieces copies them."""
        if len(body) > self._counted:
            charge_objects(3 * (len(body) - self._counted) // 2)
            self._counted = len(body)

    def _finish_bytes(self, head: bytes, rest: bytes) -> bool:
        """Read the last series and the end of the body; return False for another format."""
        end = 0
        marker = rest.find(_VALUES, max(0, _last_boundary(rest)))
        if marker >= 0:
            end = rest.find(b"}", marker) + 1
            if rest[end - 4 : end + 1] != b'"]]}]' or rest.find(b"{", marker, end) >= 0:
                return False
        elif not rest.startswith(b"]"):
            return False
        self._add_notices(matrix_objects.decode_envelope(head + rest[end:]))
        if end:
            self._convert(rest, end)
        return True

    def _finish_objects(self, body: bytes) -> None:
        limits = self._limits
        if limits is not None and len(body) > limits.series * matrix_objects.LEAST_BYTES:
            check_series(matrix_objects.count_series(body), limits)
        if len(body) > BATCH:
            tally = JsonTally()
            tally.feed(body)
            charge_objects(tally.objects)
        reply = matrix_objects.decode_reply(body)
        if reply.data is None:
            raise refused(reply.error_type, reply.error, status=502)
        matrix_objects.add_series(self._matrix, reply.data.result)
        self._add_notices(reply)

    def _convert(self, body: bytes, length: int) -> None:
        before = len(self._matrix.series)
        try:
            self._matrix.series += convert(body, length, self._times)
        except (OtherShape, ValueError):
            matrix_objects.add_batch(self._matrix, body[:length])
        found = len(self._matrix.series) - before
        self.is_dense = found > _DENSE
        charge_objects(SERIES_BYTES * found)
        check_series(len(self._matrix.series), self._limits)

    def _add_notices(self, envelope: matrix_objects.Envelope) -> None:
        self._matrix.warnings += envelope.warnings or []
        self._matrix.infos += envelope.infos or []


def _last_boundary(body: bytes) -> int:
    """Return the end of the last series but one, or -1. Searching single bytes is the fastest."""
    brace = body.rfind(b"{")
    for _ in range(_MOST_BRACES):
        if brace < 0:
            break
        start = brace - BETWEEN_SERIES.index(b"{")
        if body.startswith(BETWEEN_SERIES, start):
            return start
        brace = body.rfind(b"{", 0, brace)
    return -1
