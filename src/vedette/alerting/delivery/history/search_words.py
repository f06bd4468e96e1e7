"""Words to search for in the labels of alerts. No I/O."""

from collections.abc import Mapping, Sequence
from string import ascii_letters, digits

_LONGEST = 200
_MOST = 10
_PLAIN = frozenset(ascii_letters + digits + " -.:/")


def words_of(text: str) -> tuple[str, ...]:
    """Return up to ten words of the first 200 characters, in lower case."""
    return tuple(text[:_LONGEST].lower().split()[:_MOST])


def has_words(labels: Mapping[str, str], words: Sequence[str]) -> bool:
    """Return whether the labels contain all words. `team=web` is a whole label, any other word is a
    part of one."""
    all_labels = [f"{name}={value}".lower() for name, value in labels.items()]
    return all(
        word in all_labels
        if "=" in word.strip("=") and not word.startswith("=")
        else any(word in each for each in all_labels)
        for word in words
    )


def pattern(word: str) -> str:
    """Return a `LIKE` pattern for labels in JSON. It matches all that contain the word, and some
    more.

    Characters that JSON escapes, that databases fold differently, or that `LIKE` interprets are
    replaced by a wildcard.
    """
    return f"%{''.join(letter if letter in _PLAIN else '%' for letter in word)}%"
