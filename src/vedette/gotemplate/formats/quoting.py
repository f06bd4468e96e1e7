"""Quotes strings and characters like Go's strconv."""

from vedette.gotemplate.values import decoded, encoded

_SHORT = {
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
    "\\": "\\\\",
}


def quote(text: str, *, ascii_only: bool = False, mark: str = '"') -> str:
    text = decoded(encoded(text))
    return mark + "".join(_escaped(sign, ascii_only, mark) for sign in text) + mark


def quote_character(point: int, *, ascii_only: bool = False) -> str:
    return quote(character(point), ascii_only=ascii_only, mark="'")


def character(point: int) -> str:
    """Return the character; the replacement character for an invalid code point."""
    valid = 0 <= point <= 0x10FFFF and not 0xD800 <= point < 0xE000
    return chr(point) if valid else "�"


def can_backquote(text: str) -> bool:
    """Return whether the text can be quoted by backquotes, on one line, without escapes."""
    return all(
        sign == "\t" or (sign not in "`\ufeff\x7f" and sign >= " " and not _is_byte(sign))
        for sign in text
    )


def unicode_point(point: int, *, digits: int, sharp: bool) -> str:
    """Return `U+0061`, with its character for `%#U`."""
    text = f"U+{point & (2**64 - 1):0{max(digits, 4)}X}"
    if sharp and 0 <= point <= 0x10FFFF and chr(point).isprintable():
        text += f" '{chr(point)}'"
    return text


def _is_byte(sign: str) -> bool:
    return "\udc80" <= sign <= "\udcff"


def _escaped(sign: str, ascii_only: bool, mark: str) -> str:
    if sign == mark:
        return "\\" + sign
    short = _SHORT.get(sign)
    if short is not None:
        return short
    if sign.isprintable() and (sign.isascii() or not ascii_only):
        return sign
    point = ord(sign)
    if _is_byte(sign):
        return f"\\x{point - 0xDC00:02x}"
    if point < 0x20 or point == 0x7F:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"
