"""The ports of this process, which data sources must not reach."""

from collections.abc import Iterable


class OwnPorts:
    """The ports that this process listens on, known after the listener is bound."""

    def __init__(self, ports: Iterable[int] = ()) -> None:
        self._ports = set(ports)

    def add(self, port: int) -> None:
        self._ports.add(port)

    def __contains__(self, port: object) -> bool:
        return port in self._ports
