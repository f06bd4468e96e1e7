"""Labels and annotations of rules, for one series of their result."""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from vedette.alerting.model import Labels, Rule, Sample

if TYPE_CHECKING:
    from vedette.alerting.templates.rule_templates import RuleTemplates


class RuleTexts:
    """Implements evaluation's `Render`: never raises, and costs nothing for plain texts.

    A text that fails stays as it is written. An annotation gets the reason added; for a label,
    which must stay the same from one evaluation to the next, it goes into an annotation.
    """

    def __init__(self, root_url: str, now: Callable[[], datetime]) -> None:
        self._root_url = root_url
        self._now = now

    def labels(self, rule: Rule, sample: Sample) -> Labels:
        if not _has_templates(rule.labels):
            return rule.labels
        return self._templates.labels(rule, sample)

    def annotations(self, rule: Rule, sample: Sample) -> Labels:
        if not _has_templates(rule.labels) and not _has_templates(rule.annotations):
            return rule.annotations
        return self._templates.annotations(rule, sample)

    def problem(self, text: str) -> str:
        """Why a text cannot be read as a template, for those who edit it; empty where it can."""
        return self._templates.problem(text) if "{{" in text else ""

    @cached_property
    def _templates(self) -> "RuleTemplates":
        """Loaded with the first template of a rule."""
        from vedette.alerting.templates.rule_templates import RuleTemplates

        return RuleTemplates(self._root_url, self._now)


def _has_templates(texts: Labels) -> bool:
    return any("{{" in text for text in texts.values())
