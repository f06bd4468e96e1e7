"""The caller of an operation: a user, a token, an anonymous visitor or the system itself."""

from typing import Literal

import msgspec


class Principal(msgspec.Struct, frozen=True):
    kind: Literal["user", "token", "anonymous", "system"]
    id: int
    """The id of the user or service account; 0 for anonymous and system."""
    org_id: int
    role: str
    """`Admin`, `Editor`, `Viewer` or `None` in the organization `org_id`."""
    teams: frozenset[int] = frozenset()
    login: str = ""
    name: str = ""
    is_server_admin: bool = False

    @property
    def key(self) -> str:
        """Return the name of this principal in rate limits and logs, without secrets."""
        return f"{self.kind}:{self.id}"
