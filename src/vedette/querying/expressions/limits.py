"""The limits of expressions."""

import msgspec


class SqlLimits(msgspec.Struct, frozen=True):
    """Limits of SQL. Cells are rows times columns."""

    statement: int = 10_000
    """The maximum length of a statement in characters."""
    input_cells: int = 1_000_000
    output_cells: int = 1_000_000
    """The maximum number of rows. Further rows are cut, with a notice."""
    output_bytes: int = 16 * 1024 * 1024
    memory_mb: int = 256
    threads: int = 1
    seconds: float = 10.0


class ExpressionLimits(msgspec.Struct, frozen=True):
    enabled: bool = True
    max_points: int = 10_000_000
    """The maximum number of values in the result of one step."""
    sql: SqlLimits = SqlLimits()
    sql_at_once: int = 4
    """The maximum number of concurrent SQL expressions; others wait."""
