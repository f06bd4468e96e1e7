"""Where secrets are stored, and the keys that open them."""

from vedette.alerting.contacts.model import TABLE as CONTACT_TABLE
from vedette.crypto.store import SealedColumn
from vedette.datasources.model import TABLE as SOURCE_TABLE
from vedette.identity.settings import SecuritySettings
from vedette.kernel.secret import Secret
from vedette.settings import Settings

SEALED_COLUMNS = (
    SealedColumn(CONTACT_TABLE, "secure_settings"),
    SealedColumn(SOURCE_TABLE, "secure_json_data"),
)


def secret_key_fallbacks(settings: Settings) -> tuple[Secret, ...]:
    text = settings[SecuritySettings].secret_key_fallbacks.reveal()
    return tuple(map(Secret, text.replace(",", " ").split()))
