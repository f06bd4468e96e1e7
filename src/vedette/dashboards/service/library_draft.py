"""Values of library elements: checked, and put together for the store."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import orjson
from msgspec.structs import replace

from vedette.dashboards.library_errors import BadElement
from vedette.dashboards.library_panels import element_model
from vedette.dashboards.model import LibraryElement
from vedette.dashboards.store.library import LibraryElementStore
from vedette.db.database import Tx
from vedette.kernel.ids import is_uid
from vedette.kernel.json import BadJson, check_limits
from vedette.kernel.principal import Principal
from vedette.kernel.text import has_control

PANEL, VARIABLE = 1, 2
MAX_NAME, MAX_MODEL_BYTES, MAX_PER_ORG = 150, 250_000, 10_000


class ExportedElement(msgspec.Struct, frozen=True):
    """An entry of `__elements` of an exported dashboard; `model` is JSON."""

    uid: str
    name: str
    kind: int
    model: bytes


def new_element(
    who: Principal, folder_uid: str, uid: str, name: str, kind: int, now: int
) -> LibraryElement:
    """An element without a model."""
    return LibraryElement(
        id=0,
        org_id=who.org_id,
        uid=uid,
        folder_uid=folder_uid,
        folder_path="",
        name=name,
        kind=kind,
        type="",
        description="",
        model="{}",
        version=1,
        created=now,
        created_by=who.login,
        created_by_id=who.id,
        updated=now,
        updated_by=who.login,
        updated_by_id=who.id,
    )


def with_model(element: LibraryElement, raw: bytes) -> LibraryElement:
    """Return the element with this model, and the type and description that it names.

    Raises `BadElement`.
    """
    if len(raw) > MAX_MODEL_BYTES:
        raise BadElement(f"The model has {len(raw)} bytes. The limit is {MAX_MODEL_BYTES}.")
    try:
        check_limits(raw)
        model = element_model(raw)
        keys: dict[str, Any] = orjson.loads(model)
    except (BadJson, msgspec.DecodeError, orjson.JSONDecodeError) as error:
        raise BadElement(f"The model is not a JSON object that can be stored: {error}.") from error
    type_, description = keys.get("type"), keys.get("description")
    return replace(
        element,
        model=model,
        type=type_[:200] if isinstance(type_, str) else "",
        description=description if isinstance(description, str) else "",
    )


async def insert_element(tx: Tx, element: LibraryElement) -> None:
    """Raises `UniqueViolation`, and `BadElement` if the organization has too many."""
    store = LibraryElementStore(tx)
    if await store.count(element.org_id) >= MAX_PER_ORG:
        raise BadElement(f"An organization can have at most {MAX_PER_ORG} library elements.")
    await store.insert(element)


def checked_name(name: str) -> str:
    """The name without outer blanks. Raises `BadElement`."""
    text = name.strip()
    if not text:
        raise BadElement("The name of a library element cannot be empty.")
    if len(text) > MAX_NAME or has_control(text):
        raise BadElement(
            f"The name of a library element can have at most {MAX_NAME} characters, and no "
            "control characters."
        )
    return text


def checked_kind(kind: int) -> int:
    """Raises `BadElement`."""
    if kind not in (PANEL, VARIABLE):
        raise BadElement("the element kind is not supported: send 1 for a panel, 2 for a variable.")
    return kind


def exported_elements(model: Mapping[str, Any]) -> Sequence[ExportedElement]:
    """What `__elements` of a model has, without entries that are none."""
    entries = model.get("__elements")
    if not isinstance(entries, Mapping):
        return ()
    return [
        ExportedElement(uid, entry["name"], PANEL, orjson.dumps(entry["model"]))
        for uid, entry in entries.items()
        if isinstance(entry, Mapping)
        and is_uid(uid)
        and isinstance(entry.get("name"), str)
        and isinstance(entry.get("model"), Mapping)
        and entry.get("kind", PANEL) == PANEL
    ]


async def insert_missing(
    tx: Tx, who: Principal, folder_uid: str, elements: Sequence[ExportedElement], now: int
) -> None:
    """Create the elements whose uids the organization does not have yet, in this folder.

    An element whose name is taken in the folder gets its uid behind the name.
    """
    existing = await LibraryElementStore(tx).ids_of(who.org_id, {each.uid for each in elements})
    for each in elements:
        if each.uid in existing:
            continue
        name = checked_name(each.name)
        if await LibraryElementStore(tx).is_taken(who.org_id, folder_uid, each.kind, name):
            name = f"{name[: MAX_NAME - 43]} ({each.uid})"
        element = new_element(who, folder_uid, each.uid, name, each.kind, now)
        await insert_element(tx, with_model(element, each.model))
