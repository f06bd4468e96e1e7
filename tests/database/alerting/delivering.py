"""Alerting from alerts in the database to messages in an inbox, one step at a time."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta

from msgspec.structs import replace
from prometheus_client import CollectorRegistry

from vedette.alerting.alerts import version_store
from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.contacts.model import Integration
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.delivery.attempt import DeliveryAttempts, ImageRenderer
from vedette.alerting.delivery.configuration import Configurations
from vedette.alerting.delivery.delivery_store import DELIVERIES
from vedette.alerting.delivery.dispatcher import Dispatcher
from vedette.alerting.delivery.flush import Flusher
from vedette.alerting.delivery.group_store import GROUPS
from vedette.alerting.delivery.recording import DeliveryRecorder
from vedette.alerting.delivery.router import Router
from vedette.alerting.delivery.sender import NotificationSender, SenderOptions
from vedette.alerting.model import fingerprint
from vedette.alerting.model.labels import RULE_UID
from vedette.alerting.routing.policies import NotificationPolicy
from vedette.alerting.routing.store import PolicyStore
from vedette.cluster.claims import Claims
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Row, Tx
from vedette.kernel.clock import SystemClock
from vedette.sdk import Delivery, Message, Receipt
from vedette.telemetry.delivery import DeliveryMetrics

CLOCK = SystemClock()
LEASE = timedelta(seconds=15)
STEP_MS = 60_000
NOW = CLOCK.now().replace(microsecond=0)
ROOT = "https://vedette.example/"
ONE_GROUP = NotificationPolicy("ops", ("alertname",), group_interval=timedelta(minutes=1))


@dataclass(frozen=True)
class Arrived:
    key: str
    sequence: int
    integration: str
    message: Message

    @property
    def firing(self) -> list[str]:
        return sorted(each.labels["host"] for each in self.message.firing)

    @property
    def resolved(self) -> list[str]:
        return sorted(each.labels["host"] for each in self.message.resolved)


@dataclass
class Inbox:
    """What arrived, in its order. `answers` are raised instead of accepting, the first first."""

    arrived: list[Arrived] = field(default_factory=list)
    answers: list[BaseException] = field(default_factory=list)
    opened: dict[str, asyncio.Event] = field(default_factory=dict)
    """Integrations that hang until their event is set."""
    accepts_images: bool = False
    in_flight: int = 0
    most_in_flight: int = 0

    async def open(self, org_id: int, integration_uid: str) -> "_Door":
        return _Door(self, integration_uid)

    def of(self, integration: str) -> list[Arrived]:
        return [each for each in self.arrived if each.integration == integration]


@dataclass
class _Door:
    inbox: Inbox
    uid: str

    @property
    def accepts_images(self) -> bool:
        return self.inbox.accepts_images

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        self.inbox.in_flight += 1
        self.inbox.most_in_flight = max(self.inbox.most_in_flight, self.inbox.in_flight)
        try:
            if self.uid in self.inbox.opened:
                await self.inbox.opened[self.uid].wait()
            if self.inbox.answers:
                raise self.inbox.answers.pop(0)
            self.inbox.arrived.append(Arrived(delivery.key, delivery.sequence, self.uid, message))
            return Receipt("accepted")
        finally:
            self.inbox.in_flight -= 1


async def no_contacts(tx: Tx, org_id: int) -> None:
    """Tests make their own."""


class Server:
    """One instance; many may work on one database. A crash is to make a new one."""

    def __init__(
        self,
        database: Database,
        inbox: Inbox,
        name: str = "a",
        options: SenderOptions | None = None,
        renderer: ImageRenderer | None = None,
        deadline: timedelta = timedelta(seconds=30),
    ) -> None:
        self.database = database
        wakeups = Wakeups()
        self.registry = CollectorRegistry()
        metrics = DeliveryMetrics(self.registry)
        groups = Claims(database, CLOCK, GROUPS, name, LEASE)
        deliveries = Claims(database, CLOCK, DELIVERIES, name, LEASE)
        self.configurations = Configurations(no_contacts)
        metrics.count_unreadable(self.configurations.unreadable)
        self.router = Router(database, CLOCK, self.configurations, wakeups)
        self.flusher = Flusher(database, groups, self.configurations, wakeups)
        self.groups, self.deliveries = groups, deliveries
        self.dispatcher = Dispatcher(
            database, CLOCK, self.router, self.flusher, groups, wakeups, metrics
        )
        self.recorder = DeliveryRecorder(deliveries, CLOCK, refusals=3)
        self.sender = NotificationSender(
            database,
            CLOCK,
            deliveries,
            DeliveryAttempts(inbox, CLOCK, ROOT, deadline, renderer),
            self.recorder,
            wakeups,
            metrics,
            options or SenderOptions(),
        )

    async def route(self) -> None:
        while await self.router.route():
            pass

    async def flush(self) -> None:
        """Every group, each at its next time."""
        await self.make_due()
        while await self.dispatcher.flush_due():
            pass

    async def send(self) -> None:
        """All that is due, and what becomes due by that."""
        while await self.sender.begin_due():
            await self.sender.drain()

    async def all(self) -> None:
        await self.route()
        await self.flush()
        await self.send()

    async def make_due(self) -> None:
        """A minute passes, and every group is due."""
        async with self.database.transaction() as tx:
            await tx.execute(
                "UPDATE alert_group SET due_at = :now, slot = slot - :step, lease_until = NULL,"
                " last_owner = ''",
                {"now": CLOCK.now_ms() - 1, "step": STEP_MS},
            )
            await tx.execute(
                "UPDATE alert_group_told SET told_at = told_at - :step", {"step": STEP_MS}
            )

    async def retry_now(self) -> None:
        """Nobody waits for a pause or a lease to end."""
        async with self.database.transaction() as tx:
            await tx.execute(
                "UPDATE alert_delivery SET due_at = 1, lease_until = NULL, last_owner = ''"
                " WHERE due_at IS NOT NULL"
            )

    async def rows(self, sql: str) -> list[Row]:
        async with self.database.reading() as tx:
            return list(await tx.all(sql))


async def make_org(database: Database, name: str = "main") -> int:
    async with database.transaction() as tx:
        return int(
            await tx.value(
                "INSERT INTO org (name, created, updated) VALUES (:name, 1, 1) RETURNING id",
                {"name": name},
            )
        )


async def add_integration(
    database: Database, org_id: int, point: str, uid: str, *, disable_resolve: bool = False
) -> None:
    async with database.transaction() as tx:
        store = ContactStore(tx)
        point_id = await store.point_id(org_id, point) or await store.add_point(org_id, point, 1)
        await store.add(
            Integration(0, org_id, uid, point, "webhook", {}, {}, disable_resolve, "", 0, 1, 1, 1),
            point_id,
        )
        await version_store.bump(tx, org_id, "contacts")


async def set_policy(database: Database, org_id: int, policy: NotificationPolicy) -> None:
    async with database.transaction() as tx:
        await PolicyStore(tx).put(org_id, policy, "", 1)
        await version_store.bump(tx, org_id, "routing")
        await AlertStore(tx).mark_unrouted(org_id)


def alert(org_id: int, host: str, **changes: object) -> Alert:
    labels = {"alertname": "Load", "host": host, RULE_UID: "r1"}
    made = Alert(
        org_id,
        fingerprint(labels),
        labels,
        {"summary": f"{host} is busy"},
        NOW,
        values={"B": 3.0},
        rule_uid="r1",
    )
    return replace(made, **changes)  # type: ignore[arg-type]


async def put(database: Database, *alerts: Alert) -> None:
    async with database.transaction() as tx:
        await AlertStore(tx).put(alerts, CLOCK.now_ms())


async def fire(database: Database, org_id: int, *hosts: str) -> None:
    await put(database, *(alert(org_id, host) for host in hosts))


async def end(database: Database, org_id: int, *hosts: str) -> None:
    await put(database, *(alert(org_id, host, ends_at=NOW) for host in hosts))
