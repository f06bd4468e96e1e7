"""Log lines of all streams in one frame."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from zlib import crc32

import orjson

from vedette.sdk import Field, FieldType, Frame, FrameKind, Json, charge_objects
from vedette_plugins.datasources.loki.reply import Entry, Stream

_NS_PER_MS = 1_000_000
_ROW_BYTES, _LABEL_BYTES = 500, 200
"""The size of a line without its text, and of a label of a line with labels of its own."""
_COUNTED_FROM = 256 * 1024
_Labels = dict[str, str]


@dataclass(frozen=True, slots=True)
class _Row:
    """A line. `digest` identifies the labels in the row's id."""

    ns: int
    entry: Entry
    labels: _Labels
    kinds: _Labels
    digest: int


@dataclass(slots=True)
class _Rows:
    """The lines of all streams. The labels of a stream are created once and shared."""

    found: list[_Row] = field(default_factory=list)
    size: int = 0

    def add(self, stream: Stream) -> None:
        labels = stream.stream
        kinds = dict.fromkeys(labels, "I")
        digest = _digest(labels)
        self.count(_ROW_BYTES * len(stream.values))
        for entry in stream.values:
            extra = entry.extra
            if extra is None or not (extra.structured_metadata or extra.parsed):
                self.found.append(_Row(int(entry.time), entry, labels, kinds, digest))
                continue
            structured, parsed = extra.structured_metadata or {}, extra.parsed or {}
            self.count(_LABEL_BYTES * (len(labels) + len(structured) + len(parsed)))
            own = {**labels, **structured, **parsed}
            own_kinds = {**kinds, **dict.fromkeys(structured, "S"), **dict.fromkeys(parsed, "P")}
            self.found.append(_Row(int(entry.time), entry, own, own_kinds, _digest(own)))

    def count(self, size: int) -> None:
        self.size += size
        if self.size > _COUNTED_FROM:
            charge_objects(self.size)
            self.size = 0


def lines_frame(
    streams: Iterable[Stream], about: Json, *, ref_id: str, is_forward: bool, is_categorized: bool
) -> Frame:
    """Return a frame with `labels`, `Time`, `Line`, `tsNs`, `labelTypes` if Loki sends them, and
    `id`.

    Types of labels are `I` for indexed, `S` for structured metadata, `P` for parsed. Lines are
    sorted by time; lines of equal times keep Loki's order. Raises `ValueError` for an invalid time.
    """
    rows = _Rows()
    for stream in streams:
        rows.add(stream)
    found = rows.found
    found.sort(key=lambda row: row.ns, reverse=not is_forward)
    fields = [
        Field("labels", FieldType.JSON, [row.labels for row in found]),
        Field(
            "Time",
            FieldType.TIME,
            [row.ns // _NS_PER_MS for row in found],
            nanos=[row.ns % _NS_PER_MS for row in found],
        ),
        Field("Line", FieldType.STRING, [row.entry.line for row in found]),
        Field("tsNs", FieldType.STRING, [row.entry.time for row in found]),
    ]
    if is_categorized:
        kinds = [row.kinds for row in found]
        hidden: Json = {"custom": {"hidden": True}}
        fields.append(Field("labelTypes", FieldType.JSON, kinds, config=hidden))
    fields.append(Field("id", FieldType.STRING, _ids(found)))
    return Frame(FrameKind.LOGS, tuple(fields), ref_id=ref_id, meta=about)


def _ids(rows: Iterable[_Row]) -> list[str]:
    """Return ids that do not depend on the query; equal lines of equal times are numbered."""
    seen: dict[str, int] = {}
    ids = []
    for row in rows:
        key = f"{row.entry.time}_{crc32(row.entry.line.encode(), row.digest):08x}"
        count = seen[key] = seen.get(key, -1) + 1
        ids.append(f"{key}_{count}" if count else key)
    return ids


def _digest(labels: _Labels) -> int:
    return crc32(orjson.dumps(labels, option=orjson.OPT_SORT_KEYS))
