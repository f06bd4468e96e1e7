"""Publishes to a topic of an MQTT broker."""

import asyncio
import secrets
import ssl

import msgspec

from vedette.sdk import (
    BadRequest,
    Delivery,
    Forbidden,
    Message,
    Receipt,
    Receiver,
    ReceiverHost,
    ReceiverPlugin,
    TerraformNames,
    TryLater,
    Undeliverable,
    VedetteError,
    plain_text,
)
from vedette.sdk.receiver_http import seconds_left
from vedette.sdk.receiver_json import message_object
from vedette.sdk.receiver_text import DEFAULT_MESSAGE
from vedette_plugins.receivers.mqtt import packets
from vedette_plugins.receivers.mqtt.connection import Broker, Channel, connected, parse_broker
from vedette_plugins.receivers.mqtt.packets import Kind, NotMqtt
from vedette_plugins.receivers.mqtt.settings import FIELDS, MqttSettings

_REFUSALS = {
    1: "it does not speak MQTT 3.1.1",
    2: "the client id was rejected",
    3: "it is not available",
    4: "the user name or password is wrong",
    5: "this client may not connect",
}
_UNAVAILABLE = 3
_LONGEST = 65_535


class Mqtt:
    def __init__(self, settings: MqttSettings, broker: Broker, host: ReceiverHost) -> None:
        self._settings = settings
        self._broker = broker
        self._host = host
        self._client_id = settings.client_id or f"vedette-{secrets.token_hex(8)}"
        # A broker disconnects the previous connection of a client id.
        self._one_at_a_time = asyncio.Lock()

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        payload = await self._payload(message)
        try:
            async with (
                asyncio.timeout(seconds_left(self._host.clock, delivery)),
                self._one_at_a_time,
                connected(self._broker, self._settings.tls_config, self._host.network) as channel,
            ):
                return await self._exchange(channel, payload)
        except TimeoutError as error:
            raise TryLater(f"{self._name} did not respond in time.") from error
        except (BadRequest, Forbidden) as error:
            raise Undeliverable(error.public) from error
        except (Undeliverable, TryLater):
            raise
        except VedetteError as error:
            raise TryLater(error.public) from error
        except ssl.SSLError as error:
            reason = getattr(error, "verify_message", "") or "does it speak TLS there?"
            raise TryLater(f"TLS with {self._name} failed: {reason}.") from error
        except (OSError, EOFError) as error:
            raise TryLater(f"{self._name} cannot be reached or broke off.") from error
        except NotMqtt as error:
            raise TryLater(f"{self._name} does not speak MQTT.") from error

    @property
    def _name(self) -> str:
        return "The MQTT broker"

    async def _exchange(self, channel: Channel, payload: bytes) -> Receipt:
        settings = self._settings
        conversation = _Conversation(channel)
        await channel.send(packets.connect(self._client_id, settings.username, settings.password))
        code = (await conversation.answer(Kind.CONNACK))[1]
        if code:
            reason = _REFUSALS.get(code, f"code {code}")
            sentence = f"{self._name} refused the connection: {reason}."
            raise TryLater(sentence) if code == _UNAVAILABLE else Undeliverable(sentence)
        await channel.send(
            packets.publish(settings.topic, payload, settings.qos, retain=settings.retain)
        )
        if settings.qos == 0:
            # QoS 0 has no acknowledgement. A broker that answers this ping has read the message.
            await channel.send(packets.PINGREQ)
            await conversation.answer(Kind.PINGRESP)
        elif settings.qos == 1:
            await conversation.answer(Kind.PUBACK)
        else:
            await conversation.answer(Kind.PUBREC)
            await channel.send(packets.PUBREL)
            await conversation.answer(Kind.PUBCOMP)
        await channel.send(packets.DISCONNECT)
        return Receipt(f"{self._name} accepted the message with QoS {settings.qos}.")

    async def _payload(self, message: Message) -> bytes:
        text = await self._host.texts.text(
            self._settings.message or DEFAULT_MESSAGE, message, otherwise=plain_text
        )
        if self._settings.message_format == "text":
            return text.encode()
        return msgspec.json.encode({**message_object(message), "message": text})


class _Conversation:
    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._buffer = bytearray()

    async def answer(self, kind: Kind) -> bytes:
        """Return the body of the next packet of this type. Raises `NotMqtt`, `EOFError`."""
        while (packet := packets.take(self._buffer)) is None:
            data = await self._channel.read()
            if not data:
                raise EOFError
            self._buffer += data
            if self._buffer[0] >> 4 != kind:
                raise NotMqtt
        if packet.kind != kind or (kind is not Kind.PINGRESP and len(packet.body) != 2):
            raise NotMqtt
        return packet.body


def open_mqtt(settings: MqttSettings, host: ReceiverHost) -> Receiver:
    broker = parse_broker(settings.broker_url)
    topic = settings.topic
    if not topic or any(sign in topic for sign in "+#\x00"):
        raise BadRequest("MQTT needs a topic to publish to, without + and #.")
    for value in (topic, settings.client_id, settings.username, settings.password):
        if len(value.encode()) > _LONGEST:
            raise BadRequest("MQTT takes no name longer than 65,535 bytes.")
    if settings.password and not settings.username:
        raise BadRequest("MQTT takes a password only together with a user name.")
    return Mqtt(settings, broker, host)


PLUGIN = ReceiverPlugin(
    settings=MqttSettings,
    fields=FIELDS,
    open=open_mqtt,
    terraform=TerraformNames(unnamed=frozenset({"message"})),
)
