"""Integrations. Those with the same name form a contact point."""

from collections.abc import Mapping, Sequence

import msgspec

from vedette.sdk import Json

TABLE = "contact_integration"
"""Context that secrets are bound to."""
REDACTED = "[REDACTED]"
"""Replaces a secret in every response. If it is sent back, the secret is kept."""
DEFAULT_POINT = "grafana-default-email"
DEFAULT_ADDRESS = "<example@email.com>"


class Integration(msgspec.Struct, frozen=True):
    """A row. `name` is that of the contact point. Times are in milliseconds since the epoch."""

    id: int
    org_id: int
    uid: str
    name: str
    type: str
    settings: Json
    """Public settings."""
    sealed: Mapping[str, str]
    """Sealed secrets by key. A dot separates nested keys: `tlsConfig.caCertificate`."""
    disable_resolve: bool
    provenance: str
    position: int
    version: int
    created: int
    updated: int

    def __repr__(self) -> str:
        return f"Integration({self.org_id}, {self.uid!r}, {self.name!r}, {self.type!r})"


class IntegrationDraft(msgspec.Struct, frozen=True):
    """The desired state of an integration. `settings` contains secrets in clear.

    `secrets` are those sent separately, by key, as in the Alertmanager configuration API.
    """

    name: str
    type: str
    settings: Json
    uid: str = ""
    disable_resolve: bool = False
    secrets: Mapping[str, str] = {}

    def __repr__(self) -> str:
        return f"Draft({self.name!r}, {self.type!r}, {self.uid!r})"


class ContactPoint(msgspec.Struct, frozen=True):
    name: str
    integrations: Sequence[Integration]

    @property
    def provenance(self) -> str:
        """Return the first that is not empty."""
        return next((each.provenance for each in self.integrations if each.provenance), "")
