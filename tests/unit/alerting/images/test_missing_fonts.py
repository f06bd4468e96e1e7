"""A server whose interface is not built sends its messages, and says why they have no pictures."""

import logging
from pathlib import Path
from typing import Any

import pytest

from vedette.app import images
from vedette.server.sections import ALL_SECTIONS
from vedette.settings import load

UNUSED: Any = None


def built(fonts: Path, capture: str) -> object:
    chosen = load(ALL_SECTIONS, overrides=[f"cfg:unified_alerting.screenshots.capture={capture}"])
    return images.build(UNUSED, UNUSED, chosen, UNUSED, UNUSED, UNUSED, UNUSED, fonts)


@pytest.mark.parametrize(("capture", "said"), [("true", 1), ("false", 0)])
def test_it_is_said_once_where_pictures_are_wanted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capture: str, said: int
) -> None:
    with caplog.at_level(logging.INFO):
        assert built(tmp_path / "fonts", capture) is None
    assert [each.levelname for each in caplog.records] == ["WARNING"] * said
