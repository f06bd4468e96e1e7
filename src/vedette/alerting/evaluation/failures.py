"""Sorts what went wrong with an evaluation, for metrics and for the question of who is down."""

from collections.abc import Mapping
from enum import StrEnum

from vedette.kernel.errors import VedetteError
from vedette.sdk import Answer


class FailureReason(StrEnum):
    """A label of metrics."""

    DATABASE = "database"
    """Our own: says nothing about the rule or its source."""
    TIMEOUT = "timeout"
    UPSTREAM = "upstream"
    """The source cannot be reached, or answers 5xx or 429."""
    MALFORMED = "malformed"
    """The source answered what cannot be read."""
    QUERY = "query"
    """The source, or we, refuse the query as it is written."""
    LIMIT = "limit"
    RESULT = "result"
    """The answer cannot be alerted on: duplicate labels, too many series, no numbers."""
    INTERNAL = "internal"

    @property
    def is_outage(self) -> bool:
        """Whether it speaks against the source, rather than against one rule."""
        return self in (FailureReason.TIMEOUT, FailureReason.UPSTREAM, FailureReason.MALFORMED)


def reason_of(error: VedetteError) -> FailureReason:
    """By the error's code, then the status that the source gave, then its own status."""
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
    """What made the answer fail: an expression names the query that failed below it.

    None where the answer did not fail. `ref_id` has an answer.
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
