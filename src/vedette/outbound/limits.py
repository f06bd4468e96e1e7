"""How large an answer may be, for those who are given less than everybody."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import msgspec


class AnswerLimit(msgspec.Struct, frozen=True):
    """`bytes` after decompression; `setting` is what raises it, as a message names it."""

    bytes: int
    setting: str


_given: ContextVar[AnswerLimit | None] = ContextVar("answer_limit", default=None)


@contextmanager
def answers_within(limit: AnswerLimit) -> Iterator[None]:
    """No request that is made inside, whoever makes it, is answered with more.

    It holds for every data source that is asked over HTTP: a plugin need not know of it.
    """
    token = _given.set(limit)
    try:
        yield
    finally:
        _given.reset(token)


def tightest(own: AnswerLimit) -> AnswerLimit:
    """The limit of a client, or that of those who ask where it is less."""
    given = _given.get()
    return given if given is not None and given.bytes < own.bytes else own
