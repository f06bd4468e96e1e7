"""What can go wrong when people ask about messages, or want one again."""

from typing import ClassVar

from vedette.kernel.errors import Conflict, NotFound


class AlertUnknown(NotFound):
    code: ClassVar[str] = "alerting.alert_unknown"

    def __init__(self, fingerprint: str) -> None:
        super().__init__(f"No alert with the fingerprint {fingerprint[:40]!r} fires.")


class DeliveryNotFound(NotFound):
    code: ClassVar[str] = "alerting.delivery_not_found"

    def __init__(self, delivery_id: str) -> None:
        super().__init__(f"There is no message {delivery_id[:40]!r} in the delivery log.")


class NotToBeRetried(Conflict):
    code: ClassVar[str] = "alerting.not_to_be_retried"
