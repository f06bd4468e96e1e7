"""What a source and the process that runs one query say to each other."""

import msgspec


class Ask(msgspec.Struct):
    """`memory_mb` is what the process may hold besides itself."""

    sql: str
    directories: list[str]
    rows: int
    bytes: int
    seconds: float
    memory_mb: int


class Cells(msgspec.Struct, array_like=True):
    """A column as DuckDB's Python reads it, under the type that DuckDB names."""

    name: str
    kind: str
    cells: list[str | bool | int | float | None]


class Reply(msgspec.Struct):
    """Columns, or else what DuckDB says; `is_refused` where the query may not be run at all."""

    columns: list[Cells] = []
    notices: list[dict[str, str]] = []
    error: str = ""
    is_refused: bool = False


encoder = msgspec.msgpack.Encoder()
ask_decoder = msgspec.msgpack.Decoder(Ask)
reply_decoder = msgspec.msgpack.Decoder(Reply)
