"""JSON of service accounts and their tokens, with the field names of Grafana 10.4's HTTP API."""

from typing import NotRequired, TypedDict, cast

from vedette.identity.api.shapes import Role, iso
from vedette.identity.model import ApiKey, ApiToken, Member


class ServiceAccount(TypedDict):
    id: int
    uid: str
    name: str
    login: str
    orgId: int
    isDisabled: bool
    role: Role
    tokens: int
    avatarUrl: str
    createdAt: str
    updatedAt: str
    accessControl: NotRequired[dict[str, bool]]


class FoundServiceAccounts(TypedDict):
    totalCount: int
    serviceAccounts: list[ServiceAccount]
    page: int
    perPage: int


class ChangedServiceAccount(TypedDict):
    message: str
    id: int
    name: str
    serviceaccount: ServiceAccount


class TokenAnswer(TypedDict):
    """A token without its key."""

    id: int
    name: str
    created: str
    expiration: str | None
    secondsUntilExpiration: float
    hasExpired: bool
    isRevoked: bool
    lastUsedAt: str | None


class ListedKey(TypedDict):
    id: int
    name: str
    role: Role
    expiration: str | None
    lastUsedAt: str | None


class MadeToken(TypedDict):
    id: int
    name: str
    key: str


def service_account(member: Member, tokens: int) -> ServiceAccount:
    account = member.account
    return {
        "id": account.id,
        "uid": account.uid,
        "name": account.name,
        "login": account.login,
        "orgId": member.org_id,
        "isDisabled": account.is_disabled,
        "role": cast(Role, member.role),
        "tokens": tokens,
        "avatarUrl": "",
        "createdAt": iso(account.created),
        "updatedAt": iso(account.updated),
    }


def token(stored: ApiToken, now: int) -> TokenAnswer:
    left = (stored.expires - now) / 1000 if stored.expires is not None else 0
    return {
        "id": stored.id,
        "name": stored.name,
        "created": iso(stored.created),
        "expiration": iso(stored.expires) if stored.expires is not None else None,
        "secondsUntilExpiration": max(0.0, left),
        "hasExpired": stored.expires is not None and left <= 0,
        "isRevoked": False,
        "lastUsedAt": iso(stored.last_used) if stored.last_used is not None else None,
    }


def api_key(key: ApiKey) -> ListedKey:
    stored = key.token
    return {
        "id": stored.id,
        "name": stored.name,
        "role": cast(Role, key.role),
        "expiration": iso(stored.expires) if stored.expires is not None else None,
        "lastUsedAt": iso(stored.last_used) if stored.last_used is not None else None,
    }
