"""The `jsonData` of an Alertmanager source."""

from typing import Annotated, Literal

import msgspec


class AlertmanagerSettings(msgspec.Struct, rename="camel"):
    """Keys of the same names as in provisioning files."""

    implementation: Annotated[
        Literal["", "prometheus", "mimir", "cortex"],
        msgspec.Meta(
            title="Implementation",
            description="Mimir and Cortex answer below /alertmanager. Empty: it is found out.",
        ),
    ] = ""
    handle_grafana_managed_alerts: Annotated[
        bool,
        msgspec.Meta(
            title="Receive alerts",
            description="Alerts of this server's rules are handed to it, where the page of the"
            " notification policies says so.",
        ),
    ] = False
