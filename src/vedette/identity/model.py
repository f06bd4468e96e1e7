"""Users, service accounts, memberships, sessions and tokens."""

import unicodedata
from typing import Literal, TypeAlias

import msgspec

Role: TypeAlias = Literal["None", "Viewer", "Editor", "Admin"]
ROLE_RANK: dict[str, int] = {"None": 0, "Viewer": 1, "Editor": 2, "Admin": 3}
AccountKind: TypeAlias = Literal["user", "service"]


class Account(msgspec.Struct, frozen=True):
    """A row of `account`. Times are in milliseconds since the epoch."""

    id: int
    uid: str
    kind: AccountKind
    login: str
    email: str
    name: str
    password: str | None
    must_change_password: bool
    is_server_admin: bool
    is_disabled: bool
    org_id: int
    """The organization that the user worked in last."""
    last_seen: int | None
    created: int
    updated: int


class Member(msgspec.Struct, frozen=True):
    account: Account
    org_id: int
    role: str


class Session(msgspec.Struct, frozen=True):
    id: int
    account_id: int
    digest: str
    previous_digest: str | None
    is_seen: bool
    client_ip: str
    user_agent: str
    created: int
    rotated: int
    seen: int


class Holder(msgspec.Struct, frozen=True):
    """The part of an account that is needed to authenticate its session or token."""

    id: int
    org_id: int
    """The organization of the token, or the one that the user worked in last."""
    role: str
    login: str
    name: str
    is_server_admin: bool
    is_disabled: bool
    last_seen: int | None


class ApiToken(msgspec.Struct, frozen=True):
    id: int
    org_id: int
    account_id: int
    name: str
    expires: int | None
    last_used: int | None
    created: int


class ApiKey(msgspec.Struct, frozen=True):
    token: ApiToken
    role: str


class PresentedToken(msgspec.Struct, frozen=True):
    id: int
    expires: int | None
    last_used: int | None
    holder: Holder


def folded(name: str) -> str:
    """Return the form in which logins and e-mail addresses are compared."""
    return unicodedata.normalize("NFKC", name).strip().casefold()
