"""The `jsonData` of an Alertmanager source."""

from typing import Literal

import msgspec


class AlertmanagerSettings(msgspec.Struct, rename="camel"):
    """Keys of the same names as in provisioning files."""

    implementation: Literal["prometheus", "mimir", "cortex", ""] | None = None
    """Mimir and Cortex answer below `/alertmanager`. Where this is not set it is found out."""
    handle_grafana_managed_alerts: bool | None = None
    """Whether alerts of this server's own rules are sent there."""
