"""The spans of one trace in columns, read from a response of any size."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec
import orjson

from vedette.sdk import Json, JsonColumn, charge_objects
from vedette_plugins.datasources.tempo.errors import NotTempo
from vedette_plugins.datasources.tempo.otlp import (
    ResourceSpans,
    ScopeSpans,
    Span,
    decode_reply,
    decode_span,
    hex_id,
    key_values,
    kind_name,
    plain,
    status_number,
)

MOST_SPANS = 100_000
_AT_ONCE = 200
_NONE = b"[]"
_SPAN_BYTES = 1_500
"""The size of a span without its texts."""
Pause = Callable[[], Awaitable[None]]


class JsonTexts:
    """JSON values in one buffer: a large trace has many."""

    def __init__(self) -> None:
        self._text = bytearray()
        self._count = 0

    def append(self, text: bytes) -> None:
        if self._count:
            self._text += b","
        self._text += text
        self._count += 1

    def column(self) -> JsonColumn:
        return JsonColumn(bytes(self._text), self._count)


@dataclass(slots=True)
class Spans:
    """One entry per span in each column. Times are nanoseconds."""

    trace_ids: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    services: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    status_codes: list[int] = field(default_factory=list)
    status_messages: list[str] = field(default_factory=list)
    libraries: list[str] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    service_tags: JsonTexts = field(default_factory=JsonTexts)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    logs: JsonTexts = field(default_factory=JsonTexts)
    references: JsonTexts = field(default_factory=JsonTexts)
    tags: JsonTexts = field(default_factory=JsonTexts)
    warnings: JsonTexts = field(default_factory=JsonTexts)
    notices: list[Json] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.ids)


async def read_spans(body: bytes, pause: Pause, most: int = MOST_SPANS) -> Spans:
    """Return at most `most` spans in the order of the response, with a notice if there are more.

    `pause` yields to the event loop every 200 spans. Raises `NotTempo`.
    """
    spans = Spans()
    try:
        reply = decode_reply(body)
        total = 0
        for service, tags, scoped in _scopes(reply.batches_of):
            found = scoped.spans or []
            wanted = found[: max(0, most - total)]
            total += len(found)
            charge_objects((_SPAN_BYTES + len(tags)) * len(wanted))  # Each span repeats the tags.
            scope = scoped.scope or scoped.instrumentation_library
            about = (service, tags, scope.name if scope else "", scope.version if scope else "")
            for start in range(0, len(wanted), _AT_ONCE):
                for raw in wanted[start : start + _AT_ONCE]:
                    _add(spans, decode_span(raw), about)
                await pause()
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise NotTempo(f"The response is not a trace: {error}.") from error
    if total > len(spans):
        text = f"The trace has {total:,} spans. The first {len(spans):,} are shown."
        spans.notices.append({"severity": "warning", "text": text})
    if reply.status == "PARTIAL" or reply.message:
        why = f": {reply.message[:500]}" if reply.message else "."
        spans.notices.append({"severity": "warning", "text": f"The trace is incomplete{why}"})
    return spans


def _scopes(batches: list[ResourceSpans]) -> Iterator[tuple[str, bytes, ScopeSpans]]:
    """Yield each group of spans with the name of its service and the service's tags as JSON."""
    for batch in batches:
        attributes = batch.resource.attributes if batch.resource else None
        tags = key_values(attributes)
        name = next((tag["value"] for tag in tags if tag["key"] == "service.name"), "")
        text = orjson.dumps(tags)
        for scoped in batch.scope_spans or batch.instrumentation_library_spans or ():
            yield str(name), text, scoped


def _add(spans: Spans, span: Span, about: tuple[str, bytes, str, str]) -> None:
    service, service_tags, library, version = about
    start, end = int(span.start_time_unix_nano), int(span.end_time_unix_nano)
    spans.trace_ids.append(hex_id(span.trace_id))
    spans.ids.append(hex_id(span.span_id))
    spans.parents.append(_parent(span.parent_span_id))
    spans.names.append(span.name)
    spans.services.append(service)
    spans.kinds.append(kind_name(span.kind))
    spans.status_codes.append(status_number(span.status))
    spans.status_messages.append(span.status.message if span.status else "")
    spans.libraries.append(library)
    spans.versions.append(version)
    spans.states.append(span.trace_state)
    spans.service_tags.append(service_tags)
    spans.starts.append(start)
    spans.ends.append(max(start, end))
    spans.logs.append(orjson.dumps(_logs(span)) if span.events else _NONE)
    spans.references.append(orjson.dumps(_references(span)) if span.links else _NONE)
    spans.tags.append(orjson.dumps(key_values(span.attributes)) if span.attributes else _NONE)
    spans.warnings.append(_warnings(span, end < start))


def _parent(text: str) -> str:
    found = hex_id(text)
    return "" if not found.strip("0") else found


def _logs(span: Span) -> list[dict[str, Any]]:
    return [
        {
            "timestamp": int(event.time_unix_nano) / 1e6,
            "name": event.name,
            "fields": [
                *([{"key": "event", "value": event.name}] if event.name else []),
                *key_values(event.attributes),
            ],
        }
        for event in span.events or ()
    ]


def _references(span: Span) -> list[dict[str, Any]]:
    return [
        {
            "traceID": hex_id(link.trace_id),
            "spanID": hex_id(link.span_id),
            "tags": [
                {"key": each.key, "value": plain(each.value)} for each in link.attributes or ()
            ],
        }
        for link in span.links or ()
    ]


def _warnings(span: Span, ends_early: bool) -> bytes:
    lost = (
        (span.dropped_attributes_count, "attributes"),
        (span.dropped_events_count, "events"),
        (span.dropped_links_count, "links"),
    )
    texts = [f"{count} {what} were dropped before storage." for count, what in lost if count]
    if ends_early:
        texts.append("The span ends before it starts.")
    return orjson.dumps(texts) if texts else _NONE
