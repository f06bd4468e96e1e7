"""The links of the rig fail as specified, and the receiver records what it accepted."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reliability.rig.collector import Answer, Collector
from tests.reliability.rig.http import ask
from tests.reliability.rig.loop import RigLoop
from tests.reliability.rig.origins import Origins
from tests.reliability.rig.proxy import Link
from tests.reliability.rig.script import Key, Script
from tests.reliability.rig.simulator import Simulator

BODY = {"groupKey": "g", "alerts": []}


@pytest.fixture
def loop() -> Iterator[RigLoop]:
    made = RigLoop()
    yield made
    made.close()


@pytest.fixture
def collector(loop: RigLoop, tmp_path: Path) -> Iterator[Collector]:
    made = Collector(loop, Origins(), tmp_path / "log").start()
    yield made
    made.close()


@pytest.fixture
def link(loop: RigLoop, collector: Collector) -> Iterator[Link]:
    made = Link(("127.0.0.1", collector.port), loop, Origins()).start()
    yield made
    made.close()


def send(link: Link, timeout: float = 3.0, hook: str = "x") -> int:
    headers = {"Idempotency-Key": "k"}
    return ask("POST", f"http://{link.address}/hook/{hook}", BODY, headers, timeout).status


def test_a_link_that_is_well_passes_everything(link: Link, collector: Collector) -> None:
    assert send(link) == 200
    assert [arrival.idempotency for arrival in collector.of("x")] == ["k"]


def test_a_refusing_link_delivers_nothing(link: Link, collector: Collector) -> None:
    link.set("refuse")
    assert send(link) == 0
    link.set("pass")
    assert send(link) == 200
    assert len(collector.of("x")) == 1


def test_a_cut_reply_is_delivered_and_never_confirmed(link: Link, collector: Collector) -> None:
    link.set("cut_reply")
    assert send(link) == 0
    assert len(collector.of("x")) == 1


def test_a_black_hole_delivers_late(link: Link, collector: Collector) -> None:
    link.set("blackhole")
    assert send(link, timeout=0.3) == 0
    assert not collector.of("x")
    link.set("pass")
    deadline = time.monotonic() + 5
    while not collector.of("x"):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_latency_counts_in_both_directions(link: Link) -> None:
    link.set("latency", 200)
    before = time.monotonic()
    assert send(link) == 200
    assert time.monotonic() - before > 0.3


def test_a_truncated_answer_ends_early(link: Link) -> None:
    link.set("truncate", 20)
    with socket.create_connection(("127.0.0.1", link.port), 5) as client:
        client.sendall(b"GET /hook/x HTTP/1.1\r\nHost: a\r\n\r\n")
        received = b""
        while chunk := client.recv(1000):
            received += chunk
    assert len(received) == 20


def test_the_receiver_responds_as_scripted(link: Link, collector: Collector) -> None:
    collector.answer("y", Answer(500), Answer(cut=True), Answer(429), Answer(200))
    assert [send(link, hook="y") for _ in range(5)] == [500, 0, 429, 200, 200]
    assert [arrival.answer.accepts for arrival in collector.of("y")] == [
        False,
        True,
        False,
        True,
        True,
    ]


def test_the_source_answers_by_the_script(loop: RigLoop) -> None:
    script = Script(3)
    key = script.add(Key("r", "s"), host="a")
    script.breach(key, 100.0, 200.0)
    simulator = Simulator(script, loop, Origins()).start()
    try:
        url = f"http://127.0.0.1:{simulator.port}/one/api/v1/query?query=sim%7Brule%3D%22r%22%7D"
        [low] = ask("GET", f"{url}&time=99").json()["data"]["result"]
        [high] = ask("GET", f"{url}&time=100.5").json()["data"]["result"]
        assert float(low["value"][1]) < 50 < float(high["value"][1])
        assert high["metric"] == {"__name__": "sim", "rule": "r", "series": "s", "host": "a"}
        assert [(query.source, query.rule, query.time) for query in simulator.queries] == [
            ("one", "r", 99.0),
            ("one", "r", 100.5),
        ]
        simulator.behave("one", "error")
        assert ask("GET", url).status == 500
    finally:
        simulator.close()
