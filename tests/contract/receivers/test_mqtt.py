"""A real broker takes our messages on every transport and quality of service."""

import time

import msgspec
import pytest
from tests.fixtures.mosquitto import PASSWORD, USER, available, running_mosquitto

from vedette.sdk import TryLater, Undeliverable
from vedette.sdk.receiver_testing import delivery, message, open_receiver
from vedette_plugins.receivers.mqtt import packets
from vedette_plugins.receivers.mqtt.connection import connected, parse_broker
from vedette_plugins.receivers.mqtt.receiver import PLUGIN
from vedette_plugins.receivers.mqtt.settings import Tls

LOGIN = {"username": USER, "password": PASSWORD}


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    if reason := available():
        pytest.skip(reason)
    with running_mosquitto(tmp_path_factory.mktemp("mosquitto")) as server:
        yield server


async def publish(settings):
    receiver = open_receiver(PLUGIN, {"topic": "vedette/alerts", **LOGIN, **settings})
    return await receiver.deliver(message(), delivery())


class AnyNetwork:
    async def address(self, host, port):
        return host


async def retained(broker, topic):
    """What the broker keeps of a topic: asked by a subscription of our own."""
    async with connected(parse_broker(broker.plain), Tls(), AnyNetwork()) as channel:
        await channel.send(packets.connect("reader", USER, PASSWORD))
        name = topic.encode()
        body = b"\x00\x01" + len(name).to_bytes(2) + name + b"\x00"
        await channel.send(b"\x82" + bytes([len(body)]) + body)
        buffer = bytearray()
        while True:
            while (packet := packets.take(buffer)) is None:
                buffer += await channel.read()
            if packet.kind == packets.Kind.PUBLISH:
                return packet.body[2 + len(name) :]


@pytest.mark.parametrize("qos", [0, 1, 2])
async def test_the_broker_has_the_message_when_it_counts_as_delivered(broker, qos):
    topic = f"vedette/qos{qos}"
    receipt = await publish(
        {"brokerUrl": broker.plain, "topic": topic, "qos": str(qos), "retain": True}
    )
    assert receipt.summary.endswith(f"accepted the message with QoS {qos}.")
    found = msgspec.json.decode(await retained(broker, topic))
    assert found["status"] == "firing" and found["alerts"][0]["labels"]["alertname"] == "DiskFull"
    assert "about DiskFull" in found["message"]
    assert not {"title", "state", "truncatedAlerts"} & set(found)


async def test_text_is_the_message_alone(broker):
    text = {"messageFormat": "text", "message": "hello", "retain": True}
    await publish({"brokerUrl": broker.plain, "topic": "vedette/text", **text})
    assert await retained(broker, "vedette/text") == b"hello"


async def test_inside_a_websocket(broker):
    own = {"topic": "vedette/web", "retain": True, "qos": 1}
    await publish({"brokerUrl": broker.web, **own})
    assert b"DiskFull" in await retained(broker, "vedette/web")


async def test_tls_is_checked(broker):
    trusted = {"tlsConfig": {"caCertificate": broker.ca}}
    await publish({"brokerUrl": broker.tls, **trusted})
    await publish({"brokerUrl": broker.tls, "tlsConfig": {"insecureSkipVerify": True}})
    with pytest.raises(TryLater, match="TLS with"):
        await publish({"brokerUrl": broker.tls})


async def test_a_wrong_password_is_final(broker):
    with pytest.raises(Undeliverable, match="refused the connection") as raised:
        await publish({"brokerUrl": broker.plain, "password": "wrong-password"})
    assert "wrong-password" not in str(raised.value)


async def test_a_broker_is_left_politely(broker):
    before = broker.log.read_text().count("socket error")
    await publish({"brokerUrl": broker.plain, "clientId": "polite", "qos": 1})
    deadline = time.monotonic() + 5
    while "Client polite disconnected." not in broker.log.read_text():
        assert time.monotonic() < deadline
    assert broker.log.read_text().count("socket error") == before
