"""Who receives the alerts of an organization: its policies, external Alertmanagers, or both.

Values in, values out.
"""

from enum import StrEnum

import msgspec

from vedette.alerting.alerts.model import Alert
from vedette.alerting.delivery.destinations import AlertmanagerDestination
from vedette.alerting.delivery.own_alerts import is_about_delivery


class Choice(StrEnum):
    """As `alertmanagersChoice` of Grafana 10.4 names it."""

    INTERNAL = "internal"
    ALL = "all"
    EXTERNAL = "external"


class Handing(msgspec.Struct, frozen=True):
    """`alertmanagers` are those that can be used, none for `internal`."""

    choice: Choice = Choice.INTERNAL
    alertmanagers: tuple[AlertmanagerDestination, ...] = ()

    def external(self, alert: Alert) -> tuple[AlertmanagerDestination, ...]:
        """Return the external Alertmanagers that receive the alert.

        None receives alerts that others post: two servers that send alerts to each other would
        never stop.
        """
        return () if alert.origin == "posted" else self.alertmanagers

    def is_told_here(self, alert: Alert) -> bool:
        """Whether the policies, or the rule itself, say who is told as well.

        So they do where there is no Alertmanager to hand alerts to, and of alerts about delivery:
        who refuses messages is not the one to say so.
        """
        if self.choice is not Choice.EXTERNAL or not self.alertmanagers:
            return True
        return alert.origin == "posted" or is_about_delivery(alert)
