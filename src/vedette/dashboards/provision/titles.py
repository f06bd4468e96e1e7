"""Titles that files pass on to each other in one edit, so that each waits for another."""

from collections.abc import Sequence

import msgspec

from vedette.dashboards.provision.apply import FileTitleTaken
from vedette.dashboards.provision.memory import ProviderMemory
from vedette.dashboards.provision.providers import Provider
from vedette.dashboards.provision.scan import DashboardFile, DashboardFileContent
from vedette.provisioning.circles import circles


class PendingTitle(msgspec.Struct, frozen=True):
    """A file that is not written because another dashboard has its title."""

    provider: Provider
    memory: ProviderMemory
    file: DashboardFile
    content: DashboardFileContent
    cause: FileTitleTaken


def rings(waiting: Sequence[PendingTitle]) -> Sequence[Sequence[PendingTitle]]:
    """Files of which each waits for the title of the next one's dashboard, and the last for the
    first one's."""
    by_dashboard = {one.cause.dashboard_id: one for one in waiting if one.cause.dashboard_id}
    found = circles({id: one.cause.holder_id for id, one in by_dashboard.items()})
    return [[by_dashboard[id] for id in ring] for ring in found]
