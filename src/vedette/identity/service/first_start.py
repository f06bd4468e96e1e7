"""The first start: creates an organization and an administrator."""

import logging

import msgspec

from vedette.db.database import Database
from vedette.identity.credentials import Passwords, new_password
from vedette.identity.store.accounts import AccountStore, NewAccount
from vedette.identity.store.members import MemberStore
from vedette.identity.store.orgs import OrgStore
from vedette.kernel.clock import Clock

log = logging.getLogger("vedette.identity")
MAIN_ORG = "Main Org."
_SHORT = 8
_OF_EXAMPLES = frozenset(
    (
        "admin123",
        "changeme",
        "change-me",
        "grafana-admin",
        "password",
        "prom-operator",
        "vedette-admin",
    )
)
"""Long passwords from documentation and charts. Short ones such as `admin` are refused by
length."""


class FirstAdmin(msgspec.Struct, frozen=True):
    login: str
    generated_password: str
    """Empty if the configuration contains a password."""


async def prepare(
    database: Database,
    clock: Clock,
    passwords: Passwords,
    *,
    login: str,
    email: str,
    password: str,
    create_admin: bool,
    production: bool,
) -> FirstAdmin | None:
    """Set up an empty database. Returns None if it is not empty.

    Without a configured `password`, a random one is generated and must be changed at the first
    login. In production, this also applies to well-known passwords. They work until then, because
    setup tools use them immediately.
    """
    async with database.reading() as tx:
        if await OrgStore(tx).name(1) is not None:
            return None
    generated = "" if password else new_password()
    is_weak = production and not generated and _is_weak(password)
    hashed = await passwords.hash(password or generated)
    now = clock.now_ms()
    async with database.transaction() as tx:
        await tx.lock("first_start")
        if await OrgStore(tx).name(1) is not None:
            return None
        org_id = await OrgStore(tx).create(MAIN_ORG, now)
        if not create_admin:
            return None
        admin = NewAccount(
            "user",
            login=login,
            name=login,
            email=email,
            password=hashed,
            must_change_password=bool(generated) or is_weak,
            is_server_admin=True,
            org_id=org_id,
        )
        account_id = await AccountStore(tx).create(admin, now)
        await MemberStore(tx).put(org_id, account_id, "Admin", now)
    if is_weak:
        log.warning(
            "[security] admin_password is short or well known. Change it as %s.",
            login,
        )
    return FirstAdmin(login, generated)


def _is_weak(password: str) -> bool:
    return len(password) < _SHORT or password.lower() in _OF_EXAMPLES
