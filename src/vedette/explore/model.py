"""The model of the query history and of saved queries. Times are in milliseconds since the
epoch."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from vedette.explore.errors import BadQueries

MOST_QUERIES = 100
Queries = Sequence[Mapping[str, Any]]
Order = Literal["time-desc", "time-asc"]


class PastQuery(msgspec.Struct, frozen=True):
    """A query of the history. `account_id` is the user who ran it and the only one who can see
    it."""

    uid: str
    account_id: int
    datasource_uid: str
    created: int
    is_starred: bool
    comment: str
    queries: Queries


class QueryHistorySearch(msgspec.Struct, frozen=True):
    """Search parameters of the query history; empty ones do not restrict it."""

    text: str = ""
    datasource_uids: tuple[str, ...] = ()
    only_starred: bool = False
    since: int | None = None
    until: int | None = None
    order: Order = "time-desc"
    page: int = 1
    limit: int = 100


class SavedDraft(msgspec.Struct, frozen=True):
    title: str
    description: str
    datasource_uid: str
    queries: Queries


class SavedQuery(msgspec.Struct, frozen=True):
    uid: str
    draft: SavedDraft
    version: int
    created: int
    created_by: str
    updated: int
    updated_by: str


def check_queries(queries: Queries) -> None:
    """Check the queries. Raises `BadQueries`."""
    if not queries:
        raise BadQueries("The request has no query.")
    if len(queries) > MOST_QUERIES:
        raise BadQueries(f"A request can contain at most {MOST_QUERIES} queries.")
