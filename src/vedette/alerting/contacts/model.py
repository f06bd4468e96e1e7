"""Integrations: one way to reach people each; those of one name are a contact point."""

from collections.abc import Mapping, Sequence

import msgspec

from vedette.sdk import Json

TABLE = "contact_integration"
"""Where secrets are bound to."""
REDACTED = "[REDACTED]"
"""Stands for a secret in every answer; sent back, it means the secret stays."""
DEFAULT_POINT = "grafana-default-email"
DEFAULT_ADDRESS = "<example@email.com>"


class Integration(msgspec.Struct, frozen=True):
    """One row. `name` is the contact point's; times are in milliseconds since the epoch."""

    id: int
    org_id: int
    uid: str
    name: str
    type: str
    settings: Json
    """Without secrets."""
    sealed: Mapping[str, str]
    """Sealed secrets by their key; a dot leads into an object: `tlsConfig.caCertificate`."""
    disable_resolve: bool
    provenance: str
    position: int
    version: int
    created: int
    updated: int

    def __repr__(self) -> str:
        return f"Integration({self.org_id}, {self.uid!r}, {self.name!r}, {self.type!r})"


class IntegrationDraft(msgspec.Struct, frozen=True):
    """What a request or a file asks an integration to be; secrets stand in `settings` in clear.

    `secrets` are those told apart, by key, as the Alertmanager configuration API does.
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
        """The first that is not empty."""
        return next((each.provenance for each in self.integrations if each.provenance), "")
