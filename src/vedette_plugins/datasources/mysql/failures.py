"""What the driver raises, as one sentence each."""

import os
import ssl
from types import TracebackType

from pymysql.err import InternalError, MySQLError

from vedette.sdk import ReadLimits, VedetteError
from vedette.sdk.sql.address import HostPort
from vedette.sdk.sql.errors import NoConnection, QueryFailed, QueryTimeout, too_large
from vedette_plugins.datasources.mysql.link import NO_TLS, TOO_LARGE, WANTS_CLEAR

_NO_LOGIN = frozenset((1040, 1044, 1045, 1049, 1129, 1130, 1203, 1226, 1698))
_IN_TIME = frozenset((1317, 1907, 1969, 3024))
_LOST = frozenset((2003, 2006, 2013, 2014))
_LONGEST = 1_000


class translated:
    """Raises `NoConnection`, `QueryFailed` or `QueryTimeout`; what is no failure passes."""

    def __init__(self, address: HostPort, limits: ReadLimits) -> None:
        self._address = address
        self._limits = limits

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None or isinstance(error, VedetteError):
            return
        failure = self._failure(error)
        if failure is not None:
            raise failure from error

    def _failure(self, error: BaseException) -> VedetteError | None:
        if isinstance(error, TimeoutError):
            return self._late()
        if isinstance(error, MySQLError):
            return self._refusal(error)
        if isinstance(error, OSError):
            return self._unreachable(error)
        return None

    def _refusal(self, error: MySQLError) -> VedetteError:
        code, message = _parts(error)
        where = self._address
        cause = error.__cause__
        if code in _IN_TIME:
            return self._late()
        if message == TOO_LARGE:
            return too_large(self._limits)
        if code in _NO_LOGIN:
            return NoConnection(f"MySQL at {where} says: {message}.")
        if message == NO_TLS:
            return NoConnection(f"MySQL at {where} does not speak TLS, which the source asks for.")
        if message == WANTS_CLEAR:
            return NoConnection(
                f"MySQL at {where} asks for the password in clear text; allowCleartextPasswords"
                " permits that."
            )
        if isinstance(cause, TimeoutError):
            return self._late()
        if isinstance(cause, OSError) and code == 2003:
            return self._unreachable(cause)
        if code in _LOST:
            return NoConnection(f"MySQL at {where} ended the connection.")
        if code == 0 and isinstance(error, InternalError):  # Packets that are none.
            return NoConnection(f"What answers at {where} is no MySQL.")
        return QueryFailed(f"MySQL says: {message}.")

    def _unreachable(self, error: OSError) -> VedetteError:
        where = self._address
        if isinstance(error, ssl.SSLCertVerificationError):
            return NoConnection(
                f"MySQL at {where} shows a certificate that is not valid for it:"
                f" {error.verify_message or 'it can not be verified'}."
            )
        if isinstance(error, ssl.SSLError):
            return NoConnection(f"TLS with MySQL at {where} failed.")
        reason = os.strerror(error.errno).lower() if error.errno else "no connection"
        return NoConnection(f"MySQL can not be reached at {where}: {reason}.")

    def _late(self) -> VedetteError:
        return QueryTimeout(
            f"MySQL at {self._address} did not answer within {self._limits.seconds:g} s."
        )


def _parts(error: MySQLError) -> tuple[int, str]:
    numbers = [each for each in error.args if isinstance(each, int)]
    texts = [each for each in error.args if isinstance(each, str)]
    message = texts[0] if texts else type(error).__name__
    return (numbers or [0])[0], message[:_LONGEST].strip().rstrip(".")
