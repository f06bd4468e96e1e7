"""Titles that files pass on to each other in one edit, so that each waits for another."""

from collections.abc import Sequence

import msgspec

from vedette.dashboards.provision.apply import TitleTaken
from vedette.dashboards.provision.memory import Memory
from vedette.dashboards.provision.providers import Provider
from vedette.dashboards.provision.scan import Content, DashboardFile


class Waiting(msgspec.Struct, frozen=True):
    """A file that is not written because another dashboard has its title."""

    provider: Provider
    memory: Memory
    file: DashboardFile
    content: Content
    cause: TitleTaken


def ring(waiting: Sequence[Waiting]) -> list[Waiting]:
    """Files of which each waits for the title of the next one's dashboard, and the last for the
    first one's. Empty where there are none."""
    by_dashboard = {one.cause.dashboard_id: one for one in waiting if one.cause.dashboard_id}
    visited: set[int] = set()
    for start in by_dashboard:
        path: list[int] = []
        at = start
        while at in by_dashboard and at not in visited:
            visited.add(at)
            path.append(at)
            at = by_dashboard[at].cause.holder_id
        if at in path:
            return [by_dashboard[each] for each in path[path.index(at) :]]
    return []
