"""The values of constants in a template, by the rules of Go's literals."""

import math
import re

from vedette.gotemplate.nodes import NumberNode

_SIMPLE = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "\\": 92, '"': 34, "'": 39}
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([abfnrtv\\\"']))"
)
_WHOLE = re.compile(
    r"([+-]?)(?:0[xX]((?:_?[0-9a-fA-F])+)|0[bB]((?:_?[01])+)|0[oO]?((?:_?[0-7])+)"
    r"|(0|[1-9](?:_?[0-9])*))"
)
_HEX_REAL = re.compile(r"([+-]?)0[xX](_?[0-9a-fA-F_]*)(?:\.([0-9a-fA-F_]*))?[pP]([+-]?[0-9_]+)")
_REAL = re.compile(r"[+-]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]+)?")
_UNDERSCORES = re.compile(r"(?<![0-9a-fA-F])_|_(?![0-9a-fA-F])")


class BadConstant(ValueError):
    pass


def unquote(quoted: str) -> str:
    """Return the value of a string or character literal. Raises `BadConstant` on invalid syntax.

    Bytes that are not UTF-8 become surrogates, as with `surrogateescape`.
    """
    quote, inner = quoted[0], quoted[1:-1]
    if quote == "`":
        return inner.replace("\r", "")
    other = '"' if quote == "'" else "'"
    parts: list[bytes] = []
    at = 0
    while at < len(inner):
        found = inner.find("\\", at)
        if found < 0:
            parts.append(inner[at:].encode("utf-8", "surrogateescape"))
            break
        parts.append(inner[at:found].encode("utf-8", "surrogateescape"))
        match = _ESCAPE.match(inner, found)
        if match is None or match.group(5) == other:
            raise BadConstant("invalid syntax")
        parts.append(_escaped(match, as_text=quote == "'"))
        at = match.end()
    return b"".join(parts).decode("utf-8", "surrogateescape")


def _escaped(match: re.Match[str], *, as_text: bool) -> bytes:
    byte, short, long, octal, simple = match.groups()
    if short or long:
        point = int(short or long, 16)
        if point > 0x10FFFF or 0xD800 <= point < 0xE000:
            raise BadConstant("invalid syntax")
        return chr(point).encode()
    value = int(byte, 16) if byte else int(octal, 8) if octal else _SIMPLE[simple]
    if value > 255:
        raise BadConstant("invalid syntax")
    return chr(value).encode() if as_text else bytes([value])


def character(at: int, quoted: str) -> NumberNode:
    """Return the code point of `'a'`."""
    try:
        value = unquote(quoted)
    except BadConstant:
        value = ""
    if len(value) != 1:
        raise BadConstant(f"malformed character constant: {quoted}")
    return NumberNode(at, quoted, ord(value), float(ord(value)), is_float=False)


def number(at: int, text: str) -> NumberNode:
    """Return the number. Raises `BadConstant` for other text and for an imaginary number."""
    if text.endswith("i"):
        raise BadConstant(f"complex constants are not supported: {text}")
    match = _WHOLE.fullmatch(text)
    if match:
        whole = _whole(match)
        if -(2**63) <= whole < 2**64:
            return NumberNode(at, text, whole, float(whole), is_float=False)
    real = _real(text)
    if real is None:
        raise BadConstant(f'illegal number syntax: "{text}"')
    is_hex = text.lstrip("+-")[:2].lower() == "0x"
    if not any(sign in text for sign in ".eEpP") or (is_hex and "p" not in text.lower()):
        raise BadConstant(f'integer overflow: "{text}"')
    fits = math.isfinite(real) and real.is_integer() and -(2.0**63) <= real < 2.0**63
    return NumberNode(at, text, int(real) if fits else None, real, is_float=True)


def _whole(match: re.Match[str]) -> int:
    sign, hexadecimal, binary, octal, decimal = match.groups()
    if hexadecimal:
        value = int(hexadecimal.lstrip("_"), 16)
    elif binary:
        value = int(binary.lstrip("_"), 2)
    elif octal:
        value = int(octal.lstrip("_"), 8)
    else:
        value = int(decimal)
    return -value if sign == "-" else value


def _real(text: str) -> float | None:
    match = _HEX_REAL.fullmatch(text)
    if match:
        sign, before, after, exponent = match.groups()
        before, after = before.replace("_", ""), (after or "").replace("_", "")
        if not before and not after:
            return None
        try:
            value = math.ldexp(int((before + after) or "0", 16), int(exponent) - 4 * len(after))
        except OverflowError:
            return None
        return -value if sign == "-" else value
    if _REAL.fullmatch(text) is None or _UNDERSCORES.search(text):
        return None
    try:
        value = float(text.replace("_", ""))
    except ValueError:
        return None
    return value if math.isfinite(value) else None
