"""Which instance is at the other end of a connection on this machine."""

from collections.abc import Mapping
from pathlib import Path


class Origins:
    """Names of processes by the local port of their end; a proxy hands them on."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        """By process id: set by whoever starts instances."""
        self._passed_on: dict[int, str] = {}

    def pass_on(self, port: int, name: str) -> None:
        """A connection from `port` is made in the name of another process."""
        self._passed_on[port] = name

    def of(self, port: int) -> str:
        """Empty where it is nobody known."""
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
