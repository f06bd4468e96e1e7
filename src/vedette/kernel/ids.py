"""Identifiers that users see: uids of dashboards, folders, data sources and rules."""

import re
import secrets
import string
from typing import ClassVar

from vedette.kernel.errors import BadRequest

_UID = re.compile(r"[A-Za-z0-9_-]{1,40}")
_ALPHABET = string.ascii_lowercase + string.digits


class BadUid(BadRequest):
    code: ClassVar[str] = "uid.bad"


def new_uid() -> str:
    """Return 14 random characters, starting with a letter: about 70 bits."""
    head = secrets.choice(string.ascii_lowercase)
    return head + "".join(secrets.choice(_ALPHABET) for _ in range(13))


def is_uid(text: str) -> bool:
    return _UID.fullmatch(text) is not None


def check_uid(text: str) -> str:
    """Return the text if it is 1 to 40 letters, digits, `-` or `_`; else raise `BadUid`."""
    if not is_uid(text):
        raise BadUid("A uid must have 1 to 40 characters: letters, digits, - and _.")
    return text
