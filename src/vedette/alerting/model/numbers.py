"""Numbers by refId as JSON. NaN and infinities are strings, as JSON cannot represent them."""

from collections.abc import Mapping
from math import isfinite

import orjson


def numbers_text(numbers: Mapping[str, float]) -> str:
    found = {key: one if isfinite(one) else str(one) for key, one in numbers.items()}
    return orjson.dumps(found).decode()


def read_numbers(text: str) -> dict[str, float]:
    return {key: float(number) for key, number in orjson.loads(text).items()}
