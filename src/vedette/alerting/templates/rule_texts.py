"""Labels and annotations of rules, rendered for one series."""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from vedette.alerting.model import Labels, Rule, Sample

if TYPE_CHECKING:
    from vedette.alerting.templates.rule_templates import RuleTemplates


class RuleTexts:
    """Implements `Render` of the evaluation. Never raises, and is cheap for plain texts.

    A failing template yields its raw text. In an annotation the reason is appended. For a label,
    which must not change between evaluations, the reason is an annotation.
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
        """Return why a text is not a valid template, or an empty text."""
        return self._templates.problem(text) if "{{" in text else ""

    @cached_property
    def _templates(self) -> "RuleTemplates":
        """Loaded when the first rule uses a template."""
        from vedette.alerting.templates.rule_templates import RuleTemplates

        return RuleTemplates(self._root_url, self._now)


def _has_templates(texts: Labels) -> bool:
    return any("{{" in text for text in texts.values())
