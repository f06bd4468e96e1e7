"""One address has one meaning, and what has two is refused."""

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.outbound.address import parse_address
from vedette.outbound.errors import BadAddress


@pytest.mark.parametrize(
    ("text", "origin", "path"),
    [
        ("http://prom:9090", "http://prom:9090", ""),
        ("http://prom:9090/", "http://prom:9090", ""),
        ("https://Prom.Example.ORG/sub/path/", "https://prom.example.org", "/sub/path"),
        ("https://prom.example.org.:443", "https://prom.example.org", ""),
        ("http://[::1]:9090/x", "http://[::1]:9090", "/x"),
        ("http://user:p%40ss@prom", "http://prom", ""),
        ("http://bücher.example", "http://xn--bcher-kva.example", ""),
        ("http://my_service.default.svc", "http://my_service.default.svc", ""),
    ],
)
def test_addresses_people_use(text, origin, path):
    address = parse_address(text)
    assert (address.origin, address.path) == (origin, path)


def test_user_and_password_in_the_address_are_read_and_not_shown():
    address = parse_address("http://user:p%40ss@prom")
    assert (address.user, address.password.reveal()) == ("user", "p@ss")
    assert "p@ss" not in repr(address)
    with pytest.raises(BadAddress) as caught:
        parse_address("http://user:hunter2@ho%st")
    assert "hunter2" not in caught.value.public


@pytest.mark.parametrize(
    "text",
    [
        "",
        "prom:9090",
        "//prom",
        "ftp://prom",
        "file:///etc/passwd",
        "gopher://prom",
        "javascript:alert(1)",
        "http://",
        "http:///path",
        "http://127.1",
        "http://127.0.1",
        "http://2130706433",
        "http://0x7f000001",
        "http://0x7f.0.0.1",
        "http://0177.0.0.1",
        "http://017700000001",
        "http://127.0.0.1.1",
        "http://127.0.0.256",
        "http://1.2.3.0x4",
        "http://%31%32%37.0.0.1",
        "http://prom%00.example",
        "http://prom\\@169.254.169.254",
        "http://prom\\.example",
        "http://prom#@169.254.169.254",
        "http://prom?@169.254.169.254",
        "http://prom /x",
        "http://prom\t.example",
        "http://prom\r\nHost: x",
        "http://prom\x00",
        "http://[::1",
        "http://::1",
        "http://[::1%25eth0]",
        "http://[::ffff:127.0.0.1.5]",
        "http://[1.2.3.4]",
        "http://prom:0",
        "http://prom:99999",
        "http://prom:-1",
        "http://prom:80:80",
        "http://-prom",
        "http://pr..om",
        "http://.prom",
        "http://" + "a" * 64,
        "http://" + "a." * 130 + "b",
        "http://prom!",
        "http://prom<x>",
        "http://ｐｒｏｍ\u3002\u3002x",
        "http://①②⑦.0.0.1.9",
    ],
)
def test_addresses_that_are_refused(text):
    with pytest.raises(BadAddress):
        parse_address(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://127.0.0.1", "127.0.0.1"),
        ("http://127.0.0.1.", "127.0.0.1"),
        ("http://１２７.0.0.1", "127.0.0.1"),
        ("http://127。0。0。1", "127.0.0.1"),
        ("http://[0:0:0:0:0:0:0:1]", "::1"),
        ("http://[::FFFF:127.0.0.1]", "::ffff:7f00:1"),
        ("http://x@127.0.0.1", "127.0.0.1"),
        ("http://prom@127.0.0.1:80@10.0.0.1", "10.0.0.1"),
    ],
)
def test_spellings_of_a_literal_are_recognised_as_one(text, expected):
    """Proves T01, CVE-2023-4399."""
    try:
        address = parse_address(text)
    except BadAddress:
        return
    assert address.literal == ip_address(expected)


@given(st.text(max_size=40))
def test_any_text_is_an_address_or_a_bad_one(text):
    try:
        address = parse_address("http://" + text)
    except BadAddress:
        return
    assert address.host
    assert address.host.isascii()
    assert parse_address(address.origin).origin == address.origin
