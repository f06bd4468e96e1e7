"""Who acts: the same shape for people, tokens, anonymous visitors and the system itself."""

from typing import Literal

import msgspec


class Principal(msgspec.Struct, frozen=True):
    kind: Literal["user", "token", "anonymous", "system"]
    id: int
    """Row of the user or service account; 0 for anonymous and system."""
    org_id: int
    role: str
    """`Admin`, `Editor`, `Viewer` or `None` in the organization `org_id`."""
    teams: frozenset[int] = frozenset()
    login: str = ""
    name: str = ""
    is_server_admin: bool = False

    @property
    def key(self) -> str:
        """Names this principal in rate limits and logs; never a secret."""
        return f"{self.kind}:{self.id}"
