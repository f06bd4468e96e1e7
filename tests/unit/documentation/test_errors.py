"""The reference of errors lists what the code raises."""

from pathlib import Path

from scripts.errors import classes, page

PAGE = Path(__file__).parents[3] / "docs/reference/errors.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text() == page(), "Run `make docs`."


def test_every_code_is_listed_with_its_status() -> None:
    page()
    text = PAGE.read_text()
    missing = [
        error.code
        for error in classes()
        if hasattr(error, "code") and f"| `{error.code}` | " not in text
    ]
    assert missing == []


def test_a_message_names_its_values() -> None:
    text = PAGE.read_text()
    assert "`There is no folder with the uid <uid>.`" in text
    assert "Cannot listen on <shown>" in text
