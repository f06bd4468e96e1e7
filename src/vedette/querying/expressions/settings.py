"""Limits of server-side expressions."""

from datetime import timedelta

from vedette.querying.expressions.limits import ExpressionLimits, SqlLimits
from vedette.settings import Section, setting


class ExpressionsSettings(Section, name="expressions"):
    """Configures expressions, which calculate with query results."""

    enabled: bool = setting(True, "Enable expressions.")
    max_points: int = setting(
        10_000_000,
        "Maximum number of values that one step of an expression can create.",
        unit="values",
        at_least=1,
    )
    sql_expression_query_length_limit: int = setting(
        10_000, "Maximum length of an SQL expression.", unit="characters", at_least=1
    )
    sql_expression_cell_limit: int = setting(
        1_000_000,
        "Maximum number of cells (rows times columns) that an SQL expression can read. "
        "Larger inputs are refused.",
        unit="cells",
        at_least=1,
    )
    sql_expression_output_cell_limit: int = setting(
        1_000_000,
        "Maximum number of cells (rows times columns) in the result of an SQL expression. "
        "Larger results are truncated with a notice.",
        unit="cells",
        at_least=1,
    )
    sql_expression_timeout: timedelta = setting(
        timedelta(seconds=10), "Time limit of an SQL expression.", at_least=0.1
    )
    sql_expression_memory: int = setting(
        256,
        "Memory limit of the engine of an SQL expression. Its process is limited to about "
        "twice as much.",
        unit="MB",
        at_least=64,
    )
    sql_expression_threads: int = setting(
        1, "Number of threads of an SQL expression.", unit="threads", at_least=1, at_most=64
    )
    sql_expressions_at_once: int = setting(
        4,
        "Maximum number of SQL expressions that run concurrently. Further expressions wait.",
        at_least=1,
    )


def limits(settings: ExpressionsSettings) -> ExpressionLimits:
    sql = SqlLimits(
        statement=settings.sql_expression_query_length_limit,
        input_cells=settings.sql_expression_cell_limit,
        output_cells=settings.sql_expression_output_cell_limit,
        memory_mb=settings.sql_expression_memory,
        threads=settings.sql_expression_threads,
        seconds=settings.sql_expression_timeout.total_seconds(),
    )
    return ExpressionLimits(
        settings.enabled, settings.max_points, sql, settings.sql_expressions_at_once
    )
