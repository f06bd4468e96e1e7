"""Server-side expressions as their targets describe them: one class for each `type`."""

from dataclasses import dataclass
from typing import TypeAlias

from vedette.querying.expressions.math.parser import Node
from vedette.querying.expressions.threshold import Evaluator
from vedette.sdk import TimeRange


@dataclass(frozen=True, slots=True)
class Math:
    formula: Node


@dataclass(frozen=True, slots=True)
class Reduce:
    """`mode` is strict, drop or replace; `replacement` is for the last."""

    source: str
    reducer: str
    mode: str
    replacement: float


@dataclass(frozen=True, slots=True)
class Resample:
    """`window_ms` is the distance between two points of the result."""

    source: str
    window_ms: int
    downsampler: str
    upsampler: str
    range: TimeRange


@dataclass(frozen=True, slots=True)
class Threshold:
    """`unload` tests what fires already: it stays firing until this is true (hysteresis)."""

    source: str
    evaluator: Evaluator
    unload: Evaluator | None


@dataclass(frozen=True, slots=True)
class Condition:
    """`operator` joins it to the conditions before: and, or, logic-or."""

    source: str
    reducer: str
    operator: str
    evaluator: Evaluator


@dataclass(frozen=True, slots=True)
class Classic:
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Sql:
    statement: str


Operation: TypeAlias = Math | Reduce | Resample | Threshold | Classic | Sql


@dataclass(frozen=True, slots=True)
class Expression:
    """`inputs` are the refIds it reads, in the order in which it names them."""

    ref_id: str
    operation: Operation
    inputs: tuple[str, ...]
