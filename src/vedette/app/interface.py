"""Settings for the user interface, and the directory of its built files."""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from vedette.alerting.settings import AlertingSettings
from vedette.app.addresses import PublicAddress
from vedette.app.identity import Identity, password_rules
from vedette.app.sources import Sources
from vedette.app.version import commit, own_version
from vedette.dashboards.settings import DashboardsSettings
from vedette.datasources.correlations.service import Correlations
from vedette.datasources.frontend import ShownSource, frontend_sources
from vedette.identity.errors import CannotSwitchOrg
from vedette.identity.settings import AnonymousSettings, AuthSettings, UsersSettings
from vedette.kernel.durations import format_duration
from vedette.kernel.principal import Principal
from vedette.sdk import Manifest
from vedette.server.frontend import Frontend, FrontendApi, FrontendSources, Interface
from vedette.server.page import BootData, IndexPage
from vedette.server.sections.interface import (
    DateFormatsSettings,
    ExploreSettings,
    QueryHistorySettings,
)
from vedette.settings import Settings
from vedette.web.call import Call
from vedette.web.headers import HeaderPolicy
from vedette.web.routes import Route


def static_root() -> Path:
    return Path(str(files("vedette.server").joinpath("static")))


class UserInterface(msgspec.Struct, frozen=True):
    page: IndexPage
    routes: list[Route]


def build(
    settings: Settings,
    address: PublicAddress,
    headers: HeaderPolicy,
    people: Identity,
    data: Sources,
    correlations: Correlations,
) -> UserInterface:
    panels = data.registry.built_in_panels()
    ui = Frontend(interface(settings, address, panels), sources(data, correlations))
    page = IndexPage(static_root(), boot_data(ui, people), headers, address.sub_path)
    return UserInterface(page, FrontendApi(ui).routes())


def interface(settings: Settings, address: PublicAddress, panels: Iterable[Manifest]) -> Interface:
    users, auth = settings[UsersSettings], settings[AuthSettings]
    anonymous, dashboards = settings[AnonymousSettings], settings[DashboardsSettings]
    dates = settings[DateFormatsSettings]
    return Interface(
        app_url=address.url,
        sub_path=address.sub_path,
        version=own_version(),
        commit=commit(),
        hide_version=anonymous.hide_version,
        anonymous_enabled=anonymous.enabled,
        login_hint=users.login_hint,
        password_hint=users.password_hint,
        disable_login_form=auth.disable_login_form,
        default_theme=users.default_theme,
        min_refresh_interval=format_duration(dashboards.min_refresh_interval),
        versions_to_keep=dashboards.versions_to_keep,
        explore_enabled=settings[ExploreSettings].enabled,
        viewers_can_edit=users.viewers_can_edit,
        date_formats={
            "fullDate": dates.full_date,
            "interval": {
                "second": dates.interval_second,
                "minute": dates.interval_minute,
                "hour": dates.interval_hour,
                "day": dates.interval_day,
                "month": dates.interval_month,
                "year": dates.interval_year,
            },
            "useBrowserLocale": dates.use_browser_locale,
            "defaultTimezone": dates.default_timezone,
            "defaultWeekStart": dates.default_week_start,
        },
        panels={each.id: {"id": each.id, "name": each.name} for each in panels},
        min_alert_interval=format_duration(settings[AlertingSettings].min_interval),
        query_history_enabled=settings[QueryHistorySettings].enabled,
        min_password_length=password_rules(settings).min_length,
    )


def sources(data: Sources, correlations: Correlations) -> FrontendSources:
    """Return the data sources that a user can select."""

    async def visible(who: Principal) -> tuple[Mapping[str, ShownSource], str]:
        return await frontend_sources(data.service, correlations, data.registry, who)

    return visible


def boot_data(frontend: Frontend, identity: Identity) -> BootData:
    """Return the block of boot data: settings, and the signed-in user.

    A path with `orgId` selects that organization, also for later requests.
    """

    async def stay(call: Call, who: Principal) -> None:
        """Return the call with its principal. A user who left the selected organization gets its
        page with the role None."""
        if who.kind == "user" and b"orgId=" in call.scope["query_string"]:
            with suppress(CannotSwitchOrg):
                await identity.members.switch_org(who.id, who.org_id)

    async def boot(call: Call) -> dict[str, Any]:
        who = call.principal
        if who is None:
            return {"settings": await frontend.settings(None), "user": None}
        settings, user, _ = await asyncio.gather(
            frontend.settings(who), identity.describe(who), stay(call, who)
        )
        return {"settings": settings, "user": user}

    return boot
