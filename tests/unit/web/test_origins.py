"""Writes by cookie and WebSockets are judged by this one rule."""

import pytest

from vedette.web.origins import Origins

OWN = Origins("https://dash.test/")
WIKIS = Origins(
    "http://dash.test/",
    trusted=["portal.test", "https://*.exact.test"],
    patterns=[
        "https://*.wiki.test:443/",
        "*.intra.test",
        "http://[::1]:3000",
        "https://other.test",
    ],
)


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("https://dash.test", "dash.test", True),
        ("https://dash.test", "dash.test:443", True),
        ("https://dash.test:443", "dash.test", True),
        ("http://dash.test", "dash.test", False),
        ("http://10.0.0.7:3000", "10.0.0.7:3000", True),
        ("https://dash.test:8443", "dash.test", False),
        ("app://dash.test", "dash.test", False),
        ("null", "null", False),
        ("https://[::1", "[::1", False),
    ],
)
def test_a_page_is_ours_by_protocol_host_and_port(origin: str, host: str, allowed: bool) -> None:
    assert OWN.allow(origin, [host], "") is allowed


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://a.wiki.test", True),
        ("https://A.B.Wiki.test:443", True),
        ("http://a.wiki.test", False),
        ("https://wiki.test", False),
        ("https://awwiki.test", False),
        ("https://a.wiki.test.evil.test", False),
        ("http://a.intra.test", True),
        ("https://a.intra.test", True),
        ("https://a.intra.test:8443", False),
        ("http://[::1]:3000", True),
        ("http://1:3000", False),
        ("https://other.test", True),
        ("https://otherxtest", False),
        ("https://portal.test", True),
        ("https://a.exact.test", False),
    ],
)
def test_a_star_stands_for_any_text_in_patterns_alone(origin: str, allowed: bool) -> None:
    assert WIKIS.allow(origin, ["dash.test"], "cross-site") is allowed


@pytest.mark.parametrize(("site", "allowed"), [("same-origin", True), ("", False)])
def test_without_an_origin_the_browser_vouches_for_the_page(site: str, allowed: bool) -> None:
    assert OWN.allow("", ["dash.test"], site) is allowed
