"""The model of a dashboard as text, which is checked once and changed only in the server's keys.

Everything else keeps its bytes: the order of keys, `1.0`, big integers, unknown keys.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import msgspec
import orjson

from vedette.dashboards.errors import BadDashboard, DashboardTooLarge, TitleMissing
from vedette.dashboards.library_panels import library_uids
from vedette.dashboards.queried_sources import queried_sources
from vedette.kernel.durations import BadDuration, format_duration, parse_duration
from vedette.kernel.ids import is_uid
from vedette.kernel.json import BadJson, check_limits, fault
from vedette.kernel.text import has_control

MAX_BYTES = 2_000_000
MAX_TITLE = 255
MAX_TAGS, MAX_TAG = 100, 100
_MAX_WHOLE = 2**53
_LARGE = 64 * 1024
_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])


class Body(msgspec.Struct, frozen=True):
    """The checked model of a dashboard. Absent `id` and `version` are 0, an absent `uid` is
    empty."""

    keys: Mapping[str, msgspec.Raw]
    id: int
    uid: str
    title: str
    tags: tuple[str, ...]
    version: int
    refresh: str
    sources: Mapping[str, int]
    """Data sources it asks, each with the number of panels that do."""
    library: frozenset[str] = frozenset()
    """Uids of the library panels that it shows."""

    def text(self, **changed: int | str | None) -> str:
        """Return the model as JSON with these top-level keys set. An empty `title` keeps the
        current one."""
        keys = dict(self.keys)
        keys.update({name: msgspec.Raw(orjson.dumps(value)) for name, value in changed.items()})
        return msgspec.json.encode(keys).decode()


def _no_check(model: Mapping[str, Any]) -> None:
    pass


def read_body(
    raw: bytes,
    *,
    max_bytes: int = MAX_BYTES,
    check: Callable[[Mapping[str, Any]], None] = _no_check,
) -> Body:
    """Raises `BadDashboard` or `DashboardTooLarge`, and what `check` of the model raises.

    Models are refused that exceed `max_bytes` or 64 levels, or that have duplicate keys, NaN,
    infinities, a missing or too long title, or an invalid uid.
    """
    if len(raw) > max_bytes:
        raise DashboardTooLarge(f"The dashboard has {len(raw)} bytes. The limit is {max_bytes}.")
    try:
        check_limits(raw)
        model = orjson.loads(raw)
    except BadJson as error:
        raise BadDashboard(str(error)) from error
    except orjson.JSONDecodeError as error:
        raise BadDashboard(f"The dashboard is not valid JSON: {fault(error)}.") from error
    if not isinstance(model, dict):
        raise BadDashboard("The dashboard must be a JSON object.")
    _refuse_repeated_keys(raw)
    check(model)
    return Body(
        keys=_decoder.decode(raw),
        id=_whole(model, "id"),
        uid=_uid(model),
        title=check_title(model.get("title")),
        tags=_tags(model),
        version=_whole(model, "version"),
        refresh=model["refresh"] if isinstance(model.get("refresh"), str) else "",
        sources=queried_sources(model),
        library=library_uids(model),
    )


async def read_body_apart(
    raw: bytes,
    *,
    max_bytes: int = MAX_BYTES,
    check: Callable[[Mapping[str, Any]], None] = _no_check,
) -> Body:
    """Read like `read_body`, a large model in a thread, so that it holds no other request."""
    if len(raw) < _LARGE:
        return read_body(raw, max_bytes=max_bytes, check=check)
    return await asyncio.to_thread(read_body, raw, max_bytes=max_bytes, check=check)


def check_title(title: object, what: str = "Dashboard") -> str:
    """Return the title without surrounding white space. Raises `BadDashboard`."""
    text = title.strip() if isinstance(title, str) else ""
    if not text:
        raise TitleMissing(what)
    if len(text) > MAX_TITLE:
        raise BadDashboard(f"{what} title has {len(text)} characters. The limit is {MAX_TITLE}.")
    if has_control(text):
        raise BadDashboard(f"{what} title contains a control character.")
    return text


def raised_refresh(refresh: str, least: timedelta) -> str | None:
    """Return the interval to store if `refresh` is shorter than allowed, else None."""
    try:
        if not refresh or parse_duration(refresh) >= least:
            return None
    except BadDuration:
        return None
    return format_duration(least)


def _refuse_repeated_keys(raw: bytes) -> None:
    def pairs(items: list[tuple[str, Any]]) -> None:
        if len({key for key, _ in items}) != len(items):
            seen: set[str] = set()
            for key, _ in items:
                if key in seen:
                    raise BadDashboard(f"The dashboard contains the key {key[:80]!r} twice.")
                seen.add(key)

    json.loads(raw, object_pairs_hook=pairs, parse_int=len, parse_float=len)


def _whole(model: Mapping[str, Any], key: str) -> int:
    value = model.get(key)
    if value is None:
        return 0
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _MAX_WHOLE:
        raise BadDashboard(f"The dashboard's {key} must be a whole number.")
    return value


def _uid(model: Mapping[str, Any]) -> str:
    uid = model.get("uid")
    if uid is None or uid == "":
        return ""
    if not isinstance(uid, str) or not is_uid(uid):
        if isinstance(uid, str) and len(uid) > 40:
            raise BadDashboard("uid too long, max 40 characters")
        raise BadDashboard("uid contains illegal characters")
    return uid


def _tags(model: Mapping[str, Any]) -> tuple[str, ...]:
    tags = model.get("tags")
    if not isinstance(tags, list):
        return ()
    words = [tag.strip() for tag in tags if isinstance(tag, str)]
    if len(words) > MAX_TAGS or any(len(word) > MAX_TAG or "\0" in word for word in words):
        raise BadDashboard(
            f"A dashboard can have at most {MAX_TAGS} tags of {MAX_TAG} characters each."
        )
    return tuple(dict.fromkeys(word for word in words if word))
