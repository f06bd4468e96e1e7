"""The values of made-up series."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.lab.cases.errors import BadCase
from vedette.alerting.lab.cases.notation import Missing, parse_values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1 2.5 -3", (1, 2.5, -3)),
        ("95x2", (95, 95, 95)),
        ("0+10x3", (0, 10, 20, 30)),
        ("10-5x2", (10, 5, 0)),
        ("-1e3 Inf", (-1000, math.inf)),
        ("1 _ stale _x2", (1, Missing.NONE, Missing.NONE, Missing.NONE, Missing.NONE)),
        ("_x0 1 inf -Inf", (1, math.inf, -math.inf)),
        ("1-.5x2 0+1e3x1", (1, 0.5, 0, 0, 1000)),
        ("error", (Missing.FAILS,)),
        ("", ()),
    ],
)
def test_values_are_read(text: str, values: tuple[object, ...]) -> None:
    assert parse_values(text) == values


@pytest.mark.parametrize("text", ["five", "1+2", "_+1x3", "1x-1", "1x99999", "0x1 " * 6000, "++1"])
def test_what_is_no_value_is_named(text: str) -> None:
    with pytest.raises(BadCase):
        parse_values(text)


@given(st.lists(st.floats(allow_nan=False), max_size=50))
def test_every_number_is_read_back(numbers: list[float]) -> None:
    text = " ".join(repr(each).replace("inf", "Inf") for each in numbers)
    assert parse_values(text) == tuple(numbers)
