"""References to library panels in a dashboard's model.

A dashboard stores only `id`, `title`, `gridPos` and `libraryPanel` of such a panel; the rest comes
from the library element when the dashboard is opened. All other panels keep their bytes.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec

from vedette.kernel.ids import is_uid

MAX_ELEMENTS = 500
"""Different library panels of one dashboard."""
MAX_FILLED_BYTES = 10_000_000
"""Of the models that are put into one dashboard; further panels stay references."""
_STORED = ("id", "title", "gridPos", "libraryPanel")
_OF_DASHBOARD = ("id", "gridPos", "libraryPanel")
_MARK = b'"libraryPanel"'
_Keys = dict[str, msgspec.Raw]
_object = msgspec.json.Decoder(_Keys)
_items = msgspec.json.Decoder(list[msgspec.Raw])


class Filling(msgspec.Struct, frozen=True):
    """What panels get from an element; `model` is JSON of an object."""

    name: str
    version: int
    model: str


def library_uids(model: Mapping[str, Any]) -> frozenset[str]:
    """Return the uids of the library panels of a model, those in rows too."""
    found = dict.fromkeys(uid for panel in _panels(model) if (uid := _uid_of(panel)))
    return frozenset(list(found)[:MAX_ELEMENTS])


def has_library_panels(body: str) -> bool:
    """Return False if the model certainly has none. It is quick."""
    return '"libraryPanel"' in body


def element_model(raw: bytes) -> str:
    """Return the model of a panel as a library element stores it: without its place.

    Raises `msgspec.DecodeError` if it is not a JSON object.
    """
    keys = _object.decode(raw)
    return msgspec.json.encode({k: v for k, v in keys.items() if k not in _OF_DASHBOARD}).decode()


def stripped(keys: Mapping[str, msgspec.Raw], existing: Collection[str]) -> msgspec.Raw | None:
    """Return `panels` with references only, or None if nothing changes.

    Panels of elements that do not exist stay complete, so that nothing is lost.
    """

    def strip(panel: _Keys, uid: str, reference: Mapping[str, Any]) -> _Keys | None:
        if uid not in existing:
            return None
        kept = {key: panel[key] for key in _STORED if key in panel}
        short = {"uid": uid, "name": reference.get("name", "")}
        kept["libraryPanel"] = msgspec.Raw(msgspec.json.encode(short))
        return kept

    return _changed_panels(keys.get("panels"), strip)


def filled(body: str, elements: Mapping[str, Filling]) -> str:
    """Return the model with the panels of these elements complete, up to `MAX_FILLED_BYTES`."""
    if not elements:
        return body
    keys = _object.decode(body)
    room = MAX_FILLED_BYTES

    def fill(panel: _Keys, uid: str, reference: Mapping[str, Any]) -> _Keys | None:
        nonlocal room
        element = elements.get(uid)
        if element is None or len(element.model) > room:
            return None
        room -= len(element.model)
        full = {key: panel[key] for key in _OF_DASHBOARD if key in panel}
        full["libraryPanel"] = msgspec.Raw(
            msgspec.json.encode({"uid": uid, "name": element.name, "version": element.version})
        )
        return {**_object.decode(element.model), **full}

    panels = _changed_panels(keys.get("panels"), fill)
    return body if panels is None else msgspec.json.encode({**keys, "panels": panels}).decode()


_Change = Callable[[_Keys, str, Mapping[str, Any]], _Keys | None]


def _changed_panels(panels: msgspec.Raw | None, change: _Change) -> msgspec.Raw | None:
    if panels is None or _MARK not in bytes(panels):
        return None
    items, is_changed = list[msgspec.Raw](), False
    for raw in _items.decode(panels):
        new = _changed_panel(raw, change) if _MARK in bytes(raw) else None
        items.append(raw if new is None else new)
        is_changed |= new is not None
    return msgspec.Raw(msgspec.json.encode(items)) if is_changed else None


def _changed_panel(raw: msgspec.Raw, change: _Change) -> msgspec.Raw | None:
    """The panel itself if it is one of the library, else a row whose panels changed."""
    panel = _object.decode(raw)
    if "libraryPanel" in panel:
        reference = msgspec.json.decode(panel["libraryPanel"])
        uid = _uid_of({"libraryPanel": reference})
        new = change(panel, uid, reference) if uid else None
        return None if new is None else msgspec.Raw(msgspec.json.encode(new))
    inner = _changed_panels(panel.get("panels"), change)
    if inner is None:
        return None
    return msgspec.Raw(msgspec.json.encode({**panel, "panels": inner}))


def _panels(model: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for panel in _objects(model.get("panels")):
        yield panel
        yield from _objects(panel.get("panels"))


def _uid_of(panel: Mapping[str, Any]) -> str:
    reference = panel.get("libraryPanel")
    uid = reference.get("uid") if isinstance(reference, Mapping) else None
    return uid if isinstance(uid, str) and is_uid(uid) else ""


def _objects(value: object) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []
