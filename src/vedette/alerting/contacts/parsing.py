"""Contact points as provisioning files spell them, in both forms.

The flat form (specification 2.6) has one way to reach people: `{name, type, settings}`. The form
of Grafana 10.4 has several: `{name, receivers: [{uid, type, settings}]}`. Both may stand in one
file; flat entries of one name are one contact point.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec.structs import replace

from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.model import Draft
from vedette.sdk import Json


class FilePoint(msgspec.Struct, frozen=True):
    """`org_id` is None where the file names none."""

    org_id: int | None
    name: str
    drafts: tuple[Draft, ...]


def parse_points(entries: Sequence[Json]) -> Sequence[FilePoint]:
    """`contactPoints` of a file, in its order. Raises `BadContact` that names the place."""
    found: dict[tuple[int | None, str], FilePoint] = {}
    for index, entry in enumerate(entries):
        point = parse_point(entry, f"contactPoints[{index}]")
        key = (point.org_id, point.name)
        before = found.get(key)
        if before is not None:
            point = msgspec.structs.replace(before, drafts=(*before.drafts, *point.drafts))
        found[key] = point
    return [msgspec.structs.replace(point, drafts=_with_uids(point)) for point in found.values()]


def parse_point(entry: Json, where: str) -> FilePoint:
    """One entry, in either form; integrations without a uid have none yet."""
    if not isinstance(entry, Mapping):
        raise BadContact(f"{where}: expected a contact point with a name.")
    name = _text(entry, "name", where)
    if not name.strip():
        raise BadContact(f"{where}: name is missing.")
    org_id = entry.get("orgId", entry.get("org_id"))
    if org_id is not None and (isinstance(org_id, bool) or not isinstance(org_id, int)):
        raise BadContact(f"{where}.orgId: expected a whole number.")
    receivers = entry.get("receivers")
    if receivers is None:
        return FilePoint(org_id, name, (_draft(entry, name, where),))
    if not isinstance(receivers, list) or not receivers:
        raise BadContact(f"{where}.receivers: expected a list of at least one receiver.")
    drafts = tuple(
        _draft(each, name, f"{where}.receivers[{place}]") for place, each in enumerate(receivers)
    )
    return FilePoint(org_id, name, drafts)


def _draft(entry: Json, name: str, where: str) -> Draft:
    if not isinstance(entry, Mapping):
        raise BadContact(f"{where}: expected an object with type and settings.")
    type = _text(entry, "type", where)
    if not type:
        raise BadContact(f"{where}: type is missing.")
    resolves = entry.get("disableResolveMessage", False)
    if not isinstance(resolves, bool):
        raise BadContact(f"{where}.disableResolveMessage: expected true or false.")
    secrets = _object(entry, "secureSettings", where)
    return Draft(
        name=name,
        type=type,
        settings=_object(entry, "settings", where),
        uid=_text(entry, "uid", where),
        disable_resolve=resolves,
        secrets={key: str(value) for key, value in secrets.items() if value is not None},
    )


def _with_uids(point: FilePoint) -> tuple[Draft, ...]:
    """A file read again means the same integrations: uids made for it stay the same."""
    made = []
    for index, draft in enumerate(point.drafts):
        before = sum(each.type == draft.type for each in point.drafts[:index])
        text = f"{point.name}\x00{draft.type}\x00{before}"
        generated = "f" + blake2b(text.encode(), digest_size=7).hexdigest()
        made.append(replace(draft, uid=draft.uid or generated))
    return tuple(made)


def _text(entry: Json, key: str, where: str) -> str:
    value = entry.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadContact(f"{where}.{key}: expected a text.")
    return value


def _object(entry: Json, key: str, where: str) -> dict[str, Any]:
    value = entry.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value):
        raise BadContact(f"{where}.{key}: expected an object.")
    return value
