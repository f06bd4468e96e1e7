"""What is stored in a form that cannot be read: by hand, or by another version of the server."""

from collections.abc import Callable
from json import JSONDecodeError
from typing import ClassVar, TypeVar

from vedette.kernel.errors import VedetteError

_T = TypeVar("_T")
_ERRORS = (VedetteError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
"""Arithmetic is what a time beyond the year 9999 fails at."""


class StoredUnreadable(VedetteError):
    code: ClassVar[str] = "alerting.unreadable"
    status: ClassVar[int] = 500

    def __init__(self, what: str, why: str, mend: str) -> None:
        super().__init__(f"The stored {what} cannot be read ({why[:300].rstrip('.')}); {mend}.")


def readable(what: str, mend: str, read: Callable[[], _T]) -> _T:
    """What `read` makes of something stored. Raises `StoredUnreadable` where it cannot."""
    try:
        return read()
    except _ERRORS as error:
        raise StoredUnreadable(what, _reason(error), mend) from error


def _reason(error: Exception) -> str:
    if isinstance(error, VedetteError):
        return error.public
    return "it is not valid JSON" if isinstance(error, JSONDecodeError) else "it has an "
    "unexpected format"
