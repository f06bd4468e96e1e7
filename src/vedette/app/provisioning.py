"""Provisioning of the operator's files and of the sample dashboards."""

import os
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from vedette.access.guard import SERVER_ADMIN
from vedette.app.foundation import Foundation
from vedette.app.sources import Sources
from vedette.dashboards.service.writer import DashboardWriter
from vedette.db.settings import DatabaseSettings
from vedette.provisioning.api import ProvisioningFilesApi
from vedette.provisioning.engine import Provisioning
from vedette.provisioning.files import Root
from vedette.server.sections.process import PathsSettings, TourSettings
from vedette.settings import Settings, SettingsError
from vedette.web.routes import Route

if TYPE_CHECKING:
    from vedette.alerting.transfer.provision import AlertingFiles
    from vedette.provisioning.kind import ProvisioningKind


def build(
    base: Foundation,
    writer: DashboardWriter,
    sources: Sources,
    alerts: "Callable[[], AlertingFiles]",
) -> tuple[Provisioning, list[Route]]:
    database, clock = base.database, base.clock
    roots = _roots(base.settings)

    def kinds() -> "Sequence[ProvisioningKind]":
        from vedette.alerting.transfer.provision.reading import READING as ALERTING
        from vedette.dashboards.provision.apply import Applier
        from vedette.dashboards.provision.folders import FolderReconciler
        from vedette.dashboards.provision.kind import DashboardsKind
        from vedette.datasources.provision import DataSourceFiles
        from vedette.datasources.provision.files import READING as DATA_SOURCES
        from vedette.provisioning.file_kind import FileKind

        environ, on_errors = dict(os.environ), base.metrics.set_provisioning_errors
        applier = Applier(writer, sources.service.default_of_kind)
        connections = DataSourceFiles(sources.writer, sources.registry)
        return (
            FileKind(connections, roots, database, clock, environ, on_errors, DATA_SOURCES),
            FileKind(FolderReconciler(clock), roots, database, clock, environ, on_errors),
            DashboardsKind(applier, roots, database, clock, environ, on_errors),
            FileKind(alerts(), roots, database, clock, environ, on_errors, ALERTING),
        )

    engine = Provisioning(kinds, database, clock, roots)
    return engine, ProvisioningFilesApi(engine, SERVER_ADMIN).routes()


def _roots(settings: Settings) -> list[Root]:
    """Return the directories. The samples are last, so that the operator's files take
    precedence."""
    directory = Path(settings[PathsSettings].provisioning)
    _check(directory)
    roots = [Root(directory)]
    tour = settings[TourSettings].enabled
    if tour == "true" or (tour == "auto" and settings[DatabaseSettings].is_embedded):
        roots.append(Root(Path(str(files("vedette.samples").joinpath("provisioning"))), "tour/"))
    return roots


def _check(directory: Path) -> None:
    """Raises `SettingsError`. A missing directory is accepted, because it can be mounted later."""
    try:
        next(directory.iterdir(), None)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise SettingsError(
            f"[paths] provisioning: expected a readable directory, but {str(directory)!r} is "
            f"not readable: {error.strerror}."
        ) from error
