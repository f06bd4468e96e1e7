"""Preferences: a user's own win over the organization's."""

from typing import Any

from vedette.db.database import Database
from vedette.identity.errors import BadUser
from vedette.identity.store.preferences import PreferenceStore
from vedette.kernel.clock import Clock

ORG = 0
"""The account under which an organization's own preferences are kept."""
_THEMES = ("", "light", "dark", "system")
_DEFAULTS: dict[str, Any] = {
    "theme": "",
    "homeDashboardUID": "",
    "timezone": "",
    "weekStart": "",
    "language": "",
    "palette": "",
    "shortcuts": True,
    "navbar": {"savedItems": []},
    "queryHistory": {"homeTab": ""},
}
_MAX_TEXT = 200


class Profile:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def preferences(self, org_id: int, account_id: int) -> dict[str, Any]:
        async with self._database.reading() as tx:
            stored = await PreferenceStore(tx).get(org_id, account_id)
        return {**_DEFAULTS, **stored}

    async def effective(self, org_id: int, account_id: int) -> dict[str, Any]:
        """What counts for the user: own choice, else the organization's, else the default."""
        async with self._database.reading() as tx:
            store = PreferenceStore(tx)
            layers = await store.get(org_id, ORG), await store.get(org_id, account_id)
        merged = dict(_DEFAULTS)
        for layer in layers:
            merged.update({key: value for key, value in layer.items() if value not in ("", None)})
        return merged

    async def replace(self, org_id: int, account_id: int, sent: dict[str, Any]) -> None:
        """Keys that were not sent go back to their defaults."""
        await self._store(org_id, account_id, _checked(sent))

    async def merge(self, org_id: int, account_id: int, sent: dict[str, Any]) -> None:
        async with self._database.reading() as tx:
            stored = await PreferenceStore(tx).get(org_id, account_id)
        await self._store(org_id, account_id, {**stored, **_checked(sent)})

    async def _store(self, org_id: int, account_id: int, document: dict[str, Any]) -> None:
        async with self._database.transaction() as tx:
            await PreferenceStore(tx).put(org_id, account_id, document, self._clock.now_ms())


def _checked(sent: dict[str, Any]) -> dict[str, Any]:
    known = {key: value for key, value in sent.items() if key in _DEFAULTS and value is not None}
    if known.get("theme", "") not in _THEMES:
        raise BadUser("A theme is light, dark or system.")
    for key, value in known.items():
        if type(value) is not type(_DEFAULTS[key]):
            raise BadUser(f"The preference {key} has the wrong type.")
        if isinstance(value, str) and len(value) > _MAX_TEXT:
            raise BadUser(f"The preference {key} is too long.")
    return known
