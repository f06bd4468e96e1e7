"""Open the socket of the HTTP listener."""

import errno
import socket
from pathlib import Path

from vedette.kernel.errors import VedetteError
from vedette.server.sections.process import ServerSettings

_BACKLOG = 2048
_LONGEST_PATH = 107
"""Maximum length of a Unix socket's path on Linux in bytes, see unix(7)."""


class CannotListen(VedetteError):
    """The listener cannot bind to its address. The message names the setting to change."""

    code, status = "server.cannot_listen", 500


def bound_socket(settings: ServerSettings) -> socket.socket:
    """Return a listening socket. Raises `CannotListen`."""
    listener = _unix(settings.socket) if settings.protocol == "socket" else _tcp(settings)
    listener.setblocking(False)
    return listener


def _tcp(settings: ServerSettings) -> socket.socket:
    host, port = settings.http_addr, settings.http_port
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except (OSError, UnicodeError) as error:
        listener.close()
        shown = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        raise CannotListen(f"Cannot listen on {shown}: {_reason(error, host)}") from error
    return listener


def _reason(error: OSError | UnicodeError, host: str) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, (socket.gaierror, UnicodeError)):
        return f"{host!r} is not an address of this host. Check [server] http_addr."
    if number == errno.EADDRINUSE:
        return (
            "the port is in use. Stop the process that uses it, or set [server] http_port to"
            " another port."
        )
    if number in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        return "this host does not have that address. Check [server] http_addr."
    if number == errno.EACCES:
        return (
            "permission denied. Ports below 1024 require the capability "
            "CAP_NET_BIND_SERVICE. Set [server] http_port to a higher port."
        )
    return f"{_words(error)}. Check [server] http_addr and [server] http_port."


def _unix(path: str) -> socket.socket:
    if not path:
        raise CannotListen(
            "[server] socket: expected the path of a Unix socket, because protocol is socket."
        )
    if len(path.encode()) > _LONGEST_PATH:
        raise CannotListen(
            f"[server] socket: expected a path of at most {_LONGEST_PATH} bytes, not {path!r}."
        )
    file = Path(path)
    listener = socket.socket(socket.AF_UNIX)
    try:
        if file.is_socket():
            file.unlink()
        listener.bind(path)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        reason = (
            "the path exists and is not a socket"
            if error.errno == errno.EADDRINUSE
            else _words(error)
        )
        raise CannotListen(f"Cannot listen on {path}: {reason}. Check [server] socket.") from error
    return listener


def _words(error: OSError | UnicodeError) -> str:
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text[:1].lower() + text[1:]
