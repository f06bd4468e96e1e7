"""The MQTT 3.1.1 packets (OASIS standard) that publishing one message needs.

MQTT libraries resolve names and connect by themselves, which would bypass the egress policy, and
use a thread per client.
"""

from enum import IntEnum

import msgspec


class Kind(IntEnum):
    CONNECT = 1
    CONNACK = 2
    PUBLISH = 3
    PUBACK = 4
    PUBREC = 5
    PUBREL = 6
    PUBCOMP = 7
    PINGREQ = 12
    PINGRESP = 13
    DISCONNECT = 14


MOST_ANSWER = 64 * 1024
PACKET_ID = 1
DISCONNECT = bytes([Kind.DISCONNECT << 4, 0])
PINGREQ = bytes([Kind.PINGREQ << 4, 0])
PUBREL = bytes([Kind.PUBREL << 4 | 2, 2]) + PACKET_ID.to_bytes(2)
_CLEAN_SESSION, _HAS_PASSWORD, _HAS_USER = 0x02, 0x40, 0x80


class NotMqtt(Exception):
    """The peer sent an invalid packet."""


class Packet(msgspec.Struct, frozen=True):
    kind: int
    body: bytes


def connect(client_id: str, username: str, password: str, keep_alive: int = 60) -> bytes:
    flags = _CLEAN_SESSION
    payload = _text(client_id)
    if username:
        flags |= _HAS_USER
        payload += _text(username)
        if password:
            flags |= _HAS_PASSWORD
            payload += _text(password)
    head = _text("MQTT") + bytes([4, flags]) + keep_alive.to_bytes(2)
    return _packet(Kind.CONNECT << 4, head + payload)


def publish(topic: str, payload: bytes, qos: int, *, retain: bool) -> bytes:
    packet_id = PACKET_ID.to_bytes(2) if qos else b""
    return _packet(Kind.PUBLISH << 4 | qos << 1 | int(retain), _text(topic) + packet_id + payload)


def take(buffer: bytearray) -> Packet | None:
    """Return the first packet of the buffer, or None until it is complete. Raises `NotMqtt`."""
    length, shift = 0, 0
    for place in range(1, 5):
        if place >= len(buffer):
            return None
        length |= (buffer[place] & 0x7F) << shift
        shift += 7
        if not buffer[place] & 0x80:
            break
    else:
        raise NotMqtt
    if length > MOST_ANSWER:
        raise NotMqtt
    end = place + 1 + length
    if len(buffer) < end:
        return None
    packet = Packet(buffer[0] >> 4, bytes(buffer[place + 1 : end]))
    del buffer[:end]
    return packet


def _packet(first: int, body: bytes) -> bytes:
    length, size = len(body), bytearray()
    while True:
        length, digit = length >> 7, length & 0x7F
        size.append(digit | 0x80 if length else digit)
        if not length:
            return bytes([first]) + bytes(size) + body


def _text(text: str) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(2) + encoded
