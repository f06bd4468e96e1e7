"""Objects that nearly every part of the application is built with."""

import msgspec

from vedette.access.evaluator import RolePermissions
from vedette.access.model import Permissions
from vedette.app.secrets import secret_key_fallbacks
from vedette.crypto.vault import Vault
from vedette.db.guarded import GuardedDatabase
from vedette.identity.settings import UsersSettings
from vedette.kernel.clock import Clock
from vedette.kernel.own_ports import OwnPorts
from vedette.kernel.secret import Secret
from vedette.settings import Settings
from vedette.telemetry.metrics import Metrics


class Foundation(msgspec.Struct, frozen=True):
    settings: Settings
    clock: Clock
    database: GuardedDatabase
    vault: Vault
    permissions: Permissions
    metrics: Metrics
    own_ports: OwnPorts
    root_url: str
    """The public URL with its sub path and a trailing slash."""


def build_foundation(
    settings: Settings,
    clock: Clock,
    database: GuardedDatabase,
    secret_key: Secret,
    metrics: Metrics,
    own_ports: OwnPorts,
    root_url: str,
) -> Foundation:
    vault = Vault(secret_key, clock, secret_key_fallbacks(settings))
    permissions = RolePermissions(viewers_can_edit=settings[UsersSettings].viewers_can_edit)
    return Foundation(settings, clock, database, vault, permissions, metrics, own_ports, root_url)
