"""Who receives the alerts of an organization: its policies, external Alertmanagers, or both.

No I/O.
"""

from enum import StrEnum

import msgspec

from vedette.alerting.alerts.model import Alert
from vedette.alerting.delivery.destinations import AlertmanagerDestination
from vedette.alerting.delivery.own_alerts import is_about_delivery


class AlertmanagerChoice(StrEnum):
    """The choice of an organization, with the values of `alertmanagersChoice` in Grafana 10.4."""

    INTERNAL = "internal"
    ALL = "all"
    EXTERNAL = "external"


class AlertmanagerSelection(msgspec.Struct, frozen=True):
    """The choice and the Alertmanagers that can be used; none for `internal`."""

    choice: AlertmanagerChoice = AlertmanagerChoice.INTERNAL
    alertmanagers: tuple[AlertmanagerDestination, ...] = ()

    def external(self, alert: Alert) -> tuple[AlertmanagerDestination, ...]:
        """Return the external Alertmanagers that receive the alert.

        Alerts that other servers post are excluded: two servers that send alerts to each other
        would never stop.
        """
        return () if alert.origin == "posted" else self.alertmanagers

    def is_routed_here(self, alert: Alert) -> bool:
        """Return whether the policies, or the rule itself, route the alert as well.

        They also do if no external Alertmanager can be used, and for alerts about delivery, as a
        receiver that rejects notifications cannot report its own failure.
        """
        if self.choice is not AlertmanagerChoice.EXTERNAL or not self.alertmanagers:
            return True
        return alert.origin == "posted" or is_about_delivery(alert)
