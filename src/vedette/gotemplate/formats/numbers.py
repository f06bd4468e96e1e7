"""Formats integers and floats by verb and flags, like Go's fmt and strconv."""

import math
from decimal import Decimal

from vedette.gotemplate.errors import LimitError
from vedette.gotemplate.formats.output import Flags, Output

_MOST_BITS = 4096
_BASES = {"b": 2, "o": 8, "O": 8, "d": 10, "v": 10, "x": 16, "X": 16}


def shortest(value: float) -> str:
    """Return the format of `%v` and `%g`: the fewest digits that parse to the same number."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "+Inf" if value > 0 else "-Inf"
    digits, exponent = _digits(abs(value))
    sign = "-" if math.copysign(1, value) < 0 else ""
    power = len(digits) + exponent - 1
    if power < -4 or power >= 6:
        fraction = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{fraction}e{power:+03d}"
    return sign + plain_digits(digits, exponent)


def plain_digits(digits: str, exponent: int) -> str:
    if exponent >= 0:
        return digits + "0" * exponent
    whole = len(digits) + exponent
    if whole <= 0:
        return "0." + "0" * -whole + digits
    return f"{digits[:whole]}.{digits[whole:]}"


def _digits(value: float) -> tuple[str, int]:
    if value == 0:
        return "0", 0
    _, digits, exponent = Decimal(repr(value)).as_tuple()
    text = "".join(map(str, digits))
    stripped = text.rstrip("0")
    return stripped, int(exponent) + len(text) - len(stripped)


def put_integer(out: Output, flags: Flags, value: int, verb: str) -> None:
    base = _BASES[verb]
    number = abs(value)
    if number.bit_length() > _MOST_BITS:
        raise LimitError(f"an integer is longer than {_MOST_BITS} bits")
    digits = _in_base(number, base)
    if verb == "X":
        digits = digits.upper()
    signed = value < 0 or flags.plus or flags.space
    least = 0
    if flags.precision is not None:
        least = flags.precision
        if least == 0 and number == 0:
            out.room(flags.width or 0)
            out.add(" " * (flags.width or 0))
            return
    elif flags.zero and not flags.minus and flags.width is not None:
        least = flags.width - (1 if signed else 0)
    out.room(least)
    digits = digits.rjust(least, "0")
    if flags.sharp:
        digits = _prefixed(digits, verb)
    if verb == "O":
        digits = "0o" + digits
    sign = "-" if value < 0 else "+" if flags.plus else " " if flags.space else ""
    zero, flags.zero = flags.zero, False
    out.padded(sign + digits, flags)
    flags.zero = zero


def _in_base(number: int, base: int) -> str:
    if base == 10:
        return str(number)
    return format(number, {2: "b", 8: "o", 16: "x"}[base])


def _prefixed(digits: str, verb: str) -> str:
    if verb == "b":
        return "0b" + digits
    if verb in "oO":
        return digits if digits.startswith("0") else "0" + digits
    if verb in "xX":
        return f"0{verb}{digits}"
    return digits


def put_float(out: Output, flags: Flags, value: float, verb: str) -> None:
    precision = flags.precision
    if precision is None and verb in "eEfF":
        precision = 6
    out.room(precision or 0)
    text = formatted(value, "f" if verb == "F" else "g" if verb == "v" else verb, precision)
    sign, text = (text[0], text[1:]) if text[0] in "+-" else ("+", text)
    if flags.space and sign == "+" and not flags.plus:
        sign = " "
    if text in ("Inf", "NaN"):
        if text == "NaN" and not flags.space and not flags.plus:
            sign = ""
        zero, flags.zero = flags.zero, False
        out.padded(sign + text, flags)
        flags.zero = zero
        return
    if flags.sharp and verb != "b":
        text = _with_point(text, verb, -1 if precision is None else precision)
    if flags.plus or sign != "+":
        if flags.zero and not flags.minus and flags.width is not None:
            out.room(flags.width)
            text = text.rjust(flags.width - 1, "0")
        out.padded(sign + text, flags)
        return
    out.padded(text, flags)


def formatted(value: float, verb: str, precision: int | None) -> str:
    """Format like strconv.FormatFloat; `precision` None is the shortest exact form."""
    if not math.isfinite(value):
        return shortest(value)
    if verb in "bxX":
        return _binary(value) if verb == "b" else _hexadecimal(value, precision, verb)
    if precision is None:
        return shortest(value) if verb == "g" else shortest(value).upper()
    if verb in "gG" and precision == 0:
        precision = 1
    return format(value, f".{precision}{verb}")


def _binary(value: float) -> str:
    if value == 0:
        return "0p-1074"
    mantissa, exponent = math.frexp(abs(value))
    power = max(exponent - 53, -1074)
    whole = int(math.ldexp(mantissa, exponent - power))
    return f"{'-' if value < 0 else ''}{whole}p{power:+d}"


def _hexadecimal(value: float, precision: int | None, verb: str) -> str:
    sign = "-" if math.copysign(1, value) < 0 else ""
    mantissa, exponent = math.frexp(abs(value))
    power = exponent - 1 if value else 0
    # 1.x with 52 bits after the point, as one integer.
    bits = int(math.ldexp(mantissa, 53)) if value else 0
    places = 13
    if precision is not None and precision < places:
        drop = 4 * (places - precision)
        half, rest = 1 << (drop - 1), bits & ((1 << drop) - 1)
        bits >>= drop
        if rest > half or (rest == half and bits & 1):
            bits += 1
        places = precision
        if bits >> (4 * places) > 1:
            bits >>= 1
            power += 1
    lead = bits >> (4 * places)
    fraction = format(bits & ((1 << (4 * places)) - 1), f"0{places}x") if places else ""
    fraction = fraction.rstrip("0") if precision is None else fraction.ljust(precision, "0")
    text = f"{sign}0x{lead}{'.' + fraction if fraction else ''}p{power:+03d}"
    return text.upper() if verb == "X" else text


def _with_point(text: str, verb: str, precision: int) -> str:
    """Apply the `#` flag: always a decimal point and, for `%g`, zeros up to the precision."""
    at = min((text.find(sign) for sign in "eEpP" if sign in text), default=len(text))
    if verb in "xX":
        at = min((text.find(sign) for sign in "pP" if sign in text), default=len(text))
    number, tail = text[:at], text[at:]
    wanted = 0
    if verb in "vgGx":
        wanted = 6 if precision == -1 else precision
    digits = number.replace(".", "").lstrip("0")
    wanted -= len(digits)
    if "." not in number:
        if number == "0":
            wanted -= 1
        number += "."
    return number + "0" * max(wanted, 0) + tail
