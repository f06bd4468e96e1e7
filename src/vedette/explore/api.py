"""The query history, in the format of Grafana 10.4, and saved queries."""

from collections.abc import Sequence
from typing import Any

import msgspec

from vedette.access.guard import PERSON, needs
from vedette.access.model import Permissions
from vedette.explore.answers import (
    DeletedPastQuery,
    PastQueriesResult,
    PastQueryAnswer,
    PastQueryResult,
    SavedQueryAnswer,
)
from vedette.explore.errors import HistoryOff
from vedette.explore.model import PastQuery, QueryHistorySearch, SavedDraft, SavedQuery
from vedette.explore.service import READ, WRITE, QueryHistory, SavedQueries
from vedette.web.answer import MessageAnswer
from vedette.web.call import Call
from vedette.web.routes import RateLimit, Route

_BASE = "/api/query-history"
_SAVED = "/api/saved-queries"
_MOST_BYTES = 256 * 1024
_MOST_A_PAGE = 1_000
_RATE = RateLimit("query_history", burst_seconds=60)
_LAST_PAGE = 1_000_000
_LAST_MS = 10**15
_FIRST_MS = 10**11
"""Times below this value are in seconds."""


class NewPastQuery(msgspec.Struct, rename="camel"):
    queries: list[dict[str, Any]]
    datasource_uid: str = ""


class Comment(msgspec.Struct):
    comment: str = ""


class HistorySearch(msgspec.Struct, rename="camel"):
    datasource_uid: list[str] = []
    search_string: str = ""
    only_starred: bool = False
    sort: str = "time-desc"
    page: int = 1
    limit: int = 100
    from_: int | None = msgspec.field(default=None, name="from")
    to: int | None = None


class SavedBody(msgspec.Struct, rename="camel"):
    title: str
    queries: list[dict[str, Any]]
    description: str = ""
    datasource_uid: str = ""
    version: int | None = None


class QueryHistoryApi:
    def __init__(self, history: QueryHistory, permissions: Permissions, *, enabled: bool) -> None:
        self._history = history
        self._permissions = permissions
        self._enabled = enabled

    def routes(self) -> list[Route]:
        one, star = f"{_BASE}/:uid", f"{_BASE}/star/:uid"
        return [
            Route(
                "POST",
                _BASE,
                self.add,
                PERSON,
                answer=PastQueryResult,
                body=NewPastQuery,
                max_body=_MOST_BYTES,
                rate=_RATE,
                summary="Add queries to the query history.",
            ),
            Route(
                "GET",
                _BASE,
                self.search,
                PERSON,
                answer=PastQueriesResult,
                query=HistorySearch,
                summary="List the caller's query history.",
            ),
            Route(
                "PATCH",
                one,
                self.comment,
                PERSON,
                answer=PastQueryResult,
                body=Comment,
                summary="Set the comment of a query.",
            ),
            Route(
                "DELETE",
                one,
                self.delete,
                PERSON,
                answer=DeletedPastQuery,
                summary="Delete a query from the history.",
            ),
            Route(
                "POST",
                star,
                self.star,
                PERSON,
                answer=PastQueryResult,
                summary="Star a query to keep it permanently.",
            ),
            Route(
                "DELETE",
                star,
                self.unstar,
                PERSON,
                answer=PastQueryResult,
                summary="Remove the star from a query.",
            ),
        ]

    async def add(self, call: Call) -> PastQueryResult:
        await self._check(call)
        sent: NewPastQuery = call.body
        return _result(await self._history.add(call.who, sent.datasource_uid, sent.queries))

    async def search(self, call: Call) -> PastQueriesResult:
        await self._check(call)
        sent: HistorySearch = call.query
        wanted = QueryHistorySearch(
            text=sent.search_string[:1_000],
            datasource_uids=tuple(sent.datasource_uid[:100]),
            only_starred=sent.only_starred,
            since=_milliseconds(sent.from_),
            until=_milliseconds(sent.to),
            order="time-asc" if sent.sort == "time-asc" else "time-desc",
            page=min(max(1, sent.page), _LAST_PAGE),
            limit=min(max(1, sent.limit), _MOST_A_PAGE),
        )
        total, found = await self._history.search(call.who, wanted)
        return {
            "result": {
                "totalCount": total,
                "page": wanted.page,
                "perPage": wanted.limit,
                "queryHistory": [_past(each) for each in found],
            }
        }

    async def comment(self, call: Call) -> PastQueryResult:
        await self._check(call)
        return _result(await self._history.comment(call.who, call.params["uid"], call.body.comment))

    async def star(self, call: Call) -> PastQueryResult:
        await self._check(call)
        return _result(await self._history.star(call.who, call.params["uid"], True))

    async def unstar(self, call: Call) -> PastQueryResult:
        await self._check(call)
        return _result(await self._history.star(call.who, call.params["uid"], False))

    async def delete(self, call: Call) -> DeletedPastQuery:
        await self._check(call)
        number = await self._history.delete(call.who, call.params["uid"])
        return {"id": number, "message": "Query deleted"}

    async def _check(self, call: Call) -> None:
        """Raise `AccessDenied` without access to Explore, and `HistoryOff` if the history is
        disabled."""
        await self._permissions.require(call.who, READ)
        if not self._enabled:
            raise HistoryOff


class SavedApi:
    def __init__(self, saved: SavedQueries, permissions: Permissions) -> None:
        self._saved = saved
        self._permissions = permissions

    def routes(self) -> list[Route]:
        one = f"{_SAVED}/:uid"
        reading = needs(READ, self._permissions)
        return [
            Route(
                "GET",
                _SAVED,
                self.list,
                reading,
                answer=Sequence[SavedQueryAnswer],
                summary="List saved queries by title.",
            ),
            Route(
                "POST",
                _SAVED,
                self.create,
                needs(WRITE),
                answer=SavedQueryAnswer,
                body=SavedBody,
                max_body=_MOST_BYTES,
                summary="Save a query for the organization.",
            ),
            Route(
                "PUT",
                one,
                self.update,
                needs(WRITE),
                answer=SavedQueryAnswer,
                body=SavedBody,
                max_body=_MOST_BYTES,
                summary="Replace a saved query.",
            ),
            Route(
                "DELETE",
                one,
                self.delete,
                needs(WRITE),
                answer=MessageAnswer,
                summary="Delete a saved query.",
            ),
        ]

    async def list(self, call: Call) -> Sequence[SavedQueryAnswer]:
        return [_saved(each) for each in await self._saved.all(call.who)]

    async def create(self, call: Call) -> SavedQueryAnswer:
        return _saved(await self._saved.create(call.who, _draft(call.body)))

    async def update(self, call: Call) -> SavedQueryAnswer:
        sent: SavedBody = call.body
        uid = call.params["uid"]
        return _saved(await self._saved.update(call.who, uid, _draft(sent), sent.version))

    async def delete(self, call: Call) -> MessageAnswer:
        await self._saved.delete(call.who, call.params["uid"])
        return {"message": "Query deleted"}


def _draft(body: SavedBody) -> SavedDraft:
    return SavedDraft(body.title.strip(), body.description, body.datasource_uid, body.queries)


def _milliseconds(moment: int | None) -> int | None:
    if moment is None:
        return None
    moment = moment if abs(moment) >= _FIRST_MS else moment * 1_000
    return min(max(-_LAST_MS, moment), _LAST_MS)


def _result(query: PastQuery) -> PastQueryResult:
    return {"result": _past(query)}


def _past(query: PastQuery) -> PastQueryAnswer:
    return {
        "uid": query.uid,
        "datasourceUid": query.datasource_uid,
        "createdBy": query.account_id,
        "createdAt": query.created // 1_000,
        "comment": query.comment,
        "queries": query.queries,
        "starred": query.is_starred,
    }


def _saved(saved: SavedQuery) -> SavedQueryAnswer:
    draft = saved.draft
    return {
        "uid": saved.uid,
        "title": draft.title,
        "description": draft.description,
        "datasourceUid": draft.datasource_uid,
        "queries": draft.queries,
        "version": saved.version,
        "created": saved.created,
        "createdBy": saved.created_by,
        "updated": saved.updated,
        "updatedBy": saved.updated_by,
    }
