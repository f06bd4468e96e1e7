"""Failures of the network as one sentence each."""

import os
import ssl
from types import TracebackType

from vedette.kernel.errors import VedetteError
from vedette.outbound.address import Address
from vedette.outbound.errors import TimedOut, Unreachable


class translated:
    """Raises `TimedOut` or `Unreachable` for what aiohttp raises; everything else passes."""

    def __init__(self, name: str, address: Address) -> None:
        self._name = name
        self._address = address

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
        if isinstance(error, TimeoutError):
            raise TimedOut(f"{self._name} did not answer in time.") from error
        sentence = self._sentence(error)
        if sentence:
            raise Unreachable(sentence) from error

    def _sentence(self, error: BaseException) -> str:
        import aiohttp

        where = self._address.host_and_port
        match error:
            case aiohttp.ClientConnectorCertificateError():
                return (
                    f"{self._name} at {where} shows a certificate that is not valid for it:"
                    f" {_certificate(error.certificate_error)}."
                )
            case aiohttp.ClientConnectorSSLError() | ssl.SSLError():
                return f"TLS with {self._name} at {where} failed: does it speak https there?"
            case aiohttp.ClientConnectorDNSError():
                return f"{self._name} can not be reached: the host {self._address.host} is unknown."
            case aiohttp.ClientConnectorError():
                return f"{self._name} can not be reached at {where}: {_reason(error.os_error)}."
            case aiohttp.ServerDisconnectedError() | aiohttp.ClientPayloadError():
                return f"{self._name} at {where} ended the connection before its answer was whole."
            case aiohttp.ClientResponseError():
                return f"{self._name} at {where} answered with something that is not HTTP."
            case aiohttp.ClientError() | OSError():
                return f"The connection to {self._name} at {where} broke."
        return ""


def _certificate(error: Exception) -> str:
    return str(getattr(error, "verify_message", "") or "it can not be verified")


def _reason(error: OSError) -> str:
    return os.strerror(error.errno).lower() if error.errno else "no connection"
