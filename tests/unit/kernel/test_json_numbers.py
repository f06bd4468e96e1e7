"""Integers beyond 64 bits become floats, and nothing else of a document changes."""

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.kernel.json import BadJson
from vedette.kernel.json_numbers import within_64_bits

LONG = 10**30


@pytest.mark.parametrize("form", [b"%s", b"[%s]", b'{"a":%s}', b'{"a": -%s , "b":1}', b"[1,\n%s]"])
def test_an_integer_beyond_64_bits_becomes_a_float_wherever_it_stands(form: bytes) -> None:
    sent = form.replace(b"%s", str(LONG).encode())
    assert orjson.loads(within_64_bits(sent)) == orjson.loads(sent)
    assert str(LONG).encode() not in within_64_bits(sent)


@pytest.mark.parametrize(
    "text",
    [
        f'"{LONG}"',
        f'"of {LONG}"',
        f'"a\\" {LONG}"',
        f'"a\\\\", "{LONG}"',
        f'"\\\\\\" :{LONG}"',
        f'"é: {LONG}"',
    ],
)
def test_digits_within_a_text_are_kept_beside_a_long_number(text: str) -> None:
    sent = f"[{text},1.50,{LONG}]".encode()
    assert within_64_bits(sent) == f"[{text},1.50,1e+30]".encode()


@given(
    st.recursive(
        st.text() | st.integers(-(2**63), 2**63) | st.floats(allow_nan=False, allow_infinity=False),
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    )
)
def test_any_document_means_the_same(value: object) -> None:
    sent = orjson.dumps(value)
    assert orjson.loads(within_64_bits(sent)) == value


def test_a_long_number_is_found_across_the_borders_of_pieces() -> None:
    for shift in range(64 * 1024 - 40, 64 * 1024 + 10):
        sent = b"[" + b" " * shift + str(LONG).encode() + b"]"
        assert within_64_bits(sent).endswith(b" 1e+30]"), shift


def test_a_number_too_large_for_a_float_is_refused_with_its_place() -> None:
    with pytest.raises(BadJson, match=r"infinity.*line 2 column 3"):
        within_64_bits(b"[1,\n  " + b"9" * 400 + b"]")


def test_what_is_no_number_is_left_to_the_decoder() -> None:
    sent = b"[" + b"1-" * 20 + b"]"
    assert within_64_bits(sent) == sent
