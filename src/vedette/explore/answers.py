"""Response types of the query history and of saved queries."""

from typing import TypedDict

from vedette.explore.model import Queries


class PastQueryAnswer(TypedDict):
    """A query of the history. `createdAt` is in seconds since the epoch."""

    uid: str
    datasourceUid: str
    createdBy: int
    createdAt: int
    comment: str
    queries: Queries
    starred: bool


class PastQueryResult(TypedDict):
    result: PastQueryAnswer


class FoundPastQueries(TypedDict):
    totalCount: int
    page: int
    perPage: int
    queryHistory: list[PastQueryAnswer]


class PastQueriesResult(TypedDict):
    result: FoundPastQueries


class DeletedPastQuery(TypedDict):
    id: int
    message: str


class SavedQueryAnswer(TypedDict):
    """A saved query. Times are in milliseconds since the epoch."""

    uid: str
    title: str
    description: str
    datasourceUid: str
    queries: Queries
    version: int
    created: int
    createdBy: str
    updated: int
    updatedBy: str
