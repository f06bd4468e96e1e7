"""The head and the body of an answer leave together; neither waits for the other for long."""

import asyncio

import pytest

from vedette.server.protocol import _HeadAndBody

HEAD = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n"


class Transport:
    def __init__(self):
        self.sent, self.is_closed = [], False

    def write(self, data):
        self.sent.append([data])

    def writelines(self, pieces):
        self.sent.append(list(pieces))

    def is_closing(self):
        return self.is_closed

    def close(self):
        self.is_closed = True


@pytest.fixture
async def wire():
    transport = Transport()
    return transport, _HeadAndBody(transport, asyncio.get_running_loop())


async def test_the_head_leaves_with_the_body_in_one_write(wire):
    transport, answer = wire
    answer.write(HEAD)
    assert transport.sent == []
    answer.write(b"ok")
    await asyncio.sleep(0)
    assert transport.sent == [[HEAD, b"ok"]]


async def test_what_follows_is_written_as_it_comes(wire):
    transport, answer = wire
    for piece in (HEAD, b"1", b"2"):
        answer.write(piece)
    assert transport.sent == [[HEAD, b"1"], [b"2"]]


async def test_the_head_of_a_live_answer_does_not_wait_for_its_first_piece(wire):
    transport, answer = wire
    answer.write(HEAD)
    await asyncio.sleep(0)
    assert transport.sent == [[HEAD]]
    answer.write(b"late")
    assert transport.sent == [[HEAD], [b"late"]]


async def test_a_permission_to_send_the_body_is_no_head(wire):
    transport, answer = wire
    answer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    answer.write(HEAD)
    answer.write(b"ok")
    assert transport.sent == [[b"HTTP/1.1 100 Continue\r\n\r\n"], [HEAD, b"ok"]]


async def test_an_answer_that_ends_after_its_head_loses_nothing(wire):
    transport, answer = wire
    answer.write(HEAD)
    answer.close()
    assert transport.sent == [[HEAD]]
    assert transport.is_closed
    assert answer.is_closing()


async def test_what_is_not_sent_when_a_connection_is_refused_is_dropped(wire):
    transport, answer = wire
    answer.write(HEAD)
    answer.drop()
    answer.write(b"ok")
    await asyncio.sleep(0)
    assert transport.sent == []
