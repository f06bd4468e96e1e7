"""The first start: one organization and one admin, whose password is printed once."""

import msgspec

from vedette.db.database import Database
from vedette.identity.credentials import Passwords, new_password
from vedette.identity.store.accounts import AccountStore, MemberStore, NewAccount
from vedette.identity.store.orgs import OrgStore
from vedette.kernel.clock import Clock

MAIN_ORG = "Main Org."


class FirstAdmin(msgspec.Struct, frozen=True):
    login: str
    generated_password: str
    """Empty where the configuration gave one."""


async def prepare(
    database: Database,
    clock: Clock,
    passwords: Passwords,
    *,
    login: str,
    email: str,
    password: str,
    create_admin: bool,
) -> FirstAdmin | None:
    """Fills an empty database; None where there was something already.

    `password` is empty where none was configured: a random one is made then, which the admin is
    asked to change at the first login.
    """
    async with database.reading() as tx:
        if await OrgStore(tx).name(1) is not None:
            return None
    generated = "" if password else new_password()
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
            must_change_password=bool(generated),
            is_server_admin=True,
            org_id=org_id,
        )
        account_id = await AccountStore(tx).create(admin, now)
        await MemberStore(tx).put(org_id, account_id, "Admin", now)
    return FirstAdmin(login, generated)
