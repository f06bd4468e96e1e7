"""Alerting as files, built from what alerting is made of."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from vedette.access.model import Permissions
from vedette.alerting.rules.groups import GroupWriter
from vedette.alerting.settings import AlertingSettings
from vedette.alerting.transfer.export.api import ExportApi
from vedette.alerting.transfer.export.service import Exports
from vedette.alerting.transfer.prometheus.api import ConvertApi
from vedette.alerting.transfer.prometheus.service import ImportedRules
from vedette.app.alert_rules import Rules
from vedette.app.contacts import Contacts
from vedette.app.dashboards import Content
from vedette.app.routing import Routing
from vedette.app.sources import Sources
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.settings import Settings
from vedette.web.routes import Route

if TYPE_CHECKING:
    from vedette.alerting.transfer.provision import AlertingFiles


class Made(msgspec.Struct, frozen=True):
    files: "Callable[[], AlertingFiles]"
    routes: list[Route]


def build(
    database: Database,
    permissions: Permissions,
    clock: Clock,
    settings: Settings,
    data: Sources,
    content: Content,
    rules: Rules,
    told: Contacts,
    routed: Routing,
) -> Made:
    exports = Exports(
        database,
        permissions,
        rules.service,
        told.service,
        told.drafts,
        told.visibility,
        data.registry,
    )
    imported = ImportedRules(database, rules.service, content.folders)
    alerting = settings[AlertingSettings]
    interval = alerting.default_rule_evaluation_interval
    routes = [
        *ExportApi(exports).routes(),
        *ConvertApi(imported, data.service, interval, alerting.min_interval).routes(),
    ]
    return Made(lambda: _files(clock, rules.groups, told, routed), routes)


def _files(clock: Clock, groups: GroupWriter, told: Contacts, routed: Routing) -> "AlertingFiles":
    """Loaded with the first look at files."""
    from vedette.alerting.transfer.provision import BY, AlertingFiles, parts, rule_parts
    from vedette.alerting.transfer.provision.folders import RuleFolders
    from vedette.alerting.transfer.provision.reading import Reader

    folders = RuleFolders(clock, BY)
    made = (
        parts.Points(told.writer, told.drafts),
        parts.Timings(routed.timings),
        parts.Templates(told.templates),
        rule_parts.Rules(groups, folders),
        rule_parts.Groups(groups, folders, clock),
        parts.Policies(routed.policies),
        parts.Inhibitions(routed.inhibitions),
    )
    reader = Reader(groups.rules.defaults, told.templates.checked, inert_settings=told.types.inert)
    return AlertingFiles(reader, made, groups.rules)
