"""Finds the instance at the other end of a local connection."""

from collections.abc import Mapping
from pathlib import Path


class Origins:
    """Maps local ports to names of processes; proxies forward the names."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        """By process id, set when an instance starts."""
        self._passed_on: dict[int, str] = {}

    def pass_on(self, port: int, name: str) -> None:
        """Register a connection from `port` for another process."""
        self._passed_on[port] = name

    def of(self, port: int) -> str:
        """Return the name; empty if it is unknown."""
        return self._passed_on.get(port) or _owner(port, self.names)


def _owner(port: int, names: Mapping[int, str]) -> str:
    inode = _inode(port)
    if not inode:
        return ""
    wanted = f"socket:[{inode}]"
    for process, name in list(names.items()):
        try:
            for entry in Path(f"/proc/{process}/fd").iterdir():
                if entry.readlink().name == wanted:
                    return name
        except OSError:
            continue
    return ""


def _inode(port: int) -> str:
    local = f":{port:04X}"
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        words = line.split()
        if words[1].endswith(local) and words[3] == "01" and words[9] != "0":
            return words[9]
    return ""
