"""Evaluations, previews, backtests and explanations of rules as the HTTP API returns them."""

from collections.abc import Mapping
from typing import Literal, TypedDict

from vedette.querying.frames_json import QueryAnswers


class PreviewedInstance(TypedDict):
    fingerprint: str
    labels: Mapping[str, str]
    series: Mapping[str, str]
    state: str
    reason: str
    since: str
    values: Mapping[str, float | None]
    annotations: Mapping[str, str]


class PreviewAnswer(QueryAnswers):
    """The results of the queries, and the instances that the rule makes of them."""

    health: Literal["ok", "nodata", "error"]
    failure: str
    instances: list[PreviewedInstance]


class RaisedAlert(TypedDict):
    labels: Mapping[str, str]
    annotations: Mapping[str, str]
    startsAt: str
    endsAt: str
    generatorURL: str


class EvaluationCounts(TypedDict):
    made: int
    wanted: int


class EvaluationFailure(TypedDict):
    at: int
    error: str


class BacktestTransition(TypedDict):
    at: int
    fingerprint: str
    labels: Mapping[str, str]
    before: str
    after: str
    reason: str
    values: Mapping[str, float | None]


class BacktestNotification(TypedDict):
    """`firing` and `resolved` list the first alerts; the counts include all of them."""

    at: int
    receiver: str
    why: str
    group: Mapping[str, str]
    firing: list[dict[str, str]]
    resolved: list[dict[str, str]]
    firingCount: int
    resolvedCount: int


class BacktestAnswer(TypedDict):
    """Times in milliseconds since the epoch."""

    evaluations: EvaluationCounts
    failures: list[EvaluationFailure]
    transitions: list[BacktestTransition]
    messages: list[BacktestNotification]


class ExplainedSeries(TypedDict):
    labels: Mapping[str, str]
    values: Mapping[str, float | None]
    state: str
    fingerprint: str
    sentence: str


class RuleExplanation(QueryAnswers):
    """`slot` is the time of the evaluation, in milliseconds since the epoch."""

    slot: int | None
    summary: str
    next: str
    series: list[ExplainedSeries]
