"""Scenarios that go wrong on purpose."""

from datetime import timedelta

from vedette.sdk import (
    BadGateway,
    BadRequest,
    Clock,
    Frame,
    FrameKind,
    Query,
    VedetteError,
    parse_duration,
)
from vedette_plugins.datasources.testdata.model import BadScenario, Scenario
from vedette_plugins.datasources.testdata.waves import csv_metric_values

_LONGEST = timedelta(minutes=5)


class MadeUpFailure(BadGateway):
    code = "testdata.failure"


class MadeUpMistake(BadRequest):
    code = "testdata.mistake"


class MadeUpPanic(VedetteError):
    code, status = "testdata.panic", 500


async def slow_query(query: Query, scenario: Scenario, clock: Clock) -> list[Frame]:
    """Sleeps for `stringInput`, then answers."""
    pause = parse_duration(scenario.string_input or "5s")
    if pause > _LONGEST:
        raise BadScenario("A slow query can take at most five minutes.")
    await clock.sleep(pause.total_seconds())
    return csv_metric_values(query, Scenario(alias=scenario.alias))


def server_error(query: Query, scenario: Scenario) -> list[Frame]:
    if scenario.error_type == "server_panic":
        raise MadeUpPanic("TestData is configured to fail.")
    raise MadeUpFailure(
        scenario.string_input or "TestData is configured to fail.", upstreamStatus=500
    )


def error_with_source(query: Query, scenario: Scenario) -> list[Frame]:
    if scenario.error_source == "downstream":
        raise MadeUpFailure("A simulated error of the store.", upstreamStatus=500)
    raise MadeUpMistake("A simulated error of the plugin.")


def flakey(query: Query, scenario: Scenario) -> list[Frame]:
    """Fails in every other second of its range's end, so that a refresh heals it."""
    if query.range.end_ms // 1000 % 2:
        raise MadeUpFailure("TestData is configured to fail intermittently.", upstreamStatus=503)
    return csv_metric_values(query, scenario)


def made_up() -> VedetteError:
    return MadeUpFailure(
        "TestData is configured to return an error with its data.", upstreamStatus=500
    )


def no_data_points(query: Query, scenario: Scenario) -> list[Frame]:
    return [Frame(FrameKind.TABLE, (), query.ref_id)]
