"""The live tail: Loki pushes lines as they arrive."""

from collections.abc import AsyncIterator

import msgspec

from vedette.sdk import BadGateway, Caller, Frame, HttpClient, Json
from vedette_plugins.datasources.loki.client import ENCODING, LokiApi
from vedette_plugins.datasources.loki.errors import NotLoki
from vedette_plugins.datasources.loki.lines import lines_frame
from vedette_plugins.datasources.loki.plan import Plan
from vedette_plugins.datasources.loki.reply import CATEGORIZED, Stream

_TAIL, _FORMAT = "/loki/api/v1/tail", "/loki/api/v1/format_query"
_BAD_REQUEST = 400


class _Pushed(msgspec.Struct):
    streams: list[Stream] | None = None
    dropped: list[msgspec.Raw] | None = msgspec.field(name="dropped_entries", default=None)
    flags: list[str] | None = msgspec.field(name="encodingFlags", default=None)


_pushed = msgspec.json.Decoder(_Pushed)


async def tail(
    http: HttpClient, api: LokiApi, plan: Plan, caller: Caller, about: Json, ref_id: str
) -> AsyncIterator[Frame]:
    """Yield one frame per message, the oldest line first; the first frame has existing lines.

    It ends when Loki closes the connection. A notice reports lines that Loki dropped.
    """
    params = [
        ("query", plan.expr),
        ("start", str(plan.start_ns)),
        ("limit", str(plan.limit)),
    ]
    headers = {**caller.forwarded_headers, **ENCODING}
    try:
        async with http.websocket(_TAIL, params=params, headers=headers) as socket:
            async for message in socket.messages():
                frame = _frame(message, about, ref_id)
                if frame is not None:
                    yield frame
    except BadGateway as error:
        if error.detail.get("upstreamStatus") == _BAD_REQUEST:
            # A refused handshake has no message; this query returns the error of the expression.
            await api.resource(_FORMAT, [("query", plan.expr)], caller)
        raise


def _frame(message: bytes, about: Json, ref_id: str) -> Frame | None:
    try:
        pushed = _pushed.decode(message)
        frame = lines_frame(
            pushed.streams or (),
            about,
            ref_id=ref_id,
            is_forward=True,
            is_categorized=CATEGORIZED in (pushed.flags or ()),
        )
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise NotLoki("Cannot read a live message. Check that the URL is that of Loki.") from error
    dropped = len(pushed.dropped or ())
    if not dropped:
        return frame if pushed.streams else None
    text = f"Loki dropped {dropped:,} lines, because they arrive too fast. Narrow the query."
    notice: Json = {"severity": "warning", "text": text}
    return Frame(frame.kind, frame.fields, ref_id, notices=(notice,), meta=about)
