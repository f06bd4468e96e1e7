"""Explore: correlations, query history and saved queries, built from the configuration."""

import msgspec

from vedette.app.foundation import Foundation
from vedette.datasources.correlations.api import CorrelationsApi
from vedette.datasources.correlations.service import Correlations
from vedette.datasources.service import DataSources
from vedette.explore.api import QueryHistoryApi, SavedApi
from vedette.explore.service import QueryHistory, SavedQueries
from vedette.server.sections.interface import QueryHistorySettings
from vedette.server.sections.limits import QuotaSettings
from vedette.web.routes import Route


class Explore(msgspec.Struct, frozen=True):
    history: QueryHistory
    correlations: Correlations
    routes: list[Route]


def build(base: Foundation, sources: DataSources) -> Explore:
    database, permissions, clock = base.database, base.permissions, base.clock
    quota = base.settings[QuotaSettings]
    most = quota.global_correlations_count if quota.enabled else -1
    correlations = Correlations(database, permissions, clock, most if most >= 0 else None)
    history = QueryHistory(database, clock)
    enabled = base.settings[QueryHistorySettings].enabled
    routes = [
        *CorrelationsApi(sources, correlations).routes(),
        *QueryHistoryApi(history, permissions, enabled=enabled).routes(),
        *SavedApi(SavedQueries(database, permissions, clock), permissions).routes(),
    ]
    return Explore(history, correlations, routes)
