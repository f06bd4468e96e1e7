"""The bytes of MQTT, and what can be said without a broker."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fixtures.collector import CANARY
from tests.fixtures.postgres import free_port

from vedette.sdk import BadRequest, Forbidden, TryLater, Undeliverable
from vedette.sdk.receiver_testing import (
    delivery,
    message,
    open_receiver,
    receiver_conformance,
    receiver_host,
)
from vedette_plugins.receivers.mqtt import packets
from vedette_plugins.receivers.mqtt.receiver import PLUGIN

SETTINGS = {"brokerUrl": "mqtt://broker", "topic": "alerts"}


def test_the_contract_of_receivers_is_kept():
    keys = ("caCertificate", "clientCertificate", "clientKey")
    receiver_conformance(
        PLUGIN, settings=SETTINGS, secrets=["password", *(f"tlsConfig.{key}" for key in keys)]
    )


def test_packets_are_those_of_the_standard():
    assert packets.connect("id", "ann", "pw") == (
        b"\x10\x17\x00\x04MQTT\x04\xc2\x00\x3c\x00\x02id\x00\x03ann\x00\x02pw"
    )
    assert packets.publish("a/b", b"hi", 1, retain=True) == b"\x33\x09\x00\x03a/b\x00\x01hi"
    assert packets.publish("a/b", b"hi", 0, retain=False) == b"\x30\x07\x00\x03a/bhi"
    assert packets.PUBREL == b"\x62\x02\x00\x01"


@given(st.binary(max_size=20_000), st.lists(st.integers(1, 300), max_size=8))
def test_packets_come_out_as_they_went_in_however_they_arrive(payload, cuts):
    sent = packets.publish("t", payload, 1, retain=False)
    buffer, found, rest = bytearray(), [], sent
    for cut in [*cuts, len(sent)]:
        buffer += rest[:cut]
        rest = rest[cut:]
        found.append(packets.take(buffer))
        assert found[-1] is None or not rest
    (packet,) = filter(None, found)
    assert packet.body == b"\x00\x01t\x00\x01" + payload and not buffer


@pytest.mark.parametrize("junk", [b"\x20\xff\xff\xff\xff\x01", b"\x30\xff\xff\x7f"])
def test_what_no_broker_sends_is_refused(junk):
    with pytest.raises(packets.NotMqtt):
        packets.take(bytearray(junk))


async def answering(reply, settings=None):
    """Delivers to a server that answers everything with `reply`, and then closes."""

    async def serve(reader, writer):
        await reader.read(1000)
        writer.write(reply)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    given = {**SETTINGS, "brokerUrl": f"tcp://127.0.0.1:{port}", **(settings or {})}
    try:
        await open_receiver(PLUGIN, given).deliver(message(), delivery())
    finally:
        server.close()


@pytest.mark.parametrize(
    ("reply", "kind", "words"),
    [
        (b"\x20\x02\x00\x04", Undeliverable, "user name or password is wrong"),
        (b"\x20\x02\x00\x05", Undeliverable, "may not connect"),
        (b"\x20\x02\x00\x03", TryLater, "not available"),
        (b"", TryLater, "broke off"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", TryLater, "does not speak MQTT"),
    ],
)
async def test_refusals_are_distinguished(reply, kind, words):
    with pytest.raises(kind, match=words) as raised:
        await answering(reply, {"username": "a", "password": CANARY})
    assert CANARY not in str(raised.value)


async def test_a_broker_that_is_away_is_asked_again():
    settings = {**SETTINGS, "brokerUrl": f"tcp://127.0.0.1:{free_port()}"}
    with pytest.raises(TryLater, match="cannot be reached"):
        await open_receiver(PLUGIN, settings).deliver(message(), delivery())


async def test_a_silent_broker_is_given_up_at_the_deadline():
    async def serve(reader, writer):
        await reader.read()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    settings = {**SETTINGS, "brokerUrl": f"tcp://127.0.0.1:{port}"}
    with pytest.raises(TryLater, match="in time"):
        await open_receiver(PLUGIN, settings).deliver(message(), delivery(seconds=0.1))
    server.close()


async def test_the_egress_policy_is_asked_first():
    class Closed:
        async def address(self, host, port):
            raise Forbidden(f"Requests to {host} are refused.")

    receiver = open_receiver(PLUGIN, SETTINGS, receiver_host(network=Closed()))
    with pytest.raises(Undeliverable, match="Requests to broker are refused"):
        await receiver.deliver(message(), delivery())


@pytest.mark.parametrize(
    "wrong",
    [
        {"brokerUrl": "http://x"},
        {"brokerUrl": "mqtt://x:y"},
        {"topic": "a/#"},
        {"topic": ""},
        {"password": "p"},
        {"qos": 3},
        {"messageFormat": "xml"},
    ],
)
def test_settings_that_cannot_work_are_refused(wrong):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, {**SETTINGS, **wrong})
