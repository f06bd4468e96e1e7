"""Settings that the user interface requests first: the server's features and data sources."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypedDict

import msgspec

from vedette.access.guard import OPEN
from vedette.datasources.frontend import ShownSource
from vedette.kernel.principal import Principal
from vedette.server.health import COMPATIBLE_VERSION
from vedette.web.call import Call
from vedette.web.routes import Route

FrontendSources = Callable[[Principal], Awaitable[tuple[Mapping[str, ShownSource], str]]]
"""Data sources by name for the user interface, and the name of the default one."""


class LicenseInfo(TypedDict):
    edition: str
    expiry: int
    stateInfo: str
    licenseUrl: str
    enabledFeatures: dict[str, Any]


class NotOffered(TypedDict):
    rendererAvailable: bool
    featureToggles: dict[str, bool]
    oauth: dict[str, Any]
    authProxyEnabled: bool
    ldapEnabled: bool
    disableUserSignUp: bool
    verifyEmailEnabled: bool
    editorsCanAdmin: bool
    snapshotEnabled: bool
    publicDashboardsEnabled: bool
    licenseInfo: LicenseInfo


class DateIntervals(TypedDict):
    second: str
    minute: str
    hour: str
    day: str
    month: str
    year: str


class DateFormats(TypedDict):
    fullDate: str
    interval: DateIntervals
    useBrowserLocale: bool
    defaultTimezone: str
    defaultWeekStart: str


_NOT_OFFERED: NotOffered = {
    "rendererAvailable": False,
    "featureToggles": {},
    "oauth": {},
    "authProxyEnabled": False,
    "ldapEnabled": False,
    "disableUserSignUp": True,
    "verifyEmailEnabled": False,
    "editorsCanAdmin": False,
    "snapshotEnabled": False,
    "publicDashboardsEnabled": False,
    "licenseInfo": {
        "edition": "Open Source",
        "expiry": 0,
        "stateInfo": "",
        "licenseUrl": "",
        "enabledFeatures": {},
    },
}
"""Settings that clients read and for which this server has no feature."""


class PanelType(TypedDict):
    id: str
    name: str


class Interface(msgspec.Struct, frozen=True):
    app_url: str
    sub_path: str
    version: str
    commit: str
    hide_version: bool
    anonymous_enabled: bool
    login_hint: str
    password_hint: str
    disable_login_form: bool
    default_theme: str
    min_refresh_interval: str
    versions_to_keep: int
    explore_enabled: bool
    viewers_can_edit: bool
    date_formats: DateFormats
    panels: Mapping[str, PanelType]
    min_alert_interval: str
    query_history_enabled: bool
    min_password_length: int


class BuildInfo(TypedDict):
    version: str
    vedetteVersion: str
    commit: str
    buildstamp: int
    edition: str
    env: str
    hideVersion: bool
    latestVersion: str
    hasUpdate: bool


class UnifiedAlerting(TypedDict):
    minInterval: str


class FrontendSettings(NotOffered):
    appUrl: str
    appSubUrl: str
    buildInfo: BuildInfo
    datasources: Mapping[str, ShownSource]
    defaultDatasource: str
    panels: Mapping[str, PanelType]
    apps: dict[str, Any]
    anonymousEnabled: bool
    loginHint: str
    passwordHint: str
    disableLoginForm: bool
    defaultTheme: str
    minRefreshInterval: str
    dashboardVersionsToKeep: int
    dateFormats: DateFormats
    exploreEnabled: bool
    viewersCanEdit: bool
    queryHistoryEnabled: bool
    unifiedAlertingEnabled: bool
    unifiedAlerting: UnifiedAlerting
    minPasswordLength: int
    rbacEnabled: bool
    rootFolderUID: str
    sharedWithMeFolderUID: str


class Frontend:
    def __init__(self, interface: Interface, sources: FrontendSources) -> None:
        self._interface = interface
        self._sources = sources

    async def settings(self, who: Principal | None) -> FrontendSettings:
        interface = self._interface
        sources, default = await self._sources(who) if who is not None else ({}, "")
        hide = interface.hide_version and (who is None or who.kind == "anonymous")
        return {
            "appUrl": interface.app_url,
            "appSubUrl": interface.sub_path,
            "buildInfo": {
                "version": "" if hide else COMPATIBLE_VERSION,
                "vedetteVersion": "" if hide else interface.version,
                "commit": "" if hide else interface.commit,
                "buildstamp": 0,
                "edition": "Open Source",
                "env": "production",
                "hideVersion": hide,
                "latestVersion": "",
                "hasUpdate": False,
            },
            "datasources": sources,
            "defaultDatasource": default,
            "panels": interface.panels if who is not None else {},
            "apps": {},
            "anonymousEnabled": interface.anonymous_enabled,
            "loginHint": interface.login_hint,
            "passwordHint": interface.password_hint,
            "disableLoginForm": interface.disable_login_form,
            "defaultTheme": interface.default_theme,
            "minRefreshInterval": interface.min_refresh_interval,
            "dashboardVersionsToKeep": interface.versions_to_keep,
            "dateFormats": interface.date_formats,
            "exploreEnabled": interface.explore_enabled,
            "viewersCanEdit": interface.viewers_can_edit,
            "queryHistoryEnabled": interface.query_history_enabled,
            "unifiedAlertingEnabled": True,
            "unifiedAlerting": {"minInterval": interface.min_alert_interval},
            "minPasswordLength": interface.min_password_length,
            "rbacEnabled": True,
            "rootFolderUID": "general",
            "sharedWithMeFolderUID": "sharedwithme",
            **_NOT_OFFERED,
        }


class FrontendApi:
    def __init__(self, frontend: Frontend) -> None:
        self._frontend = frontend

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/frontend/settings",
                self.settings,
                OPEN,
                answer=FrontendSettings,
                summary="Return the settings for user interfaces.",
            )
        ]

    async def settings(self, call: Call) -> FrontendSettings:
        return await self._frontend.settings(call.principal)
