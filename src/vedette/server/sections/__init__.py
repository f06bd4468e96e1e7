"""Every section of the configuration: the server's own and the sum of all."""

from vedette.alerting import settings as alerting
from vedette.cache import settings as cache
from vedette.dashboards.settings import DashboardsSettings
from vedette.datasources import settings as datasources
from vedette.db.settings import DatabaseSettings
from vedette.identity import settings as identity
from vedette.outbound import settings as outbound
from vedette.querying.expressions.settings import ExpressionsSettings
from vedette.server.sections import (
    images,
    interface,
    limits,
    login,
    mail,
    plugins,
    process,
)
from vedette.settings import Section
from vedette.telemetry import settings as telemetry

ALL_SECTIONS: tuple[type[Section], ...] = (
    *process.SECTIONS,
    DatabaseSettings,
    *telemetry.SECTIONS,
    *identity.SECTIONS,
    *login.SECTIONS,
    *outbound.SECTIONS,
    *datasources.SECTIONS,
    DashboardsSettings,
    ExpressionsSettings,
    *plugins.SECTIONS,
    *interface.SECTIONS,
    *cache.SECTIONS,
    *alerting.SECTIONS,
    *images.SECTIONS,
    *mail.SECTIONS,
    *limits.SECTIONS,
)
