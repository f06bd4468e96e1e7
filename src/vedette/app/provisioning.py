"""The files that are applied: the operator's, and the tour where it is wanted."""

import os
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from vedette.access.guard import SERVER_ADMIN
from vedette.app.sources import Sources
from vedette.dashboards.service.writer import DashboardWriter
from vedette.db.database import Database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import Clock
from vedette.provisioning.api import ProvisioningFilesApi
from vedette.provisioning.engine import Provisioning
from vedette.provisioning.files import Root
from vedette.server.sections.process import PathsSettings, TourSettings
from vedette.settings import Settings, SettingsError
from vedette.telemetry.metrics import Metrics
from vedette.web.routes import Route

if TYPE_CHECKING:
    from vedette.alerting.transfer.provision import AlertingFiles
    from vedette.provisioning.kind import Kind


def build(
    database: Database,
    clock: Clock,
    settings: Settings,
    metrics: Metrics,
    writer: DashboardWriter,
    sources: Sources,
    alerts: "Callable[[], AlertingFiles]",
) -> tuple[Provisioning, list[Route]]:
    roots = _roots(settings)

    def kinds() -> "Sequence[Kind]":
        from vedette.alerting.transfer.provision.reading import READING as ALERTING
        from vedette.dashboards.provision.apply import Applier
        from vedette.dashboards.provision.folders import FolderReconciler
        from vedette.dashboards.provision.kind import DashboardsKind
        from vedette.datasources.provision import DataSourceFiles
        from vedette.datasources.provision.files import READING as DATA_SOURCES
        from vedette.provisioning.kind import FileKind

        environ, told = dict(os.environ), metrics.set_provisioning_errors
        applier = Applier(writer, sources.service.default_of_kind)
        connections = DataSourceFiles(sources.writer, sources.registry)
        return (
            FileKind(connections, roots, database, clock, environ, told, DATA_SOURCES),
            FileKind(FolderReconciler(clock), roots, database, clock, environ, told),
            DashboardsKind(applier, roots, database, clock, environ, told),
            FileKind(alerts(), roots, database, clock, environ, told, ALERTING),
        )

    engine = Provisioning(kinds, database, clock, roots)
    return engine, ProvisioningFilesApi(engine, SERVER_ADMIN).routes()


def _roots(settings: Settings) -> list[Root]:
    """The tour comes last, so that the operator's files win where both name one thing."""
    given = Path(settings[PathsSettings].provisioning)
    _check(given)
    roots = [Root(given)]
    wanted = settings[TourSettings].enabled
    if wanted == "true" or (wanted == "auto" and settings[DatabaseSettings].is_embedded):
        roots.append(Root(Path(str(files("vedette.samples").joinpath("provisioning"))), "tour/"))
    return roots


def _check(directory: Path) -> None:
    """Raises `SettingsError`. A directory that does not exist may be mounted or made later."""
    try:
        next(directory.iterdir(), None)
    except FileNotFoundError:
        pass
    except OSError as error:
        raise SettingsError(
            "[paths] provisioning: expected a directory that can be read, and"
            f" {str(directory)!r} cannot: {error.strerror}."
        ) from error
