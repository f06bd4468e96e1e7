"""Messages for failures of the network."""

import os
import socket
import ssl

from vedette.kernel.errors import VedetteError
from vedette.kernel.translated import translated
from vedette.outbound.errors import EgressRefused, TimedOut, Unreachable
from vedette.outbound.http1 import BadStatus, EndedEarly, NotHttp
from vedette.outbound.pool import ConnectFailed


def translated_network(name: str) -> translated:
    """Raise `TimedOut` or `Unreachable` for failures of the network. Other errors pass.

    Messages name the target but not its address, which not every reader may know.
    """
    return translated(_Failures(name).of)


class _Failures:
    def __init__(self, name: str) -> None:
        self._name = name

    def of(self, error: BaseException) -> Exception | None:
        """Return `TimedOut` or `Unreachable` for a failure of the network."""
        if isinstance(error, EgressRefused):
            return EgressRefused(self._name, error.reason)
        if isinstance(error, VedetteError):
            return None
        if isinstance(error, TimeoutError):
            return TimedOut(f"{self._name} did not respond in time.")
        sentence = self._sentence(error)
        return Unreachable(sentence) if sentence else None

    def _sentence(self, error: BaseException) -> str:
        if type(error).__module__.startswith("aiohttp."):
            return self._of_socket(error)
        match error:
            case ConnectFailed():
                return self._unreachable(error.reason)
            case EndedEarly():
                return self._ended()
            case BadStatus():
                return self._bad_status(error.status)
            case NotHttp():
                return self._not_http()
            case ssl.SSLCertVerificationError():
                return self._bad_certificate(error)
            case ssl.SSLError():
                return self._bad_tls()
            case socket.gaierror():
                return self._unknown()
            case OSError():
                return self._broke()
        return ""

    def _of_socket(self, error: BaseException) -> str:
        """Return the failure for errors of aiohttp, which is used for WebSockets."""
        import aiohttp

        match error:
            case aiohttp.ClientConnectorCertificateError():
                return self._bad_certificate(error.certificate_error)
            case aiohttp.ClientConnectorSSLError():
                return self._bad_tls()
            case aiohttp.ClientConnectorDNSError():
                return self._unknown()
            case aiohttp.ClientConnectorError():
                return self._unreachable(error.os_error)
            case aiohttp.ServerDisconnectedError() | aiohttp.ClientPayloadError():
                return self._ended()
            case aiohttp.ClientResponseError():
                return self._not_http()
        return self._broke()

    def _unreachable(self, reason: OSError) -> str:
        text = os.strerror(reason.errno).lower() if reason.errno else "no connection"
        return f"{self._name} cannot be reached: {text}."

    def _unknown(self) -> str:
        return f"{self._name} cannot be reached: its host name is unknown."

    def _bad_certificate(self, error: Exception) -> str:
        reason = str(getattr(error, "verify_message", "") or "it cannot be verified")
        return f"{self._name} shows a certificate that is not valid for it: {reason}."

    def _bad_tls(self) -> str:
        return f"TLS with {self._name} failed. Check that it serves HTTPS on this port."

    def _ended(self) -> str:
        return f"{self._name} closed the connection before its response was complete."

    def _bad_status(self, status: int) -> str:
        return f"{self._name} returned the status {status:03}, which is not a valid HTTP status."

    def _not_http(self) -> str:
        return f"{self._name} did not return a valid HTTP response."

    def _broke(self) -> str:
        return f"The connection to {self._name} was interrupted."
