"""The messages between a source and the process that runs one query."""

import msgspec


class Ask(msgspec.Struct):
    """A query. `memory_mb` is the limit of the process in addition to its own size."""

    sql: str
    directories: list[str]
    rows: int
    bytes: int
    seconds: float
    memory_mb: int


class Cells(msgspec.Struct, array_like=True):
    """A column with the values of DuckDB's Python API and the type in DuckDB."""

    name: str
    kind: str
    cells: list[str | bool | int | float | None]


class Reply(msgspec.Struct):
    """Columns, or the error of DuckDB; `is_refused` if the query is not allowed at all."""

    columns: list[Cells] = []
    notices: list[dict[str, str]] = []
    error: str = ""
    is_refused: bool = False


encoder = msgspec.msgpack.Encoder()
ask_decoder = msgspec.msgpack.Decoder(Ask)
reply_decoder = msgspec.msgpack.Decoder(Reply)
