"""Classifies failed evaluations, for metrics and for the detection of outages."""

from collections.abc import Mapping
from enum import StrEnum

from vedette.kernel.errors import VedetteError
from vedette.sdk import Answer


class FailureReason(StrEnum):
    """Reason of a failure, a label of metrics."""

    DATABASE = "database"
    """Our own database. Says nothing about the rule or its source."""
    TIMEOUT = "timeout"
    UPSTREAM = "upstream"
    """The source cannot be reached, or responds with 5xx or 429."""
    MALFORMED = "malformed"
    """The response of the source cannot be read."""
    QUERY = "query"
    """The source or this server rejects the query."""
    LIMIT = "limit"
    RESULT = "result"
    """The result cannot be used for alerts: duplicate labels, too many series, no numbers."""
    INTERNAL = "internal"

    @property
    def is_outage(self) -> bool:
        """Return whether the failure indicates an outage of the source rather than a problem of one
        rule."""
        return self in (FailureReason.TIMEOUT, FailureReason.UPSTREAM, FailureReason.MALFORMED)


def reason_of(error: VedetteError) -> FailureReason:
    """Return the reason by the error's code, then by the status of the source, then by its own
    status."""
    if error.code.startswith("database."):
        return FailureReason.DATABASE
    if error.code.startswith("alerting."):
        return FailureReason.RESULT
    if error.status == 413:
        return FailureReason.LIMIT
    if error.status == 504:
        return FailureReason.TIMEOUT
    upstream = error.detail.get("upstreamStatus")
    if isinstance(upstream, int):
        return _by_status(upstream)
    if error.source == "downstream":
        unreadable = error.code.rpartition(".")[2].startswith("not_")
        return FailureReason.MALFORMED if unreadable else FailureReason.UPSTREAM
    return FailureReason.QUERY if error.status < 500 else FailureReason.INTERNAL


def first_failure(ref_id: str, answers: Mapping[str, Answer]) -> tuple[str, VedetteError] | None:
    """Return the error of a failed result. For an expression, it is that of the query that failed.

    Returns None if the result did not fail. `ref_id` must have a result.
    """
    error = answers[ref_id].error
    if error is None:
        return None
    root = error.detail.get("failed")
    if isinstance(root, str) and root in answers and root != ref_id:
        below = answers[root].error
        if below is not None:
            return root, below
    return ref_id, error


def _by_status(status: int) -> FailureReason:
    if status == 504:
        return FailureReason.TIMEOUT
    if status >= 500 or status == 429:
        return FailureReason.UPSTREAM
    return FailureReason.QUERY
