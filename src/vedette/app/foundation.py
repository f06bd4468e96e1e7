"""Objects that nearly every part of the application is built with."""

import msgspec

from vedette.access.model import Permissions
from vedette.crypto.vault import Vault
from vedette.db.guarded import GuardedDatabase
from vedette.kernel.clock import Clock
from vedette.outbound.policy import OwnPorts
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
