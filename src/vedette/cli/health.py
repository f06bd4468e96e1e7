"""`vedette health`: checks the instance on this host that uses the same settings."""

import http.client
import socket
import ssl
import sys
from collections.abc import Sequence

from vedette.cli.config import read
from vedette.server.sections.process import ServerSettings

_SECONDS = 8.0
_THIS_MACHINE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}  # noqa: S104


class _OverSocket(http.client.HTTPConnection):
    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(_SECONDS)
        self.sock.connect(self.host)


def ask(config: str | None, overrides: Sequence[str]) -> int:
    """Return 0 if `/api/health` responds with 200. Otherwise print the reason and return 1."""
    server = read(config, overrides)[ServerSettings]
    connection = _connection(server)
    where = server.socket if server.protocol == "socket" else f"port {connection.port}"
    try:
        connection.request("GET", "/api/health", headers={"Host": "localhost"})
        answer = connection.getresponse()
        body = answer.read().decode("utf-8", "replace").strip()
    except (OSError, http.client.HTTPException) as error:
        reason = str(error) or type(error).__name__
        print(f"vedette: No healthy server at {where}: {reason}.", file=sys.stderr)
        return 1
    finally:
        connection.close()
    print(body, file=sys.stdout if answer.status == 200 else sys.stderr)
    return 0 if answer.status == 200 else 1


def _connection(server: ServerSettings) -> http.client.HTTPConnection:
    if server.protocol == "socket":
        return _OverSocket(server.socket)
    host, port = _THIS_MACHINE.get(server.http_addr, server.http_addr), server.http_port
    if server.protocol == "http":
        return http.client.HTTPConnection(host, port, timeout=_SECONDS)
    # The certificate is for the public name, not for this host.
    unverified = ssl.create_default_context()
    unverified.check_hostname, unverified.verify_mode = False, ssl.CERT_NONE
    return http.client.HTTPSConnection(host, port, timeout=_SECONDS, context=unverified)
