"""The examples of the documentation are rules."""

import re
from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.unit.alerting.rules.bodies import parsed, query

from vedette.alerting.rules.thresholds import LEVEL

PAGE = (Path(__file__).parents[4] / "docs/alerting-rules.md").read_text()
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


def example() -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(BLOCKS[0])
    return found


def test_the_whole_example_is_a_rule() -> None:
    assert parsed(example()).condition == "C"


@pytest.mark.parametrize("block", BLOCKS[1:])
def test_its_parts_belong_to_that_rule(block: str) -> None:
    rule = example() | orjson.loads(f"{{{block}}}")
    del rule["condition"]
    rule["data"] = [*rule["data"][:2], query("L")]
    assert parsed(rule).condition == LEVEL
