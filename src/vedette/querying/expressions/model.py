"""Server-side expressions as in their targets: one class for each `type`."""

from dataclasses import dataclass
from typing import TypeAlias

from vedette.querying.expressions.math.parser import Node
from vedette.sdk import TimeRange

REDUCERS = ("count", "sum", "mean", "min", "max", "median", "last")
CLASSIC_REDUCERS = (
    *("avg", "min", "max", "sum", "count", "last", "median"),
    *("diff", "diff_abs", "percent_diff", "percent_diff_abs", "count_non_null"),
)
DOWNSAMPLERS = ("count", "mean", "min", "max", "sum", "last", "median")
UPSAMPLERS = ("pad", "backfilling", "fillna")
ONE_LIMIT = ("gt", "lt", "eq", "ne", "gte", "lte")
TWO_LIMITS = (
    "within_range",
    "outside_range",
    "within_range_included",
    "outside_range_included",
)


@dataclass(frozen=True, slots=True)
class Math:
    formula: Node


@dataclass(frozen=True, slots=True)
class Reduce:
    """`mode` is strict, drop or replace; `replacement` is the number for the last."""

    source: str
    reducer: str
    mode: str
    replacement: float


@dataclass(frozen=True, slots=True)
class Resample:
    """`window_ms` is the distance between two points of the result, in milliseconds."""

    source: str
    window_ms: int
    downsampler: str
    upsampler: str
    range: TimeRange


@dataclass(frozen=True, slots=True)
class ConditionEvaluator:
    """`kind` is one of the above, or no_value for classic conditions; ranges are ascending."""

    kind: str
    limits: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Threshold:
    """`unload` is the test for items that already fire: they fire until it is true (hysteresis)."""

    source: str
    evaluator: ConditionEvaluator
    unload: ConditionEvaluator | None


@dataclass(frozen=True, slots=True)
class Condition:
    """`operator` joins the condition to those before it: and, or, logic-or."""

    source: str
    reducer: str
    operator: str
    evaluator: ConditionEvaluator


@dataclass(frozen=True, slots=True)
class Classic:
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Sql:
    statement: str


Operation: TypeAlias = Math | Reduce | Resample | Threshold | Classic | Sql


@dataclass(frozen=True, slots=True)
class Expression:
    """`inputs` are the refIds that it reads, in the order of the expression."""

    ref_id: str
    operation: Operation
    inputs: tuple[str, ...]
