"""The storage of secrets and the keys that decrypt them."""

from pathlib import Path

from vedette.crypto.secret_key import effective_secret_key
from vedette.db.settings import DatabaseSettings
from vedette.identity.settings import SecuritySettings
from vedette.kernel.secret import Secret
from vedette.server.sections.process import DefaultSettings, PathsSettings
from vedette.settings import Settings


def secret_key_of(settings: Settings) -> tuple[Secret, str | None]:
    """Return the key that encrypts secrets, and a warning if it is weak.

    Raises `SettingsError` as `effective_secret_key` does.
    """
    return effective_secret_key(
        settings[SecuritySettings].secret_key,
        production=settings[DefaultSettings].app_mode == "production",
        embedded_db=settings[DatabaseSettings].is_embedded,
        data=Path(settings[PathsSettings].data),
    )


def secret_key_fallbacks(settings: Settings) -> tuple[Secret, ...]:
    text = settings[SecuritySettings].secret_key_fallbacks.reveal()
    return tuple(map(Secret, text.replace(",", " ").split()))
