"""One attempt to send a message: what becomes of it, and when it is not made at all."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import pytest
from tests.unit.alerting.made import at

from vedette.alerting.delivery.attempt import DeliveryAttempts
from vedette.alerting.delivery.delivery_store import AttemptOutcome
from vedette.alerting.delivery.message import snapshot
from vedette.cluster.claims import Claim
from vedette.cluster.renewal import Held
from vedette.kernel.clock import SystemClock, milliseconds
from vedette.sdk import Delivery, Message, Receipt

NOW = milliseconds(at(0))
ROW = {
    "org_id": 1,
    "delivery_key": "k",
    "group_key": "{}:{}",
    "receiver": "ops",
    "integration_uid": "i1",
    "integration_type": "webhook",
    "sequence": 1,
    "message": snapshot({}, [], [], NOW),
    "attempts": 0,
    "created": NOW,
}


class Stopped(SystemClock):
    """Simulates a process that is stopped for a while, as by SIGSTOP, while images are rendered."""

    def __init__(self, seconds: float) -> None:
        self.passed = 0.0
        self._seconds = seconds

    def monotonic(self) -> float:
        return self.passed

    async def draw(self, message: Message, at: datetime, late: float) -> Mapping[str, bytes]:
        self.passed += self._seconds
        return {}


class Door:
    accepts_images = True

    def __init__(self) -> None:
        self.delivered: list[str] = []

    async def open(self, org_id: int, integration_uid: str) -> "Door":
        return self

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        self.delivered.append(delivery.key)
        return Receipt("accepted")


@pytest.mark.parametrize(("stopped", "delivered"), [(1.0, ["k"]), (60.0, [])])
async def test_nothing_is_sent_past_the_end_of_the_lease(
    stopped: float, delivered: list[str]
) -> None:
    """Another instance has the message by then."""
    clock, door = Stopped(stopped), Door()
    held = Held(Claim(1, NOW, 1, 15.0, NOW, ROW), 15.0)
    attempts = DeliveryAttempts(door, clock, "https://vedette/", timedelta(seconds=30), clock)
    made = await attempts.send(held)
    assert door.delivered == delivered
    assert (made and made.outcome) == (AttemptOutcome.SENT if delivered else None)
