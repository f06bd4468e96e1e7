"""Where secrets are stored."""

from vedette.alerting.contacts.model import TABLE as CONTACT_TABLE
from vedette.crypto.store import SealedColumn
from vedette.datasources.model import TABLE as SOURCE_TABLE

SEALED_COLUMNS = (
    SealedColumn(CONTACT_TABLE, "secure_settings"),
    SealedColumn(SOURCE_TABLE, "secure_json_data"),
)
