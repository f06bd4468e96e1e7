"""Rendering of templates in rule tests, limited in time and memory."""

import time
from collections.abc import Callable
from typing import ClassVar

from vedette.alerting.evaluation.rendering import Render
from vedette.alerting.model import Labels, Rule, Sample
from vedette.kernel.errors import TooLarge
from vedette.kernel.memory import charge_objects

_MOST_SECONDS = 5.0


class TextsTooSlow(TooLarge):
    code: ClassVar[str] = "alerting.texts_too_slow"


class CountedTexts:
    """Implements `Render` for one request and charges its memory.

    Raises `TextsTooSlow` if all texts take more than five seconds of CPU time, and the errors of
    `charge_objects`.
    """

    def __init__(self, render: Render) -> None:
        self._render = render
        self._seconds = 0.0

    def labels(self, rule: Rule, sample: Sample) -> Labels:
        return self._counted(self._render.labels, rule, sample)

    def annotations(self, rule: Rule, sample: Sample) -> Labels:
        return self._counted(self._render.annotations, rule, sample)

    def _counted(
        self, render: Callable[[Rule, Sample], Labels], rule: Rule, sample: Sample
    ) -> Labels:
        started = time.thread_time()
        made = render(rule, sample)
        self._seconds += time.thread_time() - started
        if self._seconds > _MOST_SECONDS:
            raise TextsTooSlow(
                f"The templates of the rule take more than {_MOST_SECONDS:g} seconds for all "
                "series. Simplify them, or query fewer series."
            )
        charge_objects(sum(map(len, made.values())))
        return made
