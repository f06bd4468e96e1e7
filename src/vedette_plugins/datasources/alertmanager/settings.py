"""The `jsonData` of an Alertmanager source."""

from typing import Annotated, Literal

import msgspec


class AlertmanagerSettings(msgspec.Struct, rename="camel"):
    """Settings with the keys of provisioning files."""

    implementation: Annotated[
        Literal["", "prometheus", "mimir", "cortex"],
        msgspec.Meta(
            title="Implementation",
            description="Mimir and Cortex serve their API below /alertmanager. Leave empty to "
            "detect the implementation.",
        ),
    ] = ""
    handle_grafana_managed_alerts: Annotated[
        bool,
        msgspec.Meta(
            title="Receive alerts",
            description="Send alerts of this server's rules to this Alertmanager if the "
            "Alertmanager choice of the notification policies includes external "
            "Alertmanagers.",
        ),
    ] = False
