"""Errors of SQL queries."""

from typing import ClassVar

from vedette.kernel.errors import BadGateway, BadRequest, GatewayTimeout, TooLarge
from vedette.kernel.translated import translated as translated
from vedette.sdk.limits import ReadLimits


class BadSqlQuery(BadRequest):
    """The query cannot be sent, because a macro, the format or its text is invalid."""

    code: ClassVar[str] = "sql.bad_query"


class NotAllowed(BadRequest):
    """The query would do more than read."""

    code: ClassVar[str] = "sql.not_allowed"


class QueryFailed(BadRequest):
    """The database refused the query; the message is its own."""

    code, source = "sql.failed", "downstream"


class NoConnection(BadGateway):
    """The connection failed: refused, unknown host, wrong password or wrong certificate."""

    code: ClassVar[str] = "sql.no_connection"


class QueryTimeout(GatewayTimeout):
    code: ClassVar[str] = "sql.timeout"


class ResultTooLarge(TooLarge):
    code, source = "sql.answer_too_large", "downstream"


def too_large(limits: ReadLimits) -> ResultTooLarge:
    """Return the error for a single value or batch above the limit."""
    return ResultTooLarge(
        f"The result is larger than {limits.bytes:,} bytes. Select fewer columns or shorten texts."
    )


def cut(limits: ReadLimits) -> ResultTooLarge:
    """Return the error for a caller that needs a complete result."""
    return ResultTooLarge(
        f"The result has more than {limits.rows:,} rows or {limits.bytes:,} bytes, and an "
        "alert rule cannot use a truncated result. Group or narrow the query, or increase "
        "[dataproxy] row_limit and [unified_alerting] max_response_mb."
    )
