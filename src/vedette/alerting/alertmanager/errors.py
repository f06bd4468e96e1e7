"""Errors of the Alertmanager API. Its clients show these messages."""

from typing import ClassVar

from vedette.kernel.errors import BadRequest, NotFound


class BadAlerts(BadRequest):
    code: ClassVar[str] = "alerting.bad_alerts"


class BadConfiguration(BadRequest):
    code: ClassVar[str] = "alerting.bad_configuration"


class ConfigurationNotKept(NotFound):
    code: ClassVar[str] = "alerting.configuration_not_kept"

    def __init__(self, id_: int) -> None:
        super().__init__(f"The history contains no configuration {id_}.")


class AlertNotFound(NotFound):
    code: ClassVar[str] = "alerting.alert_not_found"

    def __init__(self, fingerprint: str) -> None:
        super().__init__(f"There is no alert with the fingerprint {fingerprint[:40]!r}.")
