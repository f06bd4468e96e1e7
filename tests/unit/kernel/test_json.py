"""JSON is bounded before it becomes objects."""

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.kernel.json import BadJson, JsonTooLarge, check_limits, loads
from vedette.kernel.json_tally import JsonTally

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=40,
)


def depth(value: object) -> int:
    if isinstance(value, list):
        return 1 + max(map(depth, value), default=0)
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 0


@given(values, st.integers(0, 8))
def test_a_document_is_refused_exactly_where_it_is_too_deep(value: object, limit: int) -> None:
    text = json.dumps(value).encode()
    if depth(value) > limit:
        with pytest.raises(BadJson):
            check_limits(text, max_depth=limit)
    else:
        check_limits(text, max_depth=limit)
        assert loads(text) == value


def test_brackets_and_quotes_inside_text_do_not_count() -> None:
    check_limits(json.dumps(['[[[["{{{{\\', "]]"] * 50).encode(), max_depth=1)


def test_a_large_document_is_refused_by_its_size() -> None:
    with pytest.raises(JsonTooLarge):
        check_limits(b"[1,2,3]", max_bytes=3)


@given(values, st.lists(st.integers(0, 40), max_size=20))
def test_values_are_counted_wherever_a_document_is_cut(value: object, cuts: list[int]) -> None:
    """T09: What a document holds is known before it becomes objects."""
    text, tally, at = json.dumps(value).encode(), JsonTally(), 0
    for cut in cuts:
        tally.feed(text[at : at + cut])
        at += cut
    tally.feed(text[at:])
    assert tally.values == containers_and_commas(value)


def containers_and_commas(value: object) -> int:
    if not isinstance(value, list | dict):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(0, len(value) - 1) + sum(map(containers_and_commas, inner))


def test_a_document_of_too_many_values_is_refused() -> None:
    """T09: Memory grows with values, and those are short."""
    check_limits(b"[" + b"1," * 99 + b"1]", max_values=100)
    with pytest.raises(JsonTooLarge, match="100 values"):
        check_limits(b"[" + b"1," * 100 + b"1]", max_values=100)


@pytest.mark.parametrize("text", [b"", b"{", b"NaN", b"[1,]", b"\xff"])
def test_what_is_no_json_is_refused(text: bytes) -> None:
    with pytest.raises(BadJson):
        loads(text)


@pytest.mark.parametrize("text", [rb'"a\ud800b"', rb'"\ud800\u0041"', rb'"\udc00"'])
def test_half_a_surrogate_pair_is_named_with_its_place(text: bytes) -> None:
    with pytest.raises(BadJson, match=r"half of a surrogate pair.* line 2 column"):
        loads(b"[\n" + text + b"]")


def test_counting_a_large_document_takes_little_memory() -> None:
    """T09, R-52: What is counted to protect memory does not itself take ten times the document."""
    document = b"[" + b'{"a":"1","b":"2"},' * 100_000 + b"0]"
    tally = JsonTally()
    tracemalloc.start()
    try:
        outside = tally.feed(document)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert tally.values == 300_001
    assert outside == b"[" + b"{,}," * 100_000 + b"]"
    assert most < len(document) * 2
