"""Errors of requests about notifications and alerts."""

from typing import ClassVar

from vedette.kernel.errors import Conflict, NotFound


class AlertUnknown(NotFound):
    code: ClassVar[str] = "alerting.alert_unknown"

    def __init__(self, fingerprint: str) -> None:
        super().__init__(f"No firing alert has the fingerprint {fingerprint[:40]!r}.")


class DeliveryNotFound(NotFound):
    code: ClassVar[str] = "alerting.delivery_not_found"

    def __init__(self, delivery_id: str) -> None:
        super().__init__(f"No notification {delivery_id[:40]!r} is in the delivery log.")


class DeliveryNotRetryable(Conflict):
    code: ClassVar[str] = "alerting.not_to_be_retried"
