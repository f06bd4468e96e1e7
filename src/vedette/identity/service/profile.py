"""Preferences of users and organizations. A user's preferences take precedence."""

from collections.abc import Awaitable, Callable
from typing import Any

from vedette.db.database import Database
from vedette.identity.errors import BadUser
from vedette.identity.store.preferences import PreferenceStore
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal
from vedette.kernel.zones import is_time_zone

FindDashboard = Callable[[Principal, str, int], Awaitable[str]]
"""Returns the uid of the dashboard with a uid or, if the uid is empty, an id. Raises if the caller
can see no such dashboard."""
ORG = 0
"""The account id under which preferences of an organization are stored."""
_CHOICES = {
    "theme": ("", "light", "dark", "system"),
    "weekStart": ("", "browser", "saturday", "sunday", "monday"),
}
_ZONES = ("", "browser", "utc")
"""Values in addition to the IANA database."""
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
    "cookiePreferences": {},
}
_MAX_TEXT = 200


class Profile:
    def __init__(
        self, database: Database, clock: Clock, find_dashboard: FindDashboard | None = None
    ) -> None:
        self._database = database
        self._clock = clock
        self._find_dashboard = find_dashboard

    async def preferences(self, org_id: int, account_id: int) -> dict[str, Any]:
        """Return the preferences that are set."""
        async with self._database.reading() as tx:
            stored = await PreferenceStore(tx).get(org_id, account_id)
        return {key: value for key, value in stored.items() if value != _DEFAULTS.get(key)}

    async def effective(self, org_id: int, account_id: int) -> dict[str, Any]:
        """Return the preferences in effect: those of the user, of the organization, or the
        defaults."""
        async with self._database.reading() as tx:
            layers = await PreferenceStore(tx).of_each(org_id, (ORG, account_id))
        merged = dict(_DEFAULTS)
        for layer in layers:
            merged.update({key: value for key, value in layer.items() if value not in ("", None)})
        return merged

    async def replace(self, who: Principal, account_id: int, sent: dict[str, Any]) -> None:
        """Set preferences. Omitted keys are reset to their defaults."""
        await self._store(who.org_id, account_id, await self._checked(who, sent))

    async def merge(self, who: Principal, account_id: int, sent: dict[str, Any]) -> None:
        checked = await self._checked(who, sent)
        async with self._database.reading() as tx:
            stored = await PreferenceStore(tx).get(who.org_id, account_id)
        await self._store(who.org_id, account_id, {**stored, **checked})

    async def _store(self, org_id: int, account_id: int, document: dict[str, Any]) -> None:
        async with self._database.transaction() as tx:
            await PreferenceStore(tx).put(org_id, account_id, document, self._clock.now_ms())

    async def _checked(self, who: Principal, sent: dict[str, Any]) -> dict[str, Any]:
        """Return the known keys. The home dashboard is stored with its uid."""
        known = _known(sent)
        uid, number = known.get("homeDashboardUID"), 0
        if uid is None and (sent_number := sent.get("homeDashboardId")) is not None:
            if type(sent_number) is not int:
                raise BadUser("The preference homeDashboardId must be a number.")
            uid, number = "", sent_number
        if (uid or number) and self._find_dashboard is not None:
            uid = await self._find_dashboard(who, uid or "", number)
        return known if uid is None else {**known, "homeDashboardUID": uid}


def _known(sent: dict[str, Any]) -> dict[str, Any]:
    known = {key: value for key, value in sent.items() if key in _DEFAULTS and value is not None}
    for key, value in known.items():
        if type(value) is not type(_DEFAULTS[key]):
            raise BadUser(f"The preference {key} has the wrong type.")
        if isinstance(value, str) and len(value) > _MAX_TEXT:
            raise BadUser(f"The preference {key} is too long.")
        if key in _CHOICES and value not in _CHOICES[key]:
            choices = ", ".join(filter(None, _CHOICES[key]))
            raise BadUser(f"The preference {key} must be empty or one of {choices}.")
    zone = known.get("timezone", "")
    if zone not in _ZONES and not is_time_zone(zone):
        raise BadUser(
            "The preference timezone must be utc, browser or an IANA time zone such as "
            "Europe/Berlin."
        )
    return known
