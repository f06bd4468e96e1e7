"""Rows of a REST API as a table or as series: a whole data source in one file.

Copy it into the plugins directory and allow its id, `datasource-rest`, as docs/plugins.md tells.
The source's address is that of the API; a query says which list of it to show.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec

from vedette.sdk import (
    Answer,
    BadGateway,
    BadRequest,
    Caller,
    Connection,
    DataSource,
    DataSourcePlugin,
    Field,
    FieldType,
    Frame,
    FrameKind,
    Health,
    Host,
    Query,
    TooLarge,
    VedetteError,
)

MANIFEST = {
    "name": "REST list",
    "version": "1.0.0",
    "sdk": ">=1,<2",
    "description": "Shows a list that an HTTP API answers as JSON.",
    "queryText": "path",
    "publicSettings": ["healthPath", "fromParam", "toParam"],
}


class Settings(msgspec.Struct, rename="camel"):
    """`jsonData` of the source."""

    health_path: Annotated[
        str, msgspec.Meta(title="Health path", description="What Save and test asks for.")
    ] = "/"
    from_param: Annotated[
        str,
        msgspec.Meta(
            title="Start parameter", description="Gets the start of the range in milliseconds."
        ),
    ] = ""
    to_param: Annotated[
        str,
        msgspec.Meta(
            title="End parameter", description="Gets the end of the range in milliseconds."
        ),
    ] = ""


class RestQuery(msgspec.Struct):
    """What the generated query editor asks for."""

    path: Annotated[str, msgspec.Meta(title="Path", description="Below the source's address.")] = ""
    rows: Annotated[
        str,
        msgspec.Meta(
            title="Rows",
            description="Where the list is in the answer, such as data.items; empty: at the top.",
        ),
    ] = ""
    time: Annotated[
        str, msgspec.Meta(title="Time field", description="ISO 8601, or seconds or milliseconds.")
    ] = ""
    format: Annotated[Literal["table", "series"], msgspec.Meta(title="Format")] = "table"


class BadQuery(BadRequest):
    code = "rest.bad_query"


class BadReply(BadGateway):
    code = "rest.bad_reply"


class TooManyRows(TooLarge):
    code = "rest.too_many_rows"


class RestSource:
    def __init__(self, settings: Settings, host: Host) -> None:
        self._settings = settings
        self._host = host

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]:
        return await asyncio.gather(*(self._answer(each, caller) for each in queries))

    async def check(self) -> Health:
        try:
            await self._get(self._settings.health_path, [], {})
        except VedetteError as error:
            return Health(ok=False, message=error.public)
        return Health(ok=True, message="The API answered with JSON.")

    async def aclose(self) -> None:
        """Nothing is kept open: the server owns the HTTP client."""

    async def _answer(self, query: Query, caller: Caller) -> Answer:
        try:
            return Answer(query.ref_id, (await self._frame(query, caller),))
        except VedetteError as error:
            return Answer(query.ref_id, error=error)

    async def _frame(self, query: Query, caller: Caller) -> Frame:
        asked = _read(query)
        names = (self._settings.from_param, self._settings.to_param)
        times = (query.range.start_ms, query.range.end_ms)
        params = [(name, str(at)) for name, at in zip(names, times, strict=True) if name]
        answer = await self._get(asked.path, params, caller.forwarded_headers)
        rows = _rows(answer, asked.rows)
        limit = self._host.limits.rows
        if caller.limits is not None and len(rows) > min(limit, caller.limits.rows):
            raise TooManyRows(
                f"The API answered {len(rows):,} rows, of which none may be left out."
            )
        frame = to_frame(rows[:limit], asked)
        cut = {"severity": "warning", "text": f"Only the first {limit} rows are shown."}
        notices = (cut,) if len(rows) > limit else ()
        return Frame(frame.kind, frame.fields, query.ref_id, notices=notices)

    async def _get(
        self, path: str, params: list[tuple[str, str]], headers: Mapping[str, str]
    ) -> Any:
        async with self._host.http.request("GET", path, params=params, headers=headers) as reply:
            body = await reply.read()
        if reply.status >= 300:
            raise BadReply(f"The API answered {reply.status} for {path[:200]}.")
        try:
            return msgspec.json.decode(body)
        except msgspec.DecodeError as error:
            raise BadReply(f"The API's answer for {path[:200]} is not JSON.") from error


def to_frame(rows: Sequence[Mapping[str, Any]], asked: RestQuery) -> Frame:
    """A column for each key of any row. Raises `BadQuery` where the time field is not there."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    if asked.format == "series" and not asked.time:
        raise BadQuery("Series need the name of a time field.")
    if asked.time and rows and asked.time not in names:
        raise BadQuery(f"No row has the time field {asked.time!r}.")
    columns = [_column(name, [row.get(name) for row in rows], asked.time) for name in names]
    if asked.format == "table":
        return Frame(FrameKind.TABLE, tuple(columns))
    order = sorted(range(len(rows)), key=lambda row: _milliseconds(rows[row].get(asked.time)))
    kept = [each for each in columns if each.type in (FieldType.TIME, FieldType.NUMBER)]
    kept.sort(key=lambda each: each.type is not FieldType.TIME)
    return Frame(FrameKind.SERIES_WIDE, tuple(_reordered(each, order) for each in kept))


def _read(query: Query) -> RestQuery:
    try:
        return msgspec.convert(dict(query.model), RestQuery)
    except msgspec.ValidationError as error:
        raise BadQuery(f"The query does not fit: {error}.") from error


def _rows(answer: Any, where: str) -> Sequence[Mapping[str, Any]]:
    for key in filter(None, where.split(".")):
        answer = answer.get(key) if isinstance(answer, dict) else None
    if not isinstance(answer, list):
        raise BadQuery(f"There is no list at {where or 'the top'} of the answer.")
    return [row if isinstance(row, dict) else {"value": row} for row in answer]


def _column(name: str, values: list[Any], time: str) -> Field:
    if name == time:
        return Field(name, FieldType.TIME, [_milliseconds(value) for value in values])
    kinds = {type(value) for value in values} - {type(None)}
    if kinds == {bool}:
        kind = FieldType.BOOLEAN
    elif kinds and kinds <= {int, float}:
        kind = FieldType.NUMBER
    elif kinds <= {str}:
        kind = FieldType.STRING
    else:
        kind = FieldType.JSON
    return Field(name, kind, values, nullable=None in values)


def _reordered(column: Field, order: Sequence[int]) -> Field:
    values = [column.values[row] for row in order]  # type: ignore[index]
    return Field(column.name, column.type, values, nullable=column.nullable)


def _milliseconds(value: Any) -> int:
    """Numbers below 10^11 are seconds: as milliseconds they would lie in 1973."""
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value)
            return round(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1000)
        number = float(value)
        return round(number if number > 1e11 else number * 1000)
    except (TypeError, ValueError) as error:
        raise BadQuery(f"{value!r} is not a time.") from error


async def open_source(connection: Connection[Settings], host: Host) -> DataSource:
    return RestSource(connection.settings, host)


PLUGIN = DataSourcePlugin(
    settings=Settings, open=open_source, query_schema=msgspec.json.schema(RestQuery)
)
