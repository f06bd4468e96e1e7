"""The output buffer of formatting, and its flags."""

import msgspec

from vedette.gotemplate.limits import Budget


class Flags(msgspec.Struct):
    """The characters between `%` and the verb. `sharp_v` and `plus_v` are `%#v` and `%+v`."""

    minus: bool = False
    plus: bool = False
    sharp: bool = False
    space: bool = False
    zero: bool = False
    sharp_v: bool = False
    plus_v: bool = False
    width: int | None = None
    precision: int | None = None


class Output:
    """Collects text and consumes the budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._parts: list[str] = []
        self._length = 0

    def add(self, text: str) -> None:
        self._length += len(text)
        self._budget.room(self._length)
        self._budget.signs(len(text))
        self._budget.step()
        self._parts.append(text)

    def beside(self) -> "Output":
        """Return an empty output that consumes the same budget."""
        return Output(self._budget)

    def padded(self, text: str, flags: Flags) -> None:
        self.add(text if flags.width is None else self.pad(text, flags))

    def pad(self, text: str, flags: Flags) -> str:
        width = flags.width or 0
        self.room(width)
        if flags.minus:
            return text.ljust(width)
        return text.rjust(width, "0" if flags.zero else " ")

    def room(self, count: int) -> None:
        """Refuse text that exceeds the budget before it is created."""
        self._budget.room(self._length + count)

    def text(self) -> str:
        return "".join(self._parts)
