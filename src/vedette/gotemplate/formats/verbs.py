"""Parses a format and prints its arguments, like Go's fmt.Sprintf with its error texts."""

import re
from collections.abc import Sequence

from vedette.gotemplate.formats.output import Flags, Output
from vedette.gotemplate.formats.printing import Escape, put_safe
from vedette.gotemplate.limits import Budget
from vedette.gotemplate.values import Value, ValueKind, kind, plain, type_name

_FLAGS = {"#": "sharp", "0": "zero", "+": "plus", "-": "minus", " ": "space"}
_NUMBER = re.compile(r"[0-9]+")
_INDEX = re.compile(r"\[([0-9]+)\]")
_MOST = 1_000_000


def sprintf(
    format_text: str, arguments: Sequence[Value], budget: Budget, escape: Escape | None = None
) -> str:
    """Format the arguments. `escape` is applied to data, but not to literals of the template."""
    return _Formatting(format_text, arguments, budget, escape).run()


class _Formatting:
    def __init__(
        self, text: str, arguments: Sequence[Value], budget: Budget, escape: Escape | None
    ) -> None:
        self._escape = escape
        self._text = text
        self._arguments = arguments
        self._out = Output(budget)
        self._at = 0
        self._next = 0
        self._reordered = False
        self._good = True
        self._after_index = False

    def run(self) -> str:
        text = self._text
        while self._at < len(text):
            found = text.find("%", self._at)
            if found < 0:
                found = len(text)
            if found > self._at:
                self._out.add(text[self._at : found])
            self._at = found + 1
            if found < len(text):
                self._verb()
        if not self._reordered:
            self._extra()
        return self._out.text()

    def _verb(self) -> None:
        self._good, self._after_index = True, False
        flags = self._flags()
        self._index()
        self._width(flags)
        self._precision(flags)
        if not self._after_index:
            self._index()
        if self._at >= len(self._text):
            self._out.add("%!(NOVERB)")
            return
        verb = self._text[self._at]
        self._at += 1
        if verb == "%":
            self._out.add("%")
        elif not self._good:
            self._out.add(f"%!{verb}(BADINDEX)")
        elif self._next >= len(self._arguments):
            self._out.add(f"%!{verb}(MISSING)")
        else:
            if verb in "vw":
                flags.sharp_v, flags.sharp = flags.sharp, False
                flags.plus_v, flags.plus = flags.plus, False
            argument = self._arguments[self._next]
            self._next += 1
            put_safe(self._out, flags, argument, verb, self._escape)

    def _flags(self) -> Flags:
        flags = Flags()
        while self._at < len(self._text) and self._text[self._at] in _FLAGS:
            setattr(flags, _FLAGS[self._text[self._at]], True)
            self._at += 1
        return flags

    def _width(self, flags: Flags) -> None:
        if self._sign() == "*":
            self._at += 1
            flags.width = self._star()
            if flags.width is None:
                self._out.add("%!(BADWIDTH)")
            elif flags.width < 0:
                flags.width, flags.minus, flags.zero = -flags.width, True, False
            self._after_index = False
            return
        flags.width = self._number()
        if self._after_index and flags.width is not None:
            self._good = False

    def _precision(self, flags: Flags) -> None:
        if self._sign() != "." or self._at + 1 >= len(self._text):
            return
        self._at += 1
        if self._after_index:
            self._good = False
        self._index()
        if self._sign() == "*":
            self._at += 1
            flags.precision = self._star()
            if flags.precision is not None and flags.precision < 0:
                flags.precision = None
            if flags.precision is None:
                self._out.add("%!(BADPREC)")
            self._after_index = False
            return
        flags.precision = self._number() or 0

    def _index(self) -> None:
        """Parse an index: after `[2]` the next argument is the second."""
        self._after_index = False
        if self._sign() != "[":
            return
        self._reordered = True
        match = _INDEX.match(self._text, self._at)
        if match is None:
            end = self._text.find("]", self._at)
            self._at = self._at + 1 if end < 0 else end + 1
            self._good = False
            return
        self._at = match.end()
        self._after_index = True
        wanted = int(match.group(1)[:9])
        if 1 <= wanted <= len(self._arguments):
            self._next = wanted - 1
        else:
            self._good = False

    def _star(self) -> int | None:
        if self._next >= len(self._arguments):
            return None
        value = self._arguments[self._next]
        self._next += 1
        number = plain(value)
        if kind(value) is not ValueKind.INT or not isinstance(number, int) or abs(number) > _MOST:
            return None
        return int(number)

    def _number(self) -> int | None:
        match = _NUMBER.match(self._text, self._at)
        if match is None:
            return None
        self._at = match.end()
        value = int(match.group()[:9])
        return value if value <= _MOST else None

    def _sign(self) -> str:
        return self._text[self._at : self._at + 1]

    def _extra(self) -> None:
        extra = self._arguments[self._next :]
        if not extra:
            return
        self._out.add("%!(EXTRA ")
        for index, argument in enumerate(extra):
            if index:
                self._out.add(", ")
            if kind(argument) is ValueKind.NONE:
                self._out.add("<nil>")
            else:
                self._out.add(f"{type_name(argument)}=")
                put_safe(self._out, Flags(), argument, "v", self._escape)
        self._out.add(")")
