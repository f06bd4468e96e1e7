"""Names, titles and messages: one line each, wherever they are shown."""

import re
from collections.abc import Callable, Iterable

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def has_control(text: str) -> bool:
    """Whether a control character is in the text, a line break among them."""
    return _CONTROL.search(text) is not None


def one_line(text: str) -> str:
    """The text with a blank in place of control characters, and none at its ends."""
    return _CONTROL.sub(" ", text).strip()


def first_repeated(texts: Iterable[str]) -> str | None:
    """The first one that stood there before; None where all differ."""
    seen: set[str] = set()
    for text in texts:
        if text in seen:
            return text
        seen.add(text)
    return None


class FreeNames:
    """Names that nobody has: one that is taken gets a number, as `numbered` writes it.

    `key` makes equal what counts as one name. Taking the same name n times takes n steps.
    """

    def __init__(
        self,
        taken: Iterable[str],
        numbered: Callable[[str, int], str],
        key: Callable[[str], str] = str,
    ) -> None:
        self._taken = set(map(key, taken))
        self._numbered = numbered
        self._key = key
        self._next: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        name, number = wanted, self._next.get(wanted, 2)
        while self._key(name) in self._taken:
            name, number = self._numbered(wanted, number), number + 1
            self._next[wanted] = number
        self._taken.add(self._key(name))
        return name
