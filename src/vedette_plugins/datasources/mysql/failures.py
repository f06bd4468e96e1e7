"""Translates errors of the driver."""

import logging
import os
import re
import ssl

from pymysql.err import InternalError, MySQLError

from vedette.sdk import ReadLimits, VedetteError
from vedette.sdk.sql.errors import (
    NoConnection,
    QueryFailed,
    QueryTimeout,
    too_large,
    translated,
)
from vedette_plugins.datasources.mysql.link import NO_TLS, TOO_LARGE, WANTS_CLEAR

_NO_LOGIN = frozenset((1040, 1044, 1045, 1049, 1129, 1130, 1203, 1226, 1698))
_NO_DATABASE, _BUSY = 1049, frozenset((1040, 1203, 1226))
_IN_TIME = frozenset((1317, 1907, 1969, 3024))
_LOST = frozenset((2003, 2006, 2013, 2014))
_LONGEST = 1_000
_ACCOUNT = re.compile(r"(?:user )?'[^']*'@'[^']*'")
log = logging.getLogger("vedette.datasource.mysql")


def translated_mysql(name: str, database: str, limits: ReadLimits) -> translated:
    """Raise `NoConnection`, `QueryFailed` or `QueryTimeout`; other errors pass.

    Messages name the data source, but not its host, user or database; the log has the server's own
    message for a refused login.
    """
    return translated(_Failures(name, database, limits).of)


class _Failures:
    def __init__(self, name: str, database: str, limits: ReadLimits) -> None:
        self._source = f"the data source {name!r}"
        self._name = f"T{self._source[1:]}"
        self._prefix = f"'{database}." if database else ""
        self._limits = limits

    def of(self, error: BaseException) -> VedetteError | None:
        if isinstance(error, VedetteError):
            return None
        if isinstance(error, TimeoutError):
            return self._late()
        if isinstance(error, MySQLError):
            return self._refusal(error)
        if isinstance(error, OSError):
            return self._unreachable(error)
        return None

    def _refusal(self, error: MySQLError) -> VedetteError:
        code, message = _parts(error)
        where = self._name
        cause = error.__cause__
        if code in _IN_TIME:
            return self._late()
        if message == TOO_LARGE:
            return too_large(self._limits)
        if code in _NO_LOGIN:
            log.info("%s refused a login: %s.", where, message)
            return NoConnection(f"{where} refused the login: {_refusal(code)}.")
        if message == NO_TLS:
            return NoConnection(f"{where} does not speak TLS, which its settings require.")
        if message == WANTS_CLEAR:
            return NoConnection(
                f"{where} requests the password in clear text. Set allowCleartextPasswords to "
                "permit it."
            )
        if isinstance(cause, TimeoutError):
            return self._late()
        if isinstance(cause, OSError) and code == 2003:
            return self._unreachable(cause)
        if code in _LOST:
            return NoConnection(f"{where} closed the connection.")
        if code == 0 and isinstance(error, InternalError):  # Invalid packets.
            return NoConnection(f"The server of {self._source} is not MySQL.")
        return QueryFailed(f"MySQL returned an error: {self._without_names(message)}.")

    def _without_names(self, message: str) -> str:
        """Return the server's own message without its user, host and database."""
        text = _ACCOUNT.sub("the user of the data source", message)
        return text.replace(self._prefix, "'") if self._prefix else text

    def _unreachable(self, error: OSError) -> VedetteError:
        where = self._name
        if isinstance(error, ssl.SSLCertVerificationError):
            return NoConnection(
                f"{where} shows a certificate that is not valid for it:"
                f" {error.verify_message or 'it cannot be verified'}."
            )
        if isinstance(error, ssl.SSLError):
            return NoConnection(f"TLS with {self._source} failed.")
        reason = os.strerror(error.errno).lower() if error.errno else "no connection"
        return NoConnection(f"{where} cannot be reached: {reason}.")

    def _late(self) -> VedetteError:
        return QueryTimeout(f"{self._name} did not answer within {self._limits.seconds:g} s.")


def _refusal(code: int) -> str:
    """Return why, without the names of user, host and database in the server's message."""
    if code == _NO_DATABASE:
        return "its database does not exist"
    if code in _BUSY:
        return "the server has no free connection"
    return "check user, password and database in its settings"


def _parts(error: MySQLError) -> tuple[int, str]:
    numbers = [each for each in error.args if isinstance(each, int)]
    texts = [each for each in error.args if isinstance(each, str)]
    message = texts[0] if texts else type(error).__name__
    return (numbers or [0])[0], message[:_LONGEST].strip().rstrip(".")
