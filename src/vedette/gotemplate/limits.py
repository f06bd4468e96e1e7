"""Resource limits of one execution."""

import time

import msgspec

from vedette.gotemplate.errors import LimitError

_STEPS_A_LOOK = 64
"""Steps between two checks of the clock."""
_SIGNS_A_STEP = 512
"""Characters that a function can process per step."""


class TemplateLimits(msgspec.Struct, frozen=True):
    """`cpu_ms` is processor time of the thread; `output` is in bytes; `depth` counts nested
    templates; `made` is the total length of all texts that functions create."""

    cpu_ms: int = 100
    steps: int = 100_000
    output: int = 256 * 1024
    depth: int = 50
    range: int = 10_000
    made: int = 32 * 1024 * 1024


class Budget:
    """The remainder of the limits. Every use raises `LimitError` if it is exceeded."""

    def __init__(self, limits: TemplateLimits) -> None:
        self.limits = limits
        self._left = limits.steps
        self._made = 0
        self._look_at = limits.steps - _STEPS_A_LOOK
        self._end = time.thread_time() + limits.cpu_ms / 1000

    def step(self, count: int = 1) -> None:
        self._left -= count
        if self._left < self._look_at:
            self._look()

    def signs(self, count: int) -> None:
        """Count a text of that length from a function."""
        self.room(count)
        self._made += count
        if self._made > self.limits.made:
            raise LimitError(f"all texts together are longer than {self.limits.made} characters")
        self.step(count // _SIGNS_A_STEP)

    def room(self, count: int) -> None:
        """Refuse a text of that length before it is created."""
        if count > self.limits.output:
            raise LimitError(f"a text is longer than {self.limits.output} bytes")

    def items(self, count: int) -> None:
        """Count the iterations of a function or a loop."""
        if count > self.limits.range:
            raise LimitError(f"more than {self.limits.range} items")
        self.step(count // 8)

    def text(self) -> "TextSize":
        """Return the size of a text with several parts."""
        return TextSize(self)

    def _look(self) -> None:
        if self._left < 0:
            raise LimitError(f"the template takes more than {self.limits.steps} steps")
        self._look_at = self._left - _STEPS_A_LOOK
        if time.thread_time() > self._end:
            raise LimitError(f"the template takes longer than {self.limits.cpu_ms} ms")


class TextSize:
    """Counts the parts of one text before it is created."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._length = 0

    def add(self, count: int) -> None:
        """Add a part. Raises `LimitError` if the text would be too long."""
        self._length += count
        self._budget.room(self._length)
        self._budget.signs(count)
