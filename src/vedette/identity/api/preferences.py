"""API of the preferences of users and organizations."""

from typing import Any, TypedDict, cast

from vedette.access.guard import PERSON, SIGNED_IN, needs
from vedette.identity.service.profile import ORG, Profile
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import Route


class Navbar(TypedDict, total=False):
    savedItems: Any


class QueryHistoryPreferences(TypedDict, total=False):
    homeTab: Any


class Preferences(TypedDict, total=False):
    """Preferences that are set. The description of the signed-in user contains all of them."""

    theme: str
    homeDashboardUID: str
    timezone: str
    weekStart: str
    language: str
    palette: str
    shortcuts: bool
    navbar: Navbar
    queryHistory: QueryHistoryPreferences
    cookiePreferences: dict[str, Any]


class NavbarBody(TypedDict, total=False):
    savedItems: Any


class QueryHistoryBody(TypedDict, total=False):
    homeTab: Any


class PreferencesBody(TypedDict, total=False):
    """Preferences of a request. `Profile` validates the values."""

    theme: Any
    homeDashboardId: Any
    homeDashboardUID: Any
    timezone: Any
    weekStart: Any
    language: Any
    navbar: NavbarBody
    queryHistory: QueryHistoryBody
    cookiePreferences: Any
    palette: Any
    shortcuts: Any


class PreferencesApi:
    """The preferences of the caller or, with `of_org`, of the caller's organization."""

    def __init__(self, profile: Profile, *, of_org: bool) -> None:
        self._profile = profile
        self._of_org = of_org

    def routes(self) -> list[Route]:
        path = "/api/org/preferences" if self._of_org else "/api/user/preferences"
        reading = SIGNED_IN if self._of_org else PERSON
        writing = needs("org.users:write") if self._of_org else PERSON
        whose = "the organization" if self._of_org else "the user"
        return [
            Route(
                "GET",
                path,
                self.read,
                reading,
                answer=Preferences,
                summary=f"Get the preferences of {whose}.",
            ),
            Route(
                "PUT",
                path,
                self.replace,
                writing,
                body=PreferencesBody,
                answer=MessageAnswer,
                summary=f"Replace the preferences of {whose}. Omitted preferences are reset.",
            ),
            Route(
                "PATCH",
                path,
                self.merge,
                writing,
                body=PreferencesBody,
                answer=MessageAnswer,
                summary=f"Change some preferences of {whose}.",
            ),
        ]

    async def read(self, call: Call) -> Preferences:
        found = await self._profile.preferences(call.who.org_id, self._owner(call))
        return cast(Preferences, found)

    async def replace(self, call: Call) -> MessageAnswer:
        await self._profile.replace(call.who, self._owner(call), call.body)
        return {"message": "Preferences updated"}

    async def merge(self, call: Call) -> MessageAnswer:
        await self._profile.merge(call.who, self._owner(call), call.body)
        return {"message": "Preferences updated"}

    def _owner(self, call: Call) -> int:
        return ORG if self._of_org else call.who.id
