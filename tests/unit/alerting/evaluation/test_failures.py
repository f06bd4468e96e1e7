"""Failures by their kind: each has its own name in metrics, and only some speak of the source."""

import pytest

from vedette.alerting.evaluation.errors import DuplicateSeries
from vedette.alerting.evaluation.failures import FailureReason, first_failure, reason_of
from vedette.kernel.errors import BadGateway, BadRequest, TooLarge, VedetteError
from vedette.outbound.errors import EgressRefused, ResponseTooLarge, TimedOut, Unreachable
from vedette.querying.errors import NoAnswer, SourceTimeout
from vedette.querying.expressions.errors import InputFailed
from vedette.sdk import Answer
from vedette_plugins.datasources.prometheus.errors import NotPrometheus, Refused


class OwnDatabaseAway(VedetteError):
    code, status = "database.away_in_tests", 503


@pytest.mark.parametrize(
    ("error", "reason", "outage"),
    [
        (OwnDatabaseAway("x"), "database", False),
        (SourceTimeout("x"), "timeout", True),
        (TimedOut("x"), "timeout", True),
        (Refused("x", upstreamStatus=504), "timeout", True),
        (Refused("x", upstreamStatus=503), "upstream", True),
        (Refused("x", upstreamStatus=429), "upstream", True),
        (Unreachable("x"), "upstream", True),
        (BadGateway("x"), "upstream", True),
        (NotPrometheus("x"), "malformed", True),
        (Refused("x", upstreamStatus=400), "query", False),
        (BadRequest("x"), "query", False),
        (EgressRefused("x", "y"), "query", False),
        (TooLarge("x"), "limit", False),
        (ResponseTooLarge("x"), "limit", False),
        (DuplicateSeries("x"), "result", False),
        (NoAnswer("x"), "internal", False),
    ],
)
def test_each_kind_of_failure_has_its_name(error: VedetteError, reason: str, outage: bool) -> None:
    assert reason_of(error) == reason
    assert FailureReason(reason).is_outage is outage


def test_the_query_below_a_failed_expression_is_named() -> None:
    below = Unreachable("prom is away.")
    answers = {
        "A": Answer("A", error=below),
        "B": Answer("B", error=InputFailed("B was not evaluated.", failed="A", reason="away")),
    }
    assert first_failure("B", answers) == ("A", below)
    assert first_failure("A", answers) == ("A", below)
    assert first_failure("A", {"A": Answer("A")}) is None


@pytest.mark.parametrize("others", [{}, {"A": Answer("A")}])
def test_without_a_failure_below_the_expression_itself_is_named(others) -> None:
    error = InputFailed("B was not evaluated.", failed="A", reason="away")
    assert first_failure("B", {"B": Answer("B", error=error), **others}) == ("B", error)
