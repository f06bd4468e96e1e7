"""Translates errors of libraries into errors of the product."""

from collections.abc import Callable
from types import TracebackType

Meaning = Callable[[BaseException], Exception | None]
"""Returns the error of the product, or None for an error that is raised unchanged."""


class translated:
    """A context manager that raises the translation of an error, with that error as the cause.

    `done` is called if the block raises nothing.
    """

    def __init__(self, meaning: Meaning, done: Callable[[], None] | None = None) -> None:
        self._meaning = meaning
        self._done = done

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            failure = self._meaning(error)
            if failure is not None:
                raise failure from error
        elif self._done is not None:
            self._done()
