"""Alert instances: the state of one series of a rule, and its transitions."""

from collections.abc import Collection, Mapping
from datetime import datetime
from enum import StrEnum
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec
import orjson

from vedette.alerting.model.labels import Labels
from vedette.kernel.errors import VedetteError

RuleState: TypeAlias = Literal["firing", "pending", "inactive"]


class AlertState(StrEnum):
    NORMAL = "normal"
    PENDING = "pending"
    FIRING = "firing"
    RECOVERING = "recovering"
    NO_DATA = "no_data"
    ERROR = "error"

    @property
    def shown(self) -> str:
        """Return the name of the state in the APIs and annotations of Grafana 10.4."""
        return _NAMES[self]["api"]

    @property
    def label(self) -> str:
        """Return the name of the state in sentences; the user interface has the same labels."""
        return _NAMES[self]["label"]


_NAMES: dict[str, dict[str, str]] = orjson.loads(
    files(__package__).joinpath("alert_states.json").read_bytes()
)

ACTIVE = frozenset({AlertState.FIRING, AlertState.RECOVERING, AlertState.NO_DATA, AlertState.ERROR})
"""States in which an alert fires."""


class InstanceOrigin(StrEnum):
    """What an instance represents: one series, or the rule if there is no data or an error."""

    SERIES = "series"
    NO_DATA = "no_data"
    ERROR = "error"


class Instance(msgspec.Struct, frozen=True):
    fingerprint: str
    """Fingerprint of `labels`, the identity of the alert in notifications, silences and groups."""
    labels: Labels
    """Labels of the alert: those of the series, of the rule, and reserved ones."""
    series: Labels
    """Labels of the query result, the identity of the instance within its rule."""
    state: AlertState
    since: datetime
    """The tick at which the state began."""
    values: Mapping[str, float] = msgspec.field(default_factory=dict)
    annotations: Labels = msgspec.field(default_factory=dict)
    reason: str = ""
    """Why the state does not follow from the condition alone: `NoData`, `MissingSeries`, ..."""
    missed: int = 0
    """Number of consecutive evaluations without the series."""
    origin: InstanceOrigin = InstanceOrigin.SERIES
    fired_at: datetime | None = None
    """When it became active. Kept when it resolves."""
    resolved_at: datetime | None = None

    @property
    def is_active(self) -> bool:
        return self.state in ACTIVE


class Transition(msgspec.Struct, frozen=True):
    """`before` is None for a new instance. `after` is the final state of a removed one."""

    before: Instance | None
    after: Instance

    @property
    def starts(self) -> bool:
        """The alert starts to fire."""
        return self.after.is_active and not (self.before and self.before.is_active)

    @property
    def resolves(self) -> bool:
        return self.before is not None and self.before.is_active and not self.after.is_active


class Sample(msgspec.Struct, frozen=True):
    """One series at one tick. `value` is tested; None is no data, and NaN is not zero."""

    labels: Labels
    value: float | None
    values: Mapping[str, float] = msgspec.field(default_factory=dict)
    """Numbers by refId: those of the condition and of all other nodes that match the series."""
    value_labels: Mapping[str, Labels] = msgspec.field(default_factory=dict)
    """The labels of each of `values`."""


class EvaluationOutcome(msgspec.Struct, frozen=True):
    """The query result at `tick`: samples, no data (no samples), or a failure."""

    tick: datetime
    samples: tuple[Sample, ...] = ()
    failure: VedetteError | None = None
    source_down: bool = False
    """The failure is that of a data source that is down or may be. One alert reports it for all
    rules."""
    ref_ids: tuple[str, ...] = ()
    """The queries that failed or had no data."""


def rule_state(states: Collection[AlertState]) -> RuleState:
    """Return the state of a rule in lists, from the states of its instances."""
    if AlertState.FIRING in states or AlertState.RECOVERING in states:
        return "firing"
    return "pending" if AlertState.PENDING in states else "inactive"
