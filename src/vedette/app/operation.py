"""Addresses for operators: metrics, quotas, statistics, settings and the description of the API."""

from vedette.access.guard import SERVER_ADMIN
from vedette.app.addresses import session_cookie
from vedette.app.alert_rules import rule_limits
from vedette.app.foundation import Foundation
from vedette.app.identity import Identity
from vedette.app.version import own_version
from vedette.provisioning.api import ProvisioningFilesApi
from vedette.provisioning.engine import Provisioning
from vedette.server.admin import AdminApi
from vedette.server.metrics import MetricsApi
from vedette.server.quotas import QuotasApi
from vedette.server.statistics import StatisticsApi
from vedette.telemetry.settings import MetricsSettings
from vedette.web.routes import Route, RouteTable


def routes(
    base: Foundation, people: Identity, files: Provisioning, table: RouteTable
) -> list[Route]:
    settings, database = base.settings, base.database
    admin = AdminApi(
        lambda: ((one.section, one.key, one.text) for one in settings.shown()),
        table,
        own_version(),
        session_cookie(settings),
    )
    return [
        *MetricsApi(base.metrics, settings[MetricsSettings]).routes(),
        *ProvisioningFilesApi(files, SERVER_ADMIN).routes(),
        *QuotasApi(database, people.orgs, rule_limits(settings).of_org).routes(),
        *StatisticsApi(database, base.clock).routes(),
        *admin.routes(),
    ]
