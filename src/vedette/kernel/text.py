"""Names, titles and messages: one line each, wherever they are shown."""

import re

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def has_control(text: str) -> bool:
    """Whether a control character is in the text, a line break among them."""
    return _CONTROL.search(text) is not None


def one_line(text: str) -> str:
    """The text with a blank in place of control characters, and none at its ends."""
    return _CONTROL.sub(" ", text).strip()
