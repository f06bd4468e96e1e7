"""Receivers fail in every way, independently of each other: R-35 to R-38."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pytest

from tests.reliability.rig.cluster import Cluster
from tests.reliability.rig.collector import OK, Answer, Arrival
from tests.reliability.rig.mailbox import Mailbox
from tests.reliability.rig.rig import Rig
from tests.reliability.rig.scene import Scene
from tests.support.eventually import eventually

CUTS = 3
RETRY_AFTER = 4
_LONGEST_PAUSE = 5 * 60 * 1.25
"""Seconds between two attempts; a pause is about as long as the outage before it."""


@dataclass
class Failing:
    cluster: Cluster
    mailbox: Mailbox
    broken: Scene
    well: Scene
    cut: Scene
    throttled: Scene
    refused: dict[int, Scene]
    redirected: Scene
    mails: dict[str, Scene]
    seconds: float
    returned: float = 0.0

    def arrivals(self, scene: Scene) -> list[Arrival]:
        return self.cluster.rig.collector.of(scene.hook)


@pytest.fixture(
    scope="module",
    params=[12, pytest.param(1800, marks=pytest.mark.chaos)],
    ids=["short", "long"],
)
def failing(rig: Rig, request: pytest.FixtureRequest) -> Iterator[Failing]:
    """The same alerts for failing receivers and a healthy one; it ends when all work."""
    seconds = request.param
    name = f"failing{seconds}"
    mailbox = Mailbox(rig.loop).start()
    settings = (
        "cfg:smtp.enabled=true",
        f"cfg:smtp.host=127.0.0.1:{mailbox.port}",
        "cfg:smtp.startTLS_policy=NoStartTLS",
        "cfg:smtp.from_address=rig@example.org",
    )
    cluster = Cluster(rig, name, 1, settings=settings).start()
    try:
        made = Failing(
            cluster,
            mailbox,
            broken=cluster.scene(f"{name}broken", 3, 2),
            well=cluster.scene(f"{name}well", 3, 2),
            cut=cluster.scene(f"{name}cut", 1),
            throttled=cluster.scene(f"{name}throttled", 1),
            refused={status: cluster.scene(f"{name}refused{status}", 1) for status in (400, 404)},
            redirected=cluster.scene(f"{name}redirected", 1),
            mails={
                who: cluster.scene(f"{name}{who}", 1, mail=f"{who}@example.org")
                for who in ("grey", "no", "stall", "fine")
            },
            seconds=seconds,
        )
        _play(made)
        yield made
    finally:
        cluster.stop()
        mailbox.close()


def _play(made: Failing) -> None:
    collector = made.cluster.rig.collector
    collector.answer(made.broken.hook, Answer(500))
    collector.answer(made.cut.hook, *[Answer(cut=True)] * CUTS, OK)
    throttle = Answer(429, {"Retry-After": str(RETRY_AFTER)})
    collector.answer(made.throttled.hook, throttle, OK)
    for status, scene in made.refused.items():
        collector.answer(scene.hook, Answer(status))
    target = f"http://{made.cluster.sink.address}/hook/{made.cluster.number}/elsewhere"
    collector.answer(made.redirected.hook, Answer(307, {"Location": target}))
    scenes = [made.broken, made.well, made.cut, made.throttled, made.redirected]
    scenes += [*made.refused.values(), *made.mails.values()]
    for scene in scenes:
        scene.wait_until_evaluated()
    for scene in scenes:
        scene.breach()
    deadline = time.monotonic() + made.seconds
    made.well.wait_until_notified("firing")
    time.sleep(made.seconds / 3)
    made.well.recover()
    made.well.wait_until_notified("resolved")
    time.sleep(max(0.0, deadline - time.monotonic()))
    collector.answer(made.broken.hook, OK)
    made.returned = time.time()
    longest_pause = min(_LONGEST_PAUSE, 1.25 * made.seconds)
    made.broken.wait_until_notified("firing", seconds=longest_pause + 60)
    made.broken.recover()
    made.broken.wait_until_notified("resolved")
    made.cut.wait_until_notified("firing", seconds=60)
    made.throttled.wait_until_notified("firing")
    time.sleep(2)


def test_r35_a_broken_receiver_gets_everything_once_it_is_back(failing: Failing) -> None:
    """R-35: A failing receiver gets everything once it works again, in order, and delays no
    other receiver."""
    failing.broken.require(in_time=False)
    refused = [each for each in failing.arrivals(failing.broken) if not each.answer.accepts]
    assert refused
    tries = sorted(each.arrived for each in refused if each.group == refused[0].group)
    gaps = [after - before for before, after in pairwise(tries)]
    assert max(gaps) > gaps[0], f"pauses do not grow: {gaps}"
    most = max(each.concurrent for each in failing.arrivals(failing.broken))
    assert most == 1, "one message of a group at a time"


def test_r35_other_receivers_are_not_delayed(failing: Failing) -> None:
    """R-35: A failing receiver gets everything once it works again, in order, and delays no
    other receiver."""
    failing.well.require()
    rows = failing.cluster.rows(
        "SELECT finished - created AS took FROM alert_delivery"
        f" WHERE receiver = '{failing.well.receiver}'"
    )
    slowest = max(row["took"] for row in rows) / 1000
    failing.well.load.expect(slowest < 2, f"a message waits {slowest:.1f} s to be sent")


def test_r36_a_reply_that_is_lost_is_one_duplicate_of_the_same_key(failing: Failing) -> None:
    """R-36: A lost response of a receiver causes one duplicate with the same idempotency key."""
    verdict = failing.cut.require(duplicates=CUTS, in_time=False)
    assert len(verdict.duplicates) == CUTS
    assert len({each.idempotency for each in failing.arrivals(failing.cut)}) == 1


def test_r37_a_receiver_says_when_to_come_again(failing: Failing) -> None:
    """R-37: Retry-After is honoured, permanent errors end the attempts and raise an alert,
    redirects are not followed."""
    first, second = failing.arrivals(failing.throttled)[:2]
    waited = second.arrived - first.arrived
    assert waited >= RETRY_AFTER
    failing.throttled.load.expect(waited < RETRY_AFTER + 6, f"comes again after {waited:.1f} s")


@pytest.mark.parametrize("status", [400, 404])
def test_r37_what_nobody_accepts_is_given_up(failing: Failing, status: int) -> None:
    """R-37: Retry-After is honoured, permanent errors end the attempts and raise an alert,
    redirects are not followed."""
    scene = failing.refused[status]
    assert 1 <= len(failing.arrivals(scene)) <= 5
    [row] = failing.cluster.rows(
        f"SELECT state, outcome FROM alert_delivery WHERE receiver = '{scene.receiver}'"
    )
    assert row["state"] == "failed", row
    assert str(status) in row["outcome"], row


def test_r37_a_message_that_is_given_up_raises_an_alert(failing: Failing) -> None:
    """R-37: Retry-After is honoured, permanent errors end the attempts and raise an alert,
    redirects are not followed."""
    told = [
        alert["labels"]
        for arrival in failing.cluster.rig.collector.accepted(failing.cluster.everyone)
        for alert in arrival.alerts
    ]
    for scene in failing.refused.values():
        assert [labels for labels in told if scene.receiver in labels.values()], told


def test_r37_redirects_are_not_followed(failing: Failing) -> None:
    """R-37: Retry-After is honoured, permanent errors end the attempts and raise an alert,
    redirects are not followed."""
    assert failing.arrivals(failing.redirected)
    elsewhere = f"{failing.cluster.number}/elsewhere"
    assert not failing.cluster.rig.collector.of(elsewhere)


def test_r38_mail_is_sent_again_where_the_server_asks_for_it(failing: Failing) -> None:
    """R-38: Mail is retried after temporary errors only, and a stalled mail server blocks no
    other receiver."""
    mailbox = failing.mailbox
    eventually(lambda: mailbox.of("grey"), "the greylisted mail arrives", seconds=30)
    assert len(mailbox.tried("grey")) == 3
    assert len(mailbox.of("grey")) == 1
    assert len(mailbox.tried("no")) == 1
    assert len(mailbox.of("fine")) == 1
    assert mailbox.of("fine")[0].message_id
    assert not mailbox.of("stall")
