"""Functions for names, titles and messages, which have one line."""

import re
from collections.abc import Callable, Iterable

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def has_control(text: str) -> bool:
    """Return whether the text has a control character, including line breaks."""
    return _CONTROL.search(text) is not None


def one_line(text: str) -> str:
    """Return the text with spaces instead of control characters, stripped."""
    return _CONTROL.sub(" ", text).strip()


def first_repeated(texts: Iterable[str]) -> str | None:
    """Return the first duplicate; None if all differ."""
    seen: set[str] = set()
    for text in texts:
        if text in seen:
            return text
        seen.add(text)
    return None


class FreeNames:
    """Finds free names: a used one gets a number, as `numbered` formats it.

    `key` maps names to what has to be unique. Requesting the same name n times takes n steps.
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
