"""Library panels of dashboards that are opened, saved and imported."""

from collections.abc import Collection, Sequence

import orjson
from msgspec.structs import replace

from vedette.access.model import Visible
from vedette.dashboards.body import Body
from vedette.dashboards.library_panels import filled, has_library_panels, library_uids, stripped
from vedette.dashboards.queried_sources import queried_sources
from vedette.dashboards.store.library import LibraryElementStore
from vedette.db.database import Tx

ALL = Visible(everything=True)


async def with_references(tx: Tx, org_id: int, body: Body) -> tuple[Body, Collection[int]]:
    """Return the model as it is stored, with its data sources, and the ids of its elements."""
    if not body.library:
        return body, ()
    store = LibraryElementStore(tx)
    ids = await store.ids_of(org_id, body.library)
    panels = stripped(body.keys, ids)
    if panels is not None:
        body = replace(body, keys={**body.keys, "panels": panels})
    complete = filled(body.text(), await store.fillings(org_id, ids, ALL))
    return replace(body, sources=queried_sources(orjson.loads(complete))), tuple(ids.values())


async def with_elements(
    tx: Tx, org_id: int, bodies: Sequence[str], visible: Visible = ALL
) -> Sequence[str]:
    """Return stored models with their library panels complete, as far as these are visible."""
    if not any(has_library_panels(body) for body in bodies):
        return bodies
    uids = frozenset(
        uid
        for body in bodies
        if has_library_panels(body)
        for uid in library_uids(orjson.loads(body))
    )
    elements = await LibraryElementStore(tx).fillings(org_id, uids, visible)
    return [filled(body, elements) for body in bodies]
