"""The limits of query results and of query times."""

from collections.abc import Sequence

import msgspec

from vedette.kernel.memory import MemoryLimits
from vedette.outbound.limits import AnswerLimit
from vedette.querying.errors import TooManyPoints
from vedette.sdk import (
    Answer,
    Frame,
    Json,
    JsonColumn,
    ReadLimits,
    TooManySeries,
    VedetteError,
    charge_objects,
    check_series,
)
from vedette.sdk.limits import series_notice

_VALUE_BYTES = 8
"""The minimum size of a value in bytes."""


class QueryLimits(msgspec.Struct, frozen=True):
    timeout: float = 30.0
    """Seconds for all queries of a batch to one source, including the wait for a slot."""
    parallel: int = 20
    """Concurrent calls of one source; others wait."""
    max_frames: int = 10_000
    """Frames of one query; others are dropped with a notice."""
    max_points: int = 10_000_000
    """Values of one query; a result with more is refused."""
    of_alerts: ReadLimits = ReadLimits(bytes=16 * 1024 * 1024)
    """The limit for queries of alert rules. They fail instead of being truncated, because a partial
    result must not decide about an alert."""

    memory: MemoryLimits = MemoryLimits()
    """The memory limit of results."""

    @property
    def of_alert_callers(self) -> ReadLimits:
        """Return the limits for alert rules, which fail where others are truncated."""
        most = min(self.of_alerts.series, self.max_frames)
        return msgspec.structs.replace(self.of_alerts, series=most)

    @property
    def of_alert_answers(self) -> AnswerLimit:
        return AnswerLimit(self.of_alerts.bytes, "[unified_alerting] max_response_mb")


def within(answer: Answer, limits: QueryLimits, whole: ReadLimits | None = None) -> Answer:
    """Return the result, truncated with a notice or refused if it exceeds the limits.

    If the caller needs it `whole`, it is refused instead of truncated.
    """
    if answer.error is not None:
        return answer
    frames = answer.frames
    if whole is not None:
        try:
            check_series(_series(frames), whole)
        except TooManySeries as error:
            return Answer(answer.ref_id, error=error)
    if len(frames) > limits.max_frames:
        notice = series_notice(len(frames), limits.max_frames)
        frames = (_noticed(frames[0], notice), *frames[1 : limits.max_frames])
    points = kept = 0
    for frame in frames:
        for field in frame.fields:
            values = field.values
            points += len(values)
            if isinstance(values, JsonColumn):  # Text, which is charged when it is received.
                kept += len(values)
    try:
        charge_objects(_VALUE_BYTES * (points - kept))
    except VedetteError as error:
        return Answer(answer.ref_id, error=error)
    if points > limits.max_points:
        return Answer(
            answer.ref_id,
            error=TooManyPoints(
                f"The query returned {points:,} values. The limit is {limits.max_points:,}. "
                "Use a larger step, a shorter range or fewer series."
            ),
        )
    return answer if frames is answer.frames else Answer(answer.ref_id, frames)


def _series(frames: Sequence[Frame]) -> int:
    """Count the series: each value field of a wide frame is one."""
    return sum(max(1, len(frame.fields) - 1) for frame in frames)


def _noticed(frame: Frame, notice: Json) -> Frame:
    return Frame(
        frame.kind, frame.fields, frame.ref_id, frame.name, (*frame.notices, notice), frame.meta
    )
