"""Titles that files exchange in one edit, so that each waits for another."""

from collections.abc import Sequence

import msgspec

from vedette.dashboards.provision.apply import FileTitleTaken
from vedette.dashboards.provision.memory import ProviderMemory
from vedette.dashboards.provision.providers import Provider
from vedette.dashboards.provision.scan import DashboardFile, DashboardFileContent
from vedette.provisioning.cycles import cycles


class PendingTitle(msgspec.Struct, frozen=True):
    """A file that is not written because another dashboard has its title."""

    provider: Provider
    memory: ProviderMemory
    file: DashboardFile
    content: DashboardFileContent
    cause: FileTitleTaken


def title_cycles(waiting: Sequence[PendingTitle]) -> Sequence[Sequence[PendingTitle]]:
    """Return the cycles: each file waits for the title of the next one's dashboard."""
    by_dashboard = {one.cause.dashboard_id: one for one in waiting if one.cause.dashboard_id}
    found = cycles({id: one.cause.holder_id for id, one in by_dashboard.items()})
    return [[by_dashboard[id] for id in cycle] for cycle in found]
