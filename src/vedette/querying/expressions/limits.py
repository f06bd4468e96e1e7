"""What expressions may cost."""

import msgspec


class SqlLimits(msgspec.Struct, frozen=True):
    """Cells are rows times columns."""

    statement: int = 10_000
    """Characters."""
    input_cells: int = 1_000_000
    output_cells: int = 1_000_000
    """More are cut, with a notice."""
    output_bytes: int = 16 * 1024 * 1024
    memory_mb: int = 256
    threads: int = 1
    seconds: float = 10.0


class ExpressionLimits(msgspec.Struct, frozen=True):
    enabled: bool = True
    max_points: int = 10_000_000
    """Values that one step of an expression may make."""
    sql: SqlLimits = SqlLimits()
    sql_at_once: int = 4
    """SQL expressions evaluated at the same time; more wait."""
