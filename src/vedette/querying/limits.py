"""How much one query may answer, and how long it may take."""

import msgspec

from vedette.querying.errors import TooManyPoints, TooManySeries
from vedette.sdk import Answer, Frame, Json


class Limits(msgspec.Struct, frozen=True):
    timeout: float = 30.0
    """Seconds for all queries of a batch to one source, waiting for its turn included."""
    parallel: int = 20
    """Calls under way at once to one source; more wait."""
    max_frames: int = 10_000
    """Frames of one query; those beyond are dropped with a notice."""
    max_points: int = 10_000_000
    """Values of one query; more are refused."""


def within(answer: Answer, limits: Limits, is_whole: bool = False) -> Answer:
    """The answer, cut or refused where it is too large. Nothing is cut without a notice.

    `is_whole` refuses what would be cut: half an answer must not decide about an alert.
    """
    if answer.error is not None:
        return answer
    frames = answer.frames
    if len(frames) > limits.max_frames and is_whole:
        error = TooManySeries(
            f"The query answered {len(frames):,} series; an alert rule may ask for"
            f" {limits.max_frames:,}. Aggregate it, or narrow it by labels."
        )
        return Answer(answer.ref_id, error=error)
    if len(frames) > limits.max_frames:
        text = (
            f"{len(frames):,} series were answered and {limits.max_frames:,} are shown. "
            "Narrow the query, or aggregate it."
        )
        frames = (_noticed(frames[0], text), *frames[1 : limits.max_frames])
    points = sum(len(field.values) for frame in frames for field in frame.fields)
    if points > limits.max_points:
        return Answer(
            answer.ref_id,
            error=TooManyPoints(
                f"The query answered {points:,} values; at most {limits.max_points:,} are sent. "
                "Use a larger step, a shorter range or fewer series."
            ),
        )
    return answer if frames is answer.frames else Answer(answer.ref_id, frames)


def _noticed(frame: Frame, text: str) -> Frame:
    notice: Json = {"severity": "warning", "text": text}
    return Frame(
        frame.kind, frame.fields, frame.ref_id, frame.name, (*frame.notices, notice), frame.meta
    )
