"""The messages between the server and the process that runs SQL."""

import msgspec


class WireColumn(msgspec.Struct, array_like=True):
    """A column. Numbers, integers, times and booleans are the bytes of their array, strings a
    list."""

    name: str
    kind: str
    data: bytes | list[str | None]
    nulls: bytes | None = None


class Ask(msgspec.Struct):
    statement: str
    tables: dict[str, list[WireColumn]]
    memory_mb: int
    threads: int
    seconds: float
    output_cells: int
    output_bytes: int


class WorkerReply(msgspec.Struct):
    """The reply: `error` with its `reason` (wrong, forbidden or memory), or columns.

    `cut` is the number of remaining rows if there were more.
    """

    columns: list[WireColumn] = []
    error: str = ""
    reason: str = ""
    cut: int | None = None


DTYPES = {"number": "f8", "integer": "i8", "time": "i8", "boolean": "?"}
encoder = msgspec.msgpack.Encoder()
ask_decoder = msgspec.msgpack.Decoder(Ask)
reply_decoder = msgspec.msgpack.Decoder(WorkerReply)
