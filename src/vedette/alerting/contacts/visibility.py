"""Which settings of contact points a user can see.

Users who can edit contact points see all but secrets. Others see only settings known to be public:
the URL of a webhook, a header or an unknown setting can contain a token.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from vedette.access.model import Permissions, Principal
from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.model import REDACTED, Integration
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.contacts.secret_settings import is_address
from vedette.plugins.errors import PluginBroken, PluginRefused
from vedette.sdk import Json, SettingField

Visible = Callable[[Integration], Integration]
_WRITE = "alerting:write"


class Visibility:
    def __init__(self, types: ReceiverTypes, permissions: Permissions) -> None:
        self._types = types
        self._permissions = permissions

    async def of(self, who: Principal) -> Visible:
        """Return a function that removes what the user cannot see."""
        if (await self._permissions.can(who, _WRITE)).allowed:
            return lambda integration: integration
        return self._for_readers

    def _for_readers(self, integration: Integration) -> Integration:
        fields = self._fields(integration)
        return replace(integration, settings=for_readers(integration.settings, fields))

    def _fields(self, integration: Integration) -> Mapping[str, SettingField]:
        try:
            plugin = self._types.plugin(integration.name, integration.type)
        except (BadContact, PluginBroken, PluginRefused):
            return {}
        return {field.key: field for field in plugin.fields}


def for_readers(
    settings: Json, fields: Mapping[str, SettingField], prefix: str = ""
) -> dict[str, Any]:
    """Replace everything that could be a secret by `[REDACTED]`. `fields` are those known, by
    key."""
    shown: dict[str, Any] = {}
    for name, value in settings.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping) and key not in fields:
            shown[name] = for_readers(value, fields, f"{key}.")
        else:
            field = fields.get(key)
            is_open = field is not None and _is_open(field, value)
            shown[name] = value if is_open or value in ("", None, [], {}) else REDACTED
    return shown


def _is_open(field: SettingField, value: object) -> bool:
    if field.secret or field.kind == "pairs":
        return False
    if field.template:
        return not is_address(field.key) or "://" not in str(value)
    return not is_address(field.key) and "://" not in str(value)
