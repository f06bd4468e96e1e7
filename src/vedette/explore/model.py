"""Kept queries. Times in milliseconds since the epoch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from vedette.explore.errors import BadQueries

MOST_QUERIES = 100
Queries = Sequence[Mapping[str, Any]]
Order = Literal["time-desc", "time-asc"]


@dataclass(frozen=True, slots=True)
class PastQuery:
    """`account_id` is who asked, and the only one who sees it."""

    uid: str
    account_id: int
    datasource_uid: str
    created: int
    is_starred: bool
    comment: str
    queries: Queries


@dataclass(frozen=True, slots=True)
class Search:
    """Which of one's past queries are wanted; empty parts do not count."""

    text: str = ""
    datasource_uids: tuple[str, ...] = ()
    only_starred: bool = False
    since: int | None = None
    until: int | None = None
    order: Order = "time-desc"
    page: int = 1
    limit: int = 100


@dataclass(frozen=True, slots=True)
class SavedDraft:
    title: str
    description: str
    datasource_uid: str
    queries: Queries


@dataclass(frozen=True, slots=True)
class SavedQuery:
    uid: str
    draft: SavedDraft
    version: int
    created: int
    created_by: str
    updated: int
    updated_by: str


def check_queries(queries: Queries) -> None:
    """Raises `BadQueries`."""
    if not queries:
        raise BadQueries("There is no query to keep.")
    if len(queries) > MOST_QUERIES:
        raise BadQueries(f"At most {MOST_QUERIES} queries are kept together.")
