"""Past and saved queries as the HTTP API returns them."""

from typing import TypedDict

from vedette.explore.model import Queries


class PastQueryAnswer(TypedDict):
    """`createdAt` in seconds since the epoch."""

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
    """Times in milliseconds since the epoch."""

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
