"""Smaller response limits for some callers, such as alert rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import msgspec


class AnswerLimit(msgspec.Struct, frozen=True):
    """A limit in bytes after decompression. `setting` is the setting to increase."""

    bytes: int
    setting: str


_given: ContextVar[AnswerLimit | None] = ContextVar("answer_limit", default=None)


@contextmanager
def answers_within(limit: AnswerLimit) -> Iterator[None]:
    """Limit the responses of all requests inside the context.

    This applies to every HTTP data source without support of the plugin.
    """
    token = _given.set(limit)
    try:
        yield
    finally:
        _given.reset(token)


def tightest(own: AnswerLimit) -> AnswerLimit:
    """Return the limit of a client, or that of the caller if it is lower."""
    given = _given.get()
    return given if given is not None and given.bytes < own.bytes else own
