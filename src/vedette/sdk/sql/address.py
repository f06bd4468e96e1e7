"""`host:port` of a database, and the IP address to connect to."""

from dataclasses import dataclass

from vedette.kernel.errors import Unprocessable


class BadDatabaseAddress(Unprocessable):
    code = "sql.bad_address"


@dataclass(frozen=True, slots=True)
class HostPort:
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse_host_port(text: str, default_port: int) -> HostPort:
    """Parse `db`, `db:5432`, `[::1]:5432` or `tcp://db:5432`. Raises `BadDatabaseAddress`."""
    bare = text.strip().rpartition("://")[2].split("/")[0]
    if not bare:
        raise BadDatabaseAddress("The data source has no address. Enter host:port in its settings.")
    if bare.startswith("["):
        host, _, rest = bare[1:].partition("]")
        port = rest.removeprefix(":")
    elif bare.count(":") > 1:
        host, port = bare, ""
    else:
        host, _, port = bare.partition(":")
    number = int(port) if port.isascii() and port.isdigit() and len(port) < 6 else default_port
    if not host or (port and not port.isdigit()) or not 0 < number < 65_536:
        raise BadDatabaseAddress("The address of the data source must have the form host:port.")
    return HostPort(host, number)
