"""A server without a built interface sends notifications and logs why they have no images."""

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
def test_missing_fonts_are_logged_once_if_images_are_enabled(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capture: str, said: int
) -> None:
    with caplog.at_level(logging.INFO):
        assert built(tmp_path / "fonts", capture) is None
    assert [each.levelname for each in caplog.records] == ["WARNING"] * said
