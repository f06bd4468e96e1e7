"""SQL over the results of other queries, in an isolated process."""

import subprocess
import sys
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from vedette.kernel.memory import charge_objects
from vedette.querying.expressions import tables
from vedette.querying.expressions.errors import (
    BadExpression,
    ExpressionTimeout,
    ExpressionTooLarge,
    SandboxFailed,
)
from vedette.querying.expressions.limits import SqlLimits
from vedette.querying.expressions.running import Running
from vedette.querying.expressions.wire import (
    DTYPES,
    Ask,
    WireColumn,
    WorkerReply,
    encoder,
    reply_decoder,
)
from vedette.sdk import Field, FieldType, Frame, FrameKind, Json

_CELL_BYTES = 40
_COMMAND = [sys.executable, "-I", "-m", "vedette.querying.expressions.sandbox"]
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1", "LC_ALL": "C.UTF-8"}
_TYPES = {
    "number": FieldType.NUMBER,
    "integer": FieldType.NUMBER,
    "time": FieldType.TIME,
    "boolean": FieldType.BOOLEAN,
    "string": FieldType.STRING,
}


def evaluate(
    ref_id: str,
    statement: str,
    inputs: Mapping[str, Sequence[Frame]],
    limits: SqlLimits,
    running: Running,
) -> tuple[Frame, ...]:
    """Return one table; no data if one of the inputs has none.

    Raises `BadExpression` for an error of the engine, `ExpressionTooLarge` if the inputs or the
    work exceed the limits, `ExpressionTimeout`, and `SandboxFailed`.
    """
    if len(statement) > limits.statement:
        raise BadExpression(
            f"Expression {ref_id} has {len(statement):,} characters of SQL. The limit is "
            f"{limits.statement:,}."
        )
    if any(not any(frame.fields for frame in frames) for frames in inputs.values()):
        return (Frame(FrameKind.TABLE, (), ref_id),)
    cells = sum(map(tables.cells, inputs.values()))
    if cells > limits.input_cells:
        raise ExpressionTooLarge(
            f"Expression {ref_id} reads {cells:,} cells. The limit is {limits.input_cells:,}. "
            "Narrow or aggregate the queries that it reads."
        )
    _tell_apart(ref_id, inputs)
    charge_objects(_CELL_BYTES * cells)
    ask = Ask(
        statement,
        {name: _columns(tables.table(frames)) for name, frames in inputs.items()},
        limits.memory_mb,
        limits.threads,
        limits.seconds,
        limits.output_cells,
        limits.output_bytes,
    )
    reply = _run(ref_id, encoder.encode(ask), limits, running)
    if reply.error:
        raise _refused(ref_id, reply, limits)
    return (_frame(ref_id, reply),)


def _tell_apart(ref_id: str, names: Mapping[str, object]) -> None:
    folded: dict[str, str] = {}
    for name in names:
        other = folded.setdefault(name.casefold(), name)
        if other != name:
            raise BadExpression(
                f"Expression {ref_id} reads {other} and {name}, which SQL cannot distinguish. "
                "Rename one of the queries."
            )


def _run(ref_id: str, ask: bytes, limits: SqlLimits, running: Running) -> WorkerReply:
    try:
        process = subprocess.Popen(  # noqa: S603 - the command is fixed, without user input
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_ENVIRONMENT,
            cwd="/",
        )
    except OSError as error:
        raise SandboxFailed(f"Expression {ref_id} could not be started: {error}.") from error
    with process:
        running.watch(process)
        try:
            output, _ = process.communicate(ask, timeout=limits.seconds)
        except subprocess.TimeoutExpired as error:
            process.kill()
            raise ExpressionTimeout(
                f"Expression {ref_id} took longer than {limits.seconds:g} seconds and was stopped."
            ) from error
        finally:
            running.watch(None)
    running.check()
    charge_objects(2 * len(output))
    try:
        return reply_decoder.decode(output)
    except msgspec.DecodeError as error:
        raise SandboxFailed(
            f"The process of expression {ref_id} ended ({process.returncode}). It may have "
            f"needed more than {limits.memory_mb} MB of memory."
        ) from error


def _refused(
    ref_id: str, reply: WorkerReply, limits: SqlLimits
) -> BadExpression | ExpressionTooLarge:
    if reply.reason == "memory":
        return ExpressionTooLarge(
            f"Expression {ref_id} needs more than its limit of {limits.memory_mb} MB of memory."
        )
    if reply.reason == "forbidden":
        return BadExpression(
            f"Expression {ref_id} can only read the results of other queries. It cannot use "
            "files, addresses or extensions."
        )
    return BadExpression(f"Expression {ref_id}: {reply.error.rstrip('.!')}.")


def _columns(table: tables.Table) -> list[WireColumn]:
    """Return the columns. Rows share their texts here; the message to the engine repeats them."""
    texts = [column.values for column in table.columns if column.kind == "string"]
    charge_objects(sum(len(text) for column in texts for text in column if text is not None))
    return [
        WireColumn(column.name, column.kind, column.values)
        if column.kind == "string"
        else WireColumn(
            column.name,
            column.kind,
            np.asarray(column.values, DTYPES[column.kind]).tobytes(),
            None if column.nulls is None else column.nulls.tobytes(),
        )
        for column in table.columns
    ]


def _frame(ref_id: str, reply: WorkerReply) -> Frame:
    notices: tuple[Json, ...] = ()
    if reply.cut is not None:
        text = (
            f"The SQL of {ref_id} returned more than {reply.cut:,} rows. The remaining "
            "rows were dropped."
        )
        notices = ({"severity": "warning", "text": text},)
    fields = tuple(map(_field, reply.columns))
    meta = {"type": "table", "typeVersion": [0, 1]}
    return Frame(FrameKind.TABLE, fields, ref_id, ref_id, notices, meta)


def _field(column: WireColumn) -> Field:
    kind = _TYPES[column.kind]
    if isinstance(column.data, list):
        return Field(column.name, kind, column.data, nullable=True)
    values = np.frombuffer(column.data, DTYPES[column.kind])
    nulls = None if column.nulls is None else np.frombuffer(column.nulls, np.bool_)
    frame_type = "int64" if column.kind == "integer" else None
    return Field(column.name, kind, values, nullable=True, frame_type=frame_type, nulls=nulls)
