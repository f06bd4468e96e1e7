"""A model keeps its bytes, and what cannot be a dashboard is refused early."""

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.dashboards.body import raised_refresh, read_body
from vedette.dashboards.errors import BadDashboard, DashboardTooLarge

text = st.text(st.characters(exclude_categories=["Cs"]))
numbers = st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=20,
)


def test_only_our_keys_change_and_all_else_keeps_its_bytes() -> None:
    raw = (
        b'{"b": 1.0, "id":null,\n "big": 123456789012345678901234567890, "title":"T",'
        b' "z": {"y" : 1e2, "a": "\\u00e9"}, "a":[ 1,2 ]}'
    )
    text = read_body(raw).text(id=7, uid="u", version=2)
    assert text == (
        '{"b":1.0,"id":7,"big":123456789012345678901234567890,"title":"T",'
        '"z":{"y" : 1e2, "a": "\\u00e9"},"a":[ 1,2 ],"uid":"u","version":2}'
    )


@given(st.dictionaries(text, values, max_size=6))
def test_every_unknown_key_and_the_order_of_keys_survive(extra: dict[str, object]) -> None:
    model = {**extra, "title": "T", "id": None, "uid": "u", "version": 1, "tags": [], "refresh": ""}
    back = json.loads(read_body(json.dumps(model).encode()).text(id=1, uid="u", version=2))
    assert list(back) == list(model)
    assert back == {**model, "id": 1, "uid": "u", "version": 2}


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"[]", "object"),
        (b"{", "not valid JSON"),
        (b"{}", "title cannot be empty"),
        (b'{"title": "  "}', "title cannot be empty"),
        (b'{"title": 5}', "title cannot be empty"),
        (b'{"title": "' + b"x" * 256 + b'"}', "256 characters. The limit is 255"),
        (b'{"title": "a\\u0000b"}', "control character"),
        (b'{"title": "a", "title": "b"}', "'title' twice"),
        (b'{"title": "a", "p": [{"x": 1, "x": 1}]}', "'x' twice"),
        (b'{"title": "a", "v": NaN}', "not valid JSON"),
        (b'{"title": "a", "v": Infinity}', "not valid JSON"),
        (
            b'{"title": "a", "v": ' + b"[" * 64 + b"]" * 64 + b"}",
            "nested more than 64 levels deep.$",
        ),
        (b'{"title": "a", "uid": "../x"}', "illegal characters"),
        (b'{"title": "a", "uid": "' + b"u" * 41 + b'"}', "uid too long"),
        (b'{"title": "a", "uid": 5}', "illegal characters"),
        (b'{"title": "a", "version": "x"}', "version must be"),
        (b'{"title": "a", "id": -1}', "id must be"),
        (b'{"title": "a", "id": 99999999999999999999}', "id must be"),
        (b'{"title": "a", "tags": ["' + b"t" * 101 + b'"]}', "tags"),
    ],
)
def test_what_is_no_dashboard_is_refused(raw: bytes, words: str) -> None:
    with pytest.raises(BadDashboard, match=words):
        read_body(raw)


def test_a_model_over_the_limit_is_refused_before_it_is_parsed() -> None:
    """Proves T20."""
    with pytest.raises(DashboardTooLarge):
        read_body(b" " * 101, max_bytes=100)


def test_a_number_beyond_any_machine_type_keeps_its_digits() -> None:
    raw = b'{"title": "a", "v": ' + b"9" * 300 + b"}"
    assert '"v":' + "9" * 300 in read_body(raw).text(id=1)


def test_a_number_of_ten_thousand_digits_is_refused_at_once() -> None:
    with pytest.raises(BadDashboard, match="infinity"):
        read_body(b'{"title": "a", "v": ' + b"9" * 10_000 + b"}")


def test_tags_are_trimmed_and_unique() -> None:
    assert read_body(b'{"title": "a", "tags": [" x ", "x", "", 5, "y"]}').tags == ("x", "y")


@pytest.mark.parametrize(
    ("refresh", "stored"),
    [("1s", "5s"), ("5s", None), ("1m", None), ("", None), ("auto", None), ("500ms", "5s")],
)
def test_a_refresh_shorter_than_allowed_is_raised(refresh: str, stored: str | None) -> None:
    assert raised_refresh(refresh, timedelta(seconds=5)) == stored
