"""A SQL data source without the part that depends on the database."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from vedette.kernel.errors import NotFound, VedetteError
from vedette.sdk.datasource import Answer, Caller, Health, Query
from vedette.sdk.frame import Frame, Json
from vedette.sdk.limits import ReadLimits
from vedette.sdk.sql.errors import cut
from vedette.sdk.sql.frames import empty_frame, series_frame, table_frame
from vedette.sdk.sql.macros import Expanded, Macro, expand
from vedette.sdk.sql.result import SqlResult
from vedette.sdk.sql.statement import Grammar, one_statement
from vedette.sdk.sql.target import SqlTarget, read_target, scope_of, wants_series
from vedette.sdk.sql.times import with_times

_MOST_NAME = 500
_IN_A_THREAD_FROM = 50_000
"""The number of values from which a thread is used; for fewer, the thread would cost more."""


class NoSuchResource(NotFound):
    code = "sql.no_such_resource"


@dataclass(frozen=True, slots=True)
class Dialect:
    """The differences of one kind of database."""

    name: str
    grammar: Grammar
    macros: Mapping[str, Macro]
    time_names: Sequence[str] = ("time",)
    """Names of columns that hold the time of a series."""
    end_names: Sequence[str] = ("timeend",)
    """Names of further columns of a table that hold times as numbers."""


Lookup = Callable[[Mapping[str, str]], Awaitable[Sequence[Any]]]


class SqlDatabase(Protocol):
    """The part of a plugin: reads a statement, and returns lists for its query editor by path."""

    lookups: Mapping[str, Lookup]

    async def read(self, sql: str, limits: ReadLimits | None = None) -> SqlResult:
        """Run a statement that `one_statement` has checked, under the host's limits, or lower ones
        of the caller."""
        ...

    async def check(self) -> Health: ...
    async def aclose(self) -> None: ...


class SqlSource:
    """Implements `DataSource` and `Resources`."""

    def __init__(self, dialect: Dialect, database: SqlDatabase, min_interval: str = "") -> None:
        self._dialect = dialect
        self._database = database
        self._min_interval = min_interval

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]:
        calls = [self._answer(query, caller.limits) for query in queries]
        return [await calls[0]] if len(calls) == 1 else await asyncio.gather(*calls)

    async def check(self) -> Health:
        return await self._database.check()

    async def aclose(self) -> None:
        await self._database.aclose()

    async def resource(
        self,
        method: str,
        path: str,
        params: Mapping[str, Sequence[str]],
        body: bytes,
        caller: Caller,
    ) -> Json | Sequence[Any]:
        """Return names for completion, as lists. Raises `NoSuchResource` for other paths."""
        lookup = self._database.lookups.get(path.strip("/"))
        if lookup is None:
            raise NoSuchResource(
                f"{self._dialect.name} sources answer {', '.join(self._database.lookups)};"
                f" not {path[:60]!r}."
            )
        return await lookup({key: each[-1][:_MOST_NAME] for key, each in params.items() if each})

    async def _answer(self, query: Query, limits: ReadLimits | None) -> Answer:
        """Return the result. A failed query is returned with its text next to the error."""
        ref_id, sql = query.ref_id, ""
        try:
            target = read_target(query)
            if not target.sql.strip():
                return Answer(ref_id, (empty_frame(ref_id, ""),))
            wants_series(target)  # Raises for an unknown format before the query is sent.
            dialect = self._dialect
            scope = scope_of(query, self._min_interval)
            expanded = expand(target.sql, dialect.macros, dialect.grammar.lexis, scope)
            sql = one_statement(expanded.sql, dialect.grammar)
            result = await self._database.read(sql, limits)
            if limits is not None and result.is_cut:
                raise cut(limits)
            shape = partial(self._shaped, query, target, result, expanded, sql)
            if result.rows * len(result.columns) < _IN_A_THREAD_FROM:
                return Answer(ref_id, (shape(),))
            return Answer(ref_id, (await asyncio.to_thread(shape),))
        except VedetteError as error:
            return Answer(ref_id, (empty_frame(ref_id, sql),) if sql else (), error)

    def _shaped(
        self, query: Query, target: SqlTarget, result: SqlResult, expanded: Expanded, sql: str
    ) -> Frame:
        if not result.rows:
            return empty_frame(query.ref_id, sql, result.notices)
        dialect = self._dialect
        as_series = wants_series(target)
        names = dialect.time_names if target.time_columns is None else target.time_columns
        times = names if as_series else (*names, *dialect.end_names)
        result = replace(result, columns=with_times(result.columns, times))
        if not as_series:
            return table_frame(result, query.ref_id, sql)
        return series_frame(result, query.ref_id, sql, names, expanded.fill, query.range)
