"""Texts stay within the limits of services, whole and closed."""

import re
import time
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.sdk.receiver_testing import alert, message
from vedette.sdk.receiver_text import (
    MORE,
    cut_bytes,
    cut_html,
    cut_runes,
    cut_utf16,
    stable_key,
)

texts = st.text(alphabet=st.sampled_from("aä€😀 \n"), max_size=60)
limits = st.integers(4, 40)
pieces = st.lists(
    st.sampled_from(["<b>", "</b>", "<i>", "</i>", '<a href="x">', "</a>", "&lt;", "a", "😀", " "]),
    max_size=40,
)
SIZES = [
    (cut_runes, len),
    (cut_bytes, lambda text: len(text.encode())),
    (cut_utf16, lambda text: len(text.encode("utf-16-le")) // 2),
]


@pytest.mark.parametrize(("cut", "size"), SIZES, ids=["runes", "bytes", "utf16"])
@given(text=texts, limit=limits)
def test_a_cut_fits_and_keeps_as_much_as_it_can(cut, size, text, limit):
    found = cut(text, limit)
    assert size(found) <= limit
    if size(text) <= limit:
        assert found == text
    else:
        assert found.endswith("…") and text.startswith(found[:-1])
        longer = text[: len(found)] + "…"
        assert size(longer) > limit


class Tags(HTMLParser):
    """Fails where tags are not closed in their order."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.text = [], ""

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def read(html):
    parser = Tags()
    parser.feed(html)
    parser.close()
    assert not parser.open, html
    return parser.text


@given(parts=pieces, limit=limits, counts=st.booleans())
def test_cut_html_is_closed_and_fits(parts, limit, counts):
    found = cut_html("".join(parts), limit, count_markup=counts)
    text = read(found)
    size = len(found) if counts else len(text.encode("utf-16-le")) // 2
    assert size <= limit
    whole = re.sub(r"<[^>]*>", "", "".join(parts)).replace("&lt;", "<")
    assert whole.startswith(text.removesuffix("…"))


def test_html_that_fits_stays_as_it_is():
    assert cut_html("<b>a &amp; <i>b</i></b>", 10) == "<b>a &amp; <i>b</i></b>"
    assert cut_html("1 < 2 & 3", 10) == "1 < 2 & 3"


def test_an_entity_is_never_halved():
    assert cut_html("&amp;" * 3, 2) == "&amp;…"


def test_a_group_has_one_key_in_its_organization():
    assert stable_key(message()) == stable_key(message(alert(resolved=True)))
    assert stable_key(message()) != stable_key(message(group_key="other"))
    assert re.fullmatch(r"[0-9a-f]{64}", stable_key(message()))


def test_a_tag_that_never_ends_is_text_and_takes_no_time():
    started = time.process_time()
    assert cut_html("<" + "a" * 200_000, 20) == "<" + "a" * 18 + MORE
    assert time.process_time() - started < 1
