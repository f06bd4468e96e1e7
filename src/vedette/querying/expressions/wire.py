"""What the server and the process that runs SQL say to each other."""

import msgspec


class WireColumn(msgspec.Struct, array_like=True):
    """Numbers, integers, times and booleans as the bytes of their array, strings as a list."""

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
    """`error` with its `reason`, one of wrong, forbidden and memory; else columns.

    `cut` is the number of rows kept where there were more.
    """

    columns: list[WireColumn] = []
    error: str = ""
    reason: str = ""
    cut: int | None = None


DTYPES = {"number": "f8", "integer": "i8", "time": "i8", "boolean": "?"}
encoder = msgspec.msgpack.Encoder()
ask_decoder = msgspec.msgpack.Decoder(Ask)
reply_decoder = msgspec.msgpack.Decoder(WorkerReply)
