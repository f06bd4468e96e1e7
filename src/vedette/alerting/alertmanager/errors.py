"""What can go wrong with the Alertmanager API. Its clients show these sentences."""

from typing import ClassVar

from vedette.kernel.errors import BadRequest, NotFound


class BadAlerts(BadRequest):
    code: ClassVar[str] = "alerting.bad_alerts"


class BadConfiguration(BadRequest):
    code: ClassVar[str] = "alerting.bad_configuration"


class ConfigurationNotKept(NotFound):
    code: ClassVar[str] = "alerting.configuration_not_kept"

    def __init__(self, id_: int) -> None:
        super().__init__(f"No configuration {id_} is kept; the history lists those that are.")


class AlertNotFound(NotFound):
    code: ClassVar[str] = "alerting.alert_not_found"

    def __init__(self, fingerprint: str) -> None:
        super().__init__(f"No alert with the fingerprint {fingerprint[:40]!r} is known.")
