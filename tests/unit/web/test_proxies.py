"""Whose address a request counts for, behind proxies and where somebody invents them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.web.proxies import TrustedProxies

OURS = ("10.0.0.0/8", "192.0.2.7", "fd00::/8", "::1")


def sender(peer, *forwarded, trusted=OURS):
    scope = {
        "client": (peer, 4711) if peer else None,
        "headers": [(b"x-forwarded-for", each.encode()) for each in forwarded],
    }
    TrustedProxies(trusted).note_sender(scope)
    return scope["client"] and scope["client"][0]


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
        ("203.0.113.9", [], "203.0.113.9"),
        ("10.1.2.3", ["198.51.100.1"], "198.51.100.1"),
        ("10.1.2.3", [], "10.1.2.3"),
        ("192.0.2.7", ["198.51.100.1"], "198.51.100.1"),
        ("192.0.2.8", ["198.51.100.1"], "192.0.2.8"),
        ("::ffff:10.1.2.3", ["::ffff:198.51.100.1"], "198.51.100.1"),
        ("fd12::1", ["2001:db8::5"], "2001:db8::5"),
        ("10.1.2.3", ["6.6.6.6, 198.51.100.1"], "198.51.100.1"),
        ("10.1.2.3", ["6.6.6.6, 198.51.100.1, 10.9.9.9, 192.0.2.7"], "198.51.100.1"),
        ("10.1.2.3", ["6.6.6.6", "198.51.100.1"], "198.51.100.1"),
        ("10.1.2.3", ["10.7.7.7, 10.8.8.8"], "10.7.7.7"),
        ("10.1.2.3", ["198.51.100.1:5555"], "198.51.100.1"),
        ("10.1.2.3", ["[2001:db8::5]:5555"], "2001:db8::5"),
        ("10.1.2.3", ["6.6.6.6, unknown"], "10.1.2.3"),
        ("10.1.2.3", ["6.6.6.6, _hidden, 10.9.9.9"], "10.9.9.9"),
        ("10.1.2.3", ["", " , "], "10.1.2.3"),
        ("not an address", ["198.51.100.1"], "not an address"),
    ],
)
def test_the_first_address_from_the_right_that_is_no_proxy_of_ours(peer, forwarded, expected):
    assert sender(peer, *forwarded) == expected


def test_a_unix_socket_is_trusted_by_name_only():
    assert sender(None, "198.51.100.1") is None
    assert sender(None, "6.6.6.6, 198.51.100.1", trusted=("unix",)) == "198.51.100.1"
    assert sender(None, trusted=("unix",)) is None


def test_an_address_without_a_length_is_one_address():
    """Proves T36, CVE-2026-33376."""
    assert sender("2001:db8::2", "6.6.6.6", trusted=("2001:db8::1",)) == "2001:db8::2"
    assert sender("10.0.0.2", "6.6.6.6", trusted=("::ffff:10.0.0.1",)) == "10.0.0.2"
    assert sender("10.0.0.1", "198.51.100.1", trusted=("::ffff:10.0.0.0/112",)) == "198.51.100.1"


@pytest.mark.parametrize("name", ["10.0.0.0/33", "proxy.example", "10.0.0", "*", "unix:"])
def test_what_is_no_network_is_named(name):
    with pytest.raises(ValueError, match=r"."):
        TrustedProxies([name])


def test_a_header_without_end_is_read_at_its_end():
    assert sender("10.1.2.3", ", ".join(["10.0.0.1"] * 50_000)) == "10.0.0.1"


@given(st.lists(st.text(max_size=40), max_size=4), st.ip_addresses(v=4))
def test_whatever_stands_before_the_sender_changes_nothing(invented, address):
    shown = str(address)
    forged = ",".join([*invented, shown]).encode("latin-1", "replace").decode("latin-1")
    found = sender("10.1.2.3", forged)
    if not (shown.startswith("10.") or shown == "192.0.2.7"):
        assert found == shown
