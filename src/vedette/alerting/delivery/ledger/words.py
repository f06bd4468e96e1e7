"""Words that people look for in the labels of alerts. Values in, values out."""

from collections.abc import Mapping, Sequence
from string import ascii_letters, digits

_LONGEST = 200
_MOST = 10
_PLAIN = frozenset(ascii_letters + digits + " -.:/")


def words_of(text: str) -> tuple[str, ...]:
    """In small letters: ten words at most, of the first 200 characters."""
    return tuple(text[:_LONGEST].lower().split()[:_MOST])


def has_words(labels: Mapping[str, str], words: Sequence[str]) -> bool:
    """`team=web` is a whole label; any other word is part of one. All have to be there."""
    all_labels = [f"{name}={value}".lower() for name, value in labels.items()]
    return all(
        word in all_labels
        if "=" in word.strip("=") and not word.startswith("=")
        else any(word in each for each in all_labels)
        for word in words
    )


def pattern(word: str) -> str:
    """For LIKE over labels written as JSON: matches all that have the word, and some more.

    What JSON writes in another way, what a database may fold differently and what LIKE gives
    a meaning stands for anything.
    """
    return f"%{''.join(letter if letter in _PLAIN else '%' for letter in word)}%"
