"""JSON of users and tokens, with the field names of Grafana 10.4's HTTP API."""

from datetime import UTC, datetime, timedelta
from typing import Literal, TypedDict, cast

from vedette.identity.model import Account, Member, Session

_ADDRESS = ("address1", "address2", "city", "zipCode", "state", "country")
_TEN_YEARS = timedelta(days=3652)
"""The age of `lastSeenAt` for users who were never active: clients expect a time."""


Role = Literal["Admin", "Editor", "Viewer", "None"]


class UserAnswer(TypedDict):
    id: int
    uid: str
    email: str
    name: str
    login: str
    theme: str
    orgId: int
    isGrafanaAdmin: bool
    isDisabled: bool
    isExternal: bool
    isExternallySynced: bool
    authLabels: list[str]
    updatedAt: str
    createdAt: str
    avatarUrl: str


class ListedUser(TypedDict):
    id: int
    uid: str
    name: str
    login: str
    email: str
    avatarUrl: str
    isAdmin: bool
    isDisabled: bool
    lastSeenAt: str
    lastSeenAtAge: str
    authLabels: list[str]


class FoundUsers(TypedDict):
    totalCount: int
    users: list[ListedUser]
    page: int
    perPage: int


class OrgUser(TypedDict):
    orgId: int
    userId: int
    uid: str
    email: str
    name: str
    login: str
    avatarUrl: str
    role: Role
    isDisabled: bool
    lastSeenAt: str
    lastSeenAtAge: str
    authLabels: list[str]
    isExternallySynced: bool


class FoundMembers(TypedDict):
    totalCount: int
    orgUsers: list[OrgUser]
    page: int
    perPage: int


class OrgMembership(TypedDict):
    orgId: int
    name: str
    role: Role


class ListedOrg(TypedDict):
    id: int
    name: str


class Org(ListedOrg):
    address: dict[str, str]


class MadeUser(TypedDict):
    id: int
    message: str


class MadeOrg(TypedDict):
    orgId: int
    message: str


class AddedMember(TypedDict):
    message: str
    userId: int


class ListedSession(TypedDict):
    """`isActive` marks the session of the request."""

    id: int
    isActive: bool
    clientIp: str
    device: str
    os: str
    osVersion: str
    browser: str
    browserVersion: str
    createdAt: str
    seenAt: str


class MemberName(TypedDict):
    userId: int
    login: str
    avatarUrl: str


def iso(milliseconds: int) -> str:
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")


def last_seen(account: Account) -> str:
    if account.last_seen is not None:
        return iso(account.last_seen)
    return iso(account.created - round(_TEN_YEARS.total_seconds() * 1000))


def age(milliseconds: int | None, now: int) -> str:
    """Return an age in the short form that clients show: `3m`, `2h`, `5d`, or `10 years` for
    never."""
    if milliseconds is None:
        return "10 years"
    seconds = max(0, (now - milliseconds) // 1000)
    if seconds < 60:
        return "< 1 minute"
    for size, name in ((86_400, "d"), (3_600, "h"), (60, "m")):
        if seconds >= size:
            return f"{seconds // size}{name}"
    return ""


def user(account: Account) -> UserAnswer:
    return {
        "id": account.id,
        "uid": account.uid,
        "email": account.email,
        "name": account.name,
        "login": account.login,
        "theme": "",
        "orgId": account.org_id,
        "isGrafanaAdmin": account.is_server_admin,
        "isDisabled": account.is_disabled,
        "isExternal": False,
        "isExternallySynced": False,
        "authLabels": [],
        "updatedAt": iso(account.updated),
        "createdAt": iso(account.created),
        "avatarUrl": "",
    }


def listed_user(account: Account, now: int) -> ListedUser:
    return {
        "id": account.id,
        "uid": account.uid,
        "name": account.name,
        "login": account.login,
        "email": account.email,
        "avatarUrl": "",
        "isAdmin": account.is_server_admin,
        "isDisabled": account.is_disabled,
        "lastSeenAt": last_seen(account),
        "lastSeenAtAge": age(account.last_seen, now),
        "authLabels": [],
    }


def org_user(member: Member, now: int) -> OrgUser:
    account = member.account
    return {
        "orgId": member.org_id,
        "userId": account.id,
        "uid": account.uid,
        "email": account.email,
        "name": account.name,
        "login": account.login,
        "avatarUrl": "",
        "role": cast(Role, member.role),
        "isDisabled": account.is_disabled,
        "lastSeenAt": last_seen(account),
        "lastSeenAtAge": age(account.last_seen, now),
        "authLabels": [],
        "isExternallySynced": False,
    }


def org(org_id: int, name: str) -> Org:
    """Return an organization. Addresses are empty; clients expect the keys."""
    return {"id": org_id, "name": name, "address": dict.fromkeys(_ADDRESS, "")}


def session(stored: Session, *, is_active: bool) -> ListedSession:
    browser, system = _agent(stored.user_agent)
    return {
        "id": stored.id,
        "isActive": is_active,
        "clientIp": stored.client_ip,
        "device": "Other",
        "os": system,
        "osVersion": "",
        "browser": browser,
        "browserVersion": "",
        "createdAt": iso(stored.created),
        "seenAt": iso(stored.seen),
    }


def _agent(user_agent: str) -> tuple[str, str]:
    browsers = (
        ("Edg/", "Edge"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    )
    systems = (
        ("Android", "Android"),
        ("iPhone", "iOS"),
        ("iPad", "iOS"),
        ("Mac OS", "Mac OS X"),
        ("Windows", "Windows"),
        ("Linux", "Linux"),
    )
    browser = next((name for mark, name in browsers if mark in user_agent), "Other")
    system = next((name for mark, name in systems if mark in user_agent), "Other")
    return browser, system
