"""Stored data that cannot be read because it was written manually or by another version."""

from collections.abc import Callable
from json import JSONDecodeError
from typing import ClassVar, TypeVar

from vedette.kernel.errors import VedetteError

_T = TypeVar("_T")
_ERRORS = (VedetteError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError)
"""A time after the year 9999 raises an arithmetic error."""


class StoredUnreadable(VedetteError):
    code: ClassVar[str] = "alerting.unreadable"
    status: ClassVar[int] = 500

    def __init__(self, what: str, why: str, remedy: str) -> None:
        super().__init__(f"The stored {what} cannot be read ({why[:300].rstrip('.')}); {remedy}.")


def readable(what: str, remedy: str, read: Callable[[], _T]) -> _T:
    """Return the result of `read`. Raises `StoredUnreadable` if it fails."""
    try:
        return read()
    except _ERRORS as error:
        raise StoredUnreadable(what, _reason(error), remedy) from error


def _reason(error: Exception) -> str:
    if isinstance(error, VedetteError):
        return error.public
    return "it is not valid JSON" if isinstance(error, JSONDecodeError) else "it has an "
    "unexpected format"
