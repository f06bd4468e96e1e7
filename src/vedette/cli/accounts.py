"""`vedette admin reset-password LOGIN`: for operators with access to the database."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from vedette.cli.config import read
from vedette.crypto.passwords import PasswordHashes
from vedette.db.open import open_database
from vedette.db.settings import DatabaseSettings
from vedette.identity.credentials import new_password
from vedette.identity.service.rank import OPERATOR
from vedette.identity.service.users import UserAccounts
from vedette.kernel.clock import SystemClock
from vedette.server.sections.process import PathsSettings


def reset_password(login: str, config: str | None, overrides: Sequence[str]) -> int:
    return asyncio.run(_reset(login, config, overrides))


async def _reset(login: str, config: str | None, overrides: Sequence[str]) -> int:
    settings, clock = read(config, overrides), SystemClock()
    data = Path(settings[PathsSettings].data)
    database = await open_database(settings[DatabaseSettings], data, clock)
    try:
        users = UserAccounts(
            database, clock, PasswordHashes(), default_role="Viewer", changed=lambda _: None
        )
        account = await users.by_name(login)
        password = new_password()
        await users.set_password(OPERATOR, account.id, password)
    finally:
        await database.aclose()
    print(f"The new password of {account.login} is {password}")
    return 0
