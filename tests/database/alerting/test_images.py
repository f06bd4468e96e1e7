"""Notifications with images: rendered in time or left out, and never a reason for a delay."""

import asyncio
import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.database.alerting.delivering import (
    CLOCK,
    Arrived,
    Inbox,
    Server,
    add_integration,
    alert,
    fire,
    put,
)
from tests.database.alerting.engine import DEFAULTS, Sources, rule_body
from tests.fixtures.fonts import FONTS

from vedette.access.evaluator import RolePermissions
from vedette.alerting.evaluation.bulkheads import SourceKey
from vedette.alerting.images import painting
from vedette.alerting.images.service import ImageOptions, ImageService
from vedette.alerting.model.provenance import UI
from vedette.alerting.rules.model import RuleDraft
from vedette.alerting.rules.writer import RuleWriter
from vedette.db.database import Database
from vedette.kernel.clock import milliseconds
from vedette.querying.limits import QueryLimits
from vedette.querying.service import QueryService
from vedette.sdk import (
    Answer,
    BadGateway,
    Caller,
    Field,
    FieldType,
    Frame,
    FrameKind,
    Query,
    TryLater,
)
from vedette.telemetry.images import ImageMetrics
from vedette.telemetry.metrics import Metrics


@dataclass
class Source:
    """Answers a series for each host, over the range that is asked for."""

    asked: list[Query] = field(default_factory=list)
    failure: Exception | None = None
    hangs: bool = False
    under_way: int = 0
    most: int = 0

    async def query(self, queries: Sequence[Query], caller: Caller) -> Sequence[Answer]:
        self.asked += queries
        if self.hangs:
            await asyncio.Event().wait()
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await asyncio.sleep(0.01)
        self.under_way -= 1
        if self.failure is not None:
            raise self.failure
        return [
            Answer(each.ref_id, tuple(_series(each, host) for host in "ab")) for each in queries
        ]

    async def aclose(self) -> None: ...


def _series(query: Query, host: str) -> Frame:
    step = max(1, (query.range.end_ms - query.range.start_ms) // 60)
    moments = list(range(query.range.start_ms, query.range.end_ms, step))
    numbers = [float(ord(host) + index % 7) for index in range(len(moments))]
    value = Field("Value", FieldType.NUMBER, numbers, labels={"host": host})
    return Frame(FrameKind.SERIES, (Field("Time", FieldType.TIME, moments), value))


class Rig:
    """A server whose notifications have images of the rule `r1`, which queries `source`."""

    def __init__(self, database: Database, inbox: Inbox, options: ImageOptions) -> None:
        self.inbox = inbox
        self.source = Source()
        self.down: set[SourceKey] = set()
        self.metrics = Metrics(version="test")
        sources: Any = Sources({"s": self.source})  # type: ignore[dict-item]
        queries = QueryService(
            sources, RolePermissions(), CLOCK, lambda *_: None, QueryLimits(timeout=60.0)
        )
        self.images = ImageService(
            database,
            queries,
            CLOCK,
            self.down.__contains__,
            DEFAULTS,
            ImageMetrics(self.metrics.registry),
            options,
            FONTS,
        )
        self.server = Server(database, inbox, renderer=self.images)

    def count(self, fate: str) -> float:
        name = "vedette_alerting_pictures_total"
        return self.metrics.registry.get_sample_value(name, {"fate": fate}) or 0.0

    async def told(self) -> Arrived:
        await self.server.all()
        return self.inbox.arrived[-1]


async def add_rule(database: Database, org: int) -> None:
    async with database.transaction() as tx:
        await tx.execute(
            "INSERT INTO folder (org_id, uid, parent_uid, path, title, search_title, version,"
            " created, created_by, updated, updated_by)"
            " VALUES (:org, 'f', '', '/f', 'Folder', 'folder', 1, 0, '', 0, '')",
            {"org": org},
        )
        writer = RuleWriter(CLOCK, defaults=DEFAULTS)
        group = await writer.group(tx, org, "f", "g", timedelta(minutes=1))
        await writer.create(tx, group, RuleDraft(rule_body("Load"), "r1"), UI, "test")


@pytest.fixture
def options() -> ImageOptions:
    return ImageOptions(seconds=20.0)


@pytest.fixture
async def rig(database: Database, inbox: Inbox, org: int, options: ImageOptions) -> Rig:
    inbox.accepts_images = True
    await add_rule(database, org)
    return Rig(database, inbox, options)


def size_of(image: bytes | None) -> tuple[int, int]:
    assert image is not None
    width, height = struct.unpack(">II", image[16:24])
    return width, height


async def test_the_first_alert_of_a_rule_has_an_image_of_its_queries(rig: Rig, org: int) -> None:
    await fire(rig.server.database, org, "a", "b")
    first, second = (await rig.told()).message.alerts
    assert size_of(first.image) == (1200, 640)
    assert second.image is None
    (asked,) = rig.source.asked
    assert asked.range.end - asked.range.start == timedelta(hours=1)
    assert rig.count("drawn") == 1


async def test_all_receivers_of_a_group_share_one_image(rig: Rig, org: int) -> None:
    await add_integration(rig.server.database, org, "ops", "second")
    await fire(rig.server.database, org, "a")
    await rig.told()
    one, other = (each.message.alerts[0].image for each in rig.inbox.arrived)
    assert one == other and one is not None
    assert len(rig.source.asked) == 1 and rig.count("reused") == 1


async def test_a_later_attempt_on_another_instance_draws_the_same_moment(
    rig: Rig, org: int
) -> None:
    rig.inbox.answers = [TryLater("busy")]
    await fire(rig.server.database, org, "a")
    await rig.server.all()
    (row,) = await rig.server.rows("SELECT created FROM alert_delivery")
    async with rig.server.database.transaction() as tx:
        await tx.execute("UPDATE alert_delivery SET due_at = :now", {"now": CLOCK.now_ms()})
    other = Rig(rig.server.database, rig.inbox, ImageOptions(seconds=20.0))
    await other.server.send()
    assert size_of(rig.inbox.arrived[0].message.alerts[0].image) == (1200, 640)
    for asked in (*rig.source.asked, *other.source.asked):
        assert milliseconds(asked.range.end) == row["created"]


async def test_receivers_without_images_do_not_wait_for_them(rig: Rig, org: int) -> None:
    rig.inbox.accepts_images = False
    await fire(rig.server.database, org, "a")
    assert (await rig.told()).message.alerts[0].image is None
    assert rig.source.asked == []


@pytest.mark.parametrize("options", [ImageOptions(seconds=2.0)])
async def test_a_hanging_source_costs_a_notification_only_its_image(rig: Rig, org: int) -> None:
    rig.source.hangs = True
    await add_integration(rig.server.database, org, "ops", "second")
    await fire(rig.server.database, org, "a")
    began = CLOCK.monotonic()
    await rig.told()
    assert CLOCK.monotonic() - began < 10
    assert [each.message.alerts[0].image for each in rig.inbox.arrived] == [None, None]
    assert [each.firing for each in rig.inbox.arrived] == [["a"], ["a"]]
    assert rig.count("timeout") == 2 and rig.count("drawn") == 0


async def test_a_painter_that_hangs_does_not_keep_the_server_from_ending(
    rig: Rig, org: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    hangs = f"import time; open({str(begun)!r}, 'w').close(); time.sleep(60)"
    monkeypatch.setattr(painting, "_COMMAND", [sys.executable, "-c", hangs])
    await fire(rig.server.database, org, "a")
    naming_receiver = asyncio.create_task(rig.told())
    async with asyncio.timeout(10):
        while not begun.exists():
            await asyncio.sleep(0.02)
    rig.images.close()
    async with asyncio.timeout(5):
        assert (await naming_receiver).message.alerts[0].image is None
    assert rig.count("failed") == 1


async def test_no_attempt_waits_again_for_an_image_that_timed_out(rig: Rig, org: int) -> None:
    rig.source.failure = BadGateway("S does not answer.")
    rig.inbox.answers = [TryLater("busy")]
    await fire(rig.server.database, org, "a")
    await rig.server.all()
    async with rig.server.database.transaction() as tx:
        await tx.execute("UPDATE alert_delivery SET due_at = :now", {"now": CLOCK.now_ms()})
    await rig.server.send()
    assert len(rig.inbox.arrived) == 1 and len(rig.source.asked) == 1
    assert rig.count("failed") == 2


async def test_a_backlog_is_sent_without_images(rig: Rig, org: int) -> None:
    await fire(rig.server.database, org, "a")
    await rig.server.route()
    await rig.server.flush()
    await rig.server.retry_now()
    await rig.server.send()
    assert rig.inbox.arrived[0].message.alerts[0].image is None
    assert rig.source.asked == [] and rig.count("late") == 1


async def test_what_was_in_hand_when_an_instance_vanished_is_not_late_for_that(
    rig: Rig, org: int
) -> None:
    await fire(rig.server.database, org, "a")
    await rig.server.route()
    await rig.server.flush()
    async with rig.server.database.transaction() as tx:
        await tx.execute("UPDATE alert_delivery SET due_at = 1, epoch = 1")
    await rig.server.send()
    assert size_of(rig.inbox.arrived[0].message.alerts[0].image) == (1200, 640)


async def test_a_source_that_is_down_is_not_asked(rig: Rig, org: int) -> None:
    rig.down.add((org, "s"))
    await fire(rig.server.database, org, "a")
    assert (await rig.told()).message.alerts[0].image is None
    assert rig.source.asked == [] and rig.count("failed") == 1


async def test_a_deleted_or_empty_rule_has_no_image(rig: Rig, org: int) -> None:
    gone = alert(org, "x", rule_uid="gone")
    posted = alert(org, "y", rule_uid="", origin="posted")
    await put(rig.server.database, gone, posted)
    assert all(each.image is None for each in (await rig.told()).message.alerts)
    assert rig.count("nothing") == 1


async def test_a_storm_of_notifications_respects_the_limit_of_renderings(
    rig: Rig, org: int
) -> None:
    rig.source.failure = BadGateway("S does not answer.")
    await fire(rig.server.database, org, "a")
    message = (await rig.told()).message
    rig.source.most = 0
    later = [CLOCK.now() + timedelta(seconds=index) for index in range(20)]
    await asyncio.gather(*(rig.images.draw(message, at, 0) for at in later))
    assert rig.source.most == ImageOptions().most_at_once
    assert rig.count("failed") == 21


async def test_a_defect_of_drawing_keeps_no_message(
    database: Database, inbox: Inbox, org: int
) -> None:
    class Broken:
        async def draw(self, *_: Any) -> Any:
            raise RuntimeError("a defect")

    inbox.accepts_images = True
    server = Server(database, inbox, renderer=Broken())
    await fire(database, org, "a")
    await server.all()
    assert [each.firing for each in inbox.arrived] == [["a"]]
