"""Provisioning of the operator's files and of the sample dashboards."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vedette.db.database import Database
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import Clock
from vedette.provisioning.engine import Provisioning
from vedette.provisioning.files import Root
from vedette.server.sections.process import PathsSettings, TourSettings
from vedette.settings import Settings, SettingsError

if TYPE_CHECKING:
    from vedette.provisioning.kind import ProvisioningKind

_TOUR = Path(__file__).parents[1] / "samples" / "provisioning"


def build(
    settings: Settings,
    database: Database,
    clock: Clock,
    kinds: "Callable[[Sequence[Root]], Sequence[ProvisioningKind]]",
) -> Provisioning:
    roots = _roots(settings)
    return Provisioning(lambda: kinds(roots), database, clock, roots)


def _roots(settings: Settings) -> list[Root]:
    """Return the directories. The samples are last, so that the operator's files take
    precedence."""
    directory = Path(settings[PathsSettings].provisioning)
    _check(directory)
    roots = [Root(directory)]
    tour = settings[TourSettings].enabled
    if tour == "true" or (tour == "auto" and settings[DatabaseSettings].is_embedded):
        roots.append(Root(_TOUR, "tour/"))
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
