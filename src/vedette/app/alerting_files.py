"""Alerting as files, built from what alerting is made of."""

import msgspec

from vedette.access.model import Permissions
from vedette.alerting.settings import AlertingSettings
from vedette.alerting.transfer.export.api import ExportApi
from vedette.alerting.transfer.export.service import Exports
from vedette.alerting.transfer.folders import FolderPaths
from vedette.alerting.transfer.prometheus.api import ConvertApi
from vedette.alerting.transfer.prometheus.service import ImportedRules
from vedette.alerting.transfer.provision import BY, AlertingFiles
from vedette.alerting.transfer.provision.parts import (
    Inhibitions,
    Points,
    Policies,
    Templates,
    Timings,
)
from vedette.alerting.transfer.provision.reading import Reader
from vedette.alerting.transfer.provision.rule_parts import Groups as GroupPart
from vedette.alerting.transfer.provision.rule_parts import Rules as RulePart
from vedette.app.alert_rules import Rules
from vedette.app.contacts import Contacts
from vedette.app.dashboards import Content
from vedette.app.routing import Routing
from vedette.app.sources import Sources
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.settings import Settings
from vedette.web.routes import Route


class Made(msgspec.Struct, frozen=True):
    files: AlertingFiles
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
    groups = rules.groups
    folders = FolderPaths(clock, BY)
    parts = (
        Points(told.writer, told.drafts),
        Timings(routed.timings),
        Templates(told.templates),
        RulePart(groups, folders),
        GroupPart(groups, folders, clock),
        Policies(routed.policies),
        Inhibitions(routed.inhibitions),
    )
    reader = Reader(groups.rules.defaults, told.templates.checked)
    exports = Exports(
        database, permissions, rules.service, told.service, told.drafts, told.visibility
    )
    imported = ImportedRules(database, rules.service, content.folders)
    alerting = settings[AlertingSettings]
    interval = alerting.default_rule_evaluation_interval
    routes = [
        *ExportApi(exports).routes(),
        *ConvertApi(imported, data.service, interval, alerting.min_interval).routes(),
    ]
    return Made(AlertingFiles(reader, parts, groups.rules), routes)
