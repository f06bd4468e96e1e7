"""The first organization and its administrator, as the configuration names them."""

from vedette.crypto.passwords import PasswordHashes
from vedette.db.database import Database
from vedette.identity.service.first_start import FirstAdmin, prepare
from vedette.identity.settings import SecuritySettings
from vedette.kernel.clock import Clock
from vedette.server.sections.process import DefaultSettings
from vedette.settings import Settings


async def first_start(
    database: Database, clock: Clock, settings: Settings, passwords: PasswordHashes
) -> FirstAdmin | None:
    security = settings[SecuritySettings]
    return await prepare(
        database,
        clock,
        passwords,
        login=security.admin_user,
        email=security.admin_email,
        password=security.admin_password.reveal(),
        create_admin=not security.disable_initial_admin_creation,
        production=settings[DefaultSettings].app_mode == "production",
    )
