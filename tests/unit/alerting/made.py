"""Rules, samples and times for tests of alerting."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from vedette.alerting.evaluation.states import Step, step
from vedette.alerting.model import EvaluationOutcome, Instance, Rule, RuleQuery, Sample
from vedette.kernel.errors import BadGateway, VedetteError

START = datetime(2026, 1, 5, 1, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
NO_SOURCE = "__expr__"


def at(minutes: float) -> datetime:
    return START + minutes * MINUTE


def rule(**changes: Any) -> Rule:
    made: dict[str, Any] = {
        "uid": "r1",
        "org_id": 1,
        "title": "CPU high",
        "folder_uid": "f1",
        "folder": "Infra",
        "group": "g",
        "interval": MINUTE,
        "queries": (RuleQuery("A", "prom", {}), RuleQuery("B", NO_SOURCE, {})),
        "condition": "B",
    }
    return Rule(**(made | changes))


def sample(value: float | None, **labels: str) -> Sample:
    values = {} if value is None else {"B": value}
    return Sample(labels, value, values)


def seen(minutes: float, *samples: Sample) -> EvaluationOutcome:
    return EvaluationOutcome(at(minutes), samples, ref_ids=() if samples else ("A",))


def failed(
    minutes: float, error: VedetteError | None = None, *, down: bool = False
) -> EvaluationOutcome:
    error = error or BadGateway("prom does not answer.")
    return EvaluationOutcome(at(minutes), failure=error, source_down=down, ref_ids=("A",))


class Engine:
    """Steps one rule through outcomes, as a scheduler does."""

    def __init__(self, made: Rule) -> None:
        self.rule = made
        self.states: Mapping[str, Instance] = {}
        self.last = Step(())

    def step(self, outcome: EvaluationOutcome) -> Step:
        self.last = step(self.rule, self.states, outcome)
        self.states = self.last.by_fingerprint
        return self.last

    def see(self, minutes: float, *values: float | None) -> str:
        """The state of one series without labels that has the value; with none, no data."""
        self.step(seen(minutes, *(sample(value, host="a") for value in values)))
        return self.state(host="a")

    def state(self, **labels: str) -> str:
        """`gone`, or the state of the series, with its reason in brackets."""
        found = [each for each in self.states.values() if each.series == labels]
        found = [each for each in found if each.labels["alertname"] == self.rule.title]
        if not found:
            return "gone"
        reason = f" ({found[0].reason})" if found[0].reason else ""
        return f"{found[0].state}{reason}"

    def named(self, alertname: str) -> Instance | None:
        return next(
            (each for each in self.states.values() if each.labels["alertname"] == alertname), None
        )

    @property
    def started(self) -> list[str]:
        """Names of the alerts that the last step began to tell."""
        return [each.after.labels["alertname"] for each in self.last.transitions if each.starts]

    @property
    def resolved(self) -> list[str]:
        return [each.after.labels["alertname"] for each in self.last.transitions if each.resolves]
