"""Import, export and provisioning files of alerting, built from its services."""

from typing import TYPE_CHECKING

from vedette.alerting.rules.groups import GroupWriter
from vedette.alerting.settings import AlertingSettings
from vedette.alerting.transfer.export.api import ExportApi
from vedette.alerting.transfer.export.service import Exports
from vedette.alerting.transfer.prometheus.api import ConvertApi
from vedette.alerting.transfer.prometheus.service import ImportedRules
from vedette.app.alert_rules import RuleServices
from vedette.app.contacts import Contacts
from vedette.app.foundation import Foundation
from vedette.app.routing import Routing
from vedette.app.sources import Sources
from vedette.dashboards.service.folders import Folders
from vedette.kernel.clock import Clock
from vedette.plugins.registry import PluginRegistry
from vedette.web.routes import Route

if TYPE_CHECKING:
    from vedette.alerting.transfer.provision import AlertingFiles


def export_routes(
    base: Foundation, rules: RuleServices, contact_points: Contacts, registry: PluginRegistry
) -> list[Route]:
    exports = Exports(
        base.database,
        base.permissions,
        rules.service,
        contact_points.service,
        contact_points.drafts,
        contact_points.visibility,
        registry,
    )
    return ExportApi(exports).routes()


def import_routes(
    base: Foundation, rules: RuleServices, folders: Folders, data: Sources
) -> list[Route]:
    alerting = base.settings[AlertingSettings]
    imported = ImportedRules(base.database, rules.service, folders)
    interval = alerting.default_rule_evaluation_interval
    return ConvertApi(imported, data.service, interval, alerting.min_interval).routes()


def files(
    clock: Clock, groups: GroupWriter, contact_points: Contacts, routing: Routing
) -> "AlertingFiles":
    """Return what applies provisioning files. Its modules are imported at the first call."""
    from vedette.alerting.transfer.provision import BY, AlertingFiles, parts, rule_parts
    from vedette.alerting.transfer.provision.folders import RuleFolders
    from vedette.alerting.transfer.provision.reading import AlertingFileReader

    folders = RuleFolders(clock, BY)
    all_parts = (
        parts.Points(contact_points.writer, contact_points.drafts),
        parts.TimingsPart(routing.timings),
        parts.Templates(contact_points.templates),
        rule_parts.RulesPart(groups, folders),
        rule_parts.GroupsPart(groups, folders, clock),
        parts.Policies(routing.policies),
        parts.Inhibitions(routing.inhibitions),
    )
    reader = AlertingFileReader(
        groups.rules.defaults,
        contact_points.templates.checked,
        inert_settings=contact_points.types.inert,
    )
    return AlertingFiles(reader, all_parts, groups.rules)
