"""The statistics of a query for the query inspector."""

from collections.abc import Iterator
from typing import Any

import orjson

from vedette.sdk import Json

_SHOWN = (
    ("Summary: bytes processed per second", "Bps", ("summary", "bytesProcessedPerSecond")),
    ("Summary: lines processed per second", "", ("summary", "linesProcessedPerSecond")),
    ("Summary: total bytes processed", "decbytes", ("summary", "totalBytesProcessed")),
    ("Summary: total lines processed", "", ("summary", "totalLinesProcessed")),
    ("Summary: exec time", "s", ("summary", "execTime")),
    ("Summary: queue time", "s", ("summary", "queueTime")),
    ("Store: total chunks ref", "", ("querier", "store", "totalChunksRef")),
    ("Store: total chunks downloaded", "", ("querier", "store", "totalChunksDownloaded")),
    ("Store: chunks download time", "s", ("querier", "store", "chunksDownloadTime")),
    ("Store: head chunk bytes", "decbytes", ("querier", "store", "chunk", "headChunkBytes")),
    ("Store: head chunk lines", "", ("querier", "store", "chunk", "headChunkLines")),
    ("Store: decompressed bytes", "decbytes", ("querier", "store", "chunk", "decompressedBytes")),
    ("Store: decompressed lines", "", ("querier", "store", "chunk", "decompressedLines")),
    ("Store: compressed bytes", "decbytes", ("querier", "store", "chunk", "compressedBytes")),
    ("Store: total duplicates", "", ("querier", "store", "chunk", "totalDuplicates")),
    ("Ingester: total reached", "", ("ingester", "totalReached")),
    ("Ingester: total chunks matched", "", ("ingester", "totalChunksMatched")),
    ("Ingester: total batches", "", ("ingester", "totalBatches")),
    ("Ingester: total lines sent", "", ("ingester", "totalLinesSent")),
    ("Ingester: head chunk bytes", "decbytes", ("ingester", "store", "chunk", "headChunkBytes")),
    ("Ingester: head chunk lines", "", ("ingester", "store", "chunk", "headChunkLines")),
    (
        "Ingester: decompressed bytes",
        "decbytes",
        ("ingester", "store", "chunk", "decompressedBytes"),
    ),
    ("Ingester: decompressed lines", "", ("ingester", "store", "chunk", "decompressedLines")),
    ("Ingester: compressed bytes", "decbytes", ("ingester", "store", "chunk", "compressedBytes")),
    ("Ingester: total duplicates", "", ("ingester", "store", "chunk", "totalDuplicates")),
)


def shown_stats(text: bytes) -> list[Json]:
    """Return `[{displayName, value, unit}]`, without statistics that the version of Loki lacks."""
    try:
        stats = orjson.loads(text)
    except orjson.JSONDecodeError:
        return []
    return list(_shown(stats))


def _shown(stats: Any) -> Iterator[Json]:
    for name, unit, path in _SHOWN:
        value = stats
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, int | float):
            shown = {"displayName": name, "value": value}
            yield {**shown, "unit": unit} if unit else shown
