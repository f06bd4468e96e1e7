"""The kinds of provisioning files, in the order in which they need each other."""

import os
from collections.abc import Sequence

from vedette.alerting.transfer.provision import AlertingFiles
from vedette.alerting.transfer.provision.reading import READING as ALERTING
from vedette.app.foundation import Foundation
from vedette.app.sources import Sources
from vedette.dashboards.provision.apply import Applier
from vedette.dashboards.provision.folders import FolderReconciler
from vedette.dashboards.provision.kind import DashboardsKind
from vedette.dashboards.service.writer import DashboardWriter
from vedette.datasources.provision import DataSourceFiles
from vedette.datasources.provision.files import READING as DATA_SOURCES
from vedette.provisioning.file_kind import FileKind
from vedette.provisioning.files import Root
from vedette.provisioning.kind import ProvisioningKind


def build(
    base: Foundation,
    writer: DashboardWriter,
    sources: Sources,
    alerts: AlertingFiles,
    roots: Sequence[Root],
) -> Sequence[ProvisioningKind]:
    database, clock = base.database, base.clock
    environ, on_errors = dict(os.environ), base.metrics.set_provisioning_errors
    applier = Applier(writer, sources.service.default_of_kind)
    connections = DataSourceFiles(sources.writer, sources.registry)
    return (
        FileKind(connections, roots, database, clock, environ, on_errors, DATA_SOURCES),
        FileKind(FolderReconciler(clock), roots, database, clock, environ, on_errors),
        DashboardsKind(applier, roots, database, clock, environ, on_errors),
        FileKind(alerts, roots, database, clock, environ, on_errors, ALERTING),
    )
