"""Titles of notifications, as in Go's `cases.Title`."""

import unicodedata

from vedette.gotemplate.values import Function

_JOINS = frozenset(
    "'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a"
)
"""Characters that join the letters on both sides into one word: `o'neil`."""


def word_title(text: str) -> str:
    """Return each word with its first letter in upper case and all others in lower case."""
    made, is_inside = [], False
    for place, sign in enumerate(text):
        if sign in _JOINS:
            is_inside = is_inside and _is_of_word(text[place + 1 : place + 2])
            made.append(sign)
        elif not _is_of_word(sign):
            is_inside = False
            made.append(sign)
        elif is_inside:
            made.append(_lower(text, place))
        else:
            is_inside = sign.upper() != sign.lower()
            made.append(sign.title() if is_inside else sign)
    return "".join(made)


def _is_of_word(sign: str) -> bool:
    """Return whether the character continues a word. Ideographs are words of their own."""
    if not sign:
        return False
    is_letter = sign.isalnum() or unicodedata.category(sign) in ("Mn", "Mc", "Me", "Pc", "Cf")
    return is_letter and unicodedata.east_asian_width(sign) != "W"


def _lower(text: str, place: int) -> str:
    """Return the lower case. A sigma at the end of a word has another form, by the following
    text."""
    is_sigma = text[place] == "Σ"
    return f"a{text[place:]}".lower()[1] if is_sigma else text[place].lower()


TITLE = Function(word_title, ("string",))
