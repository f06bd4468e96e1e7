"""The interface for rendering the texts of a rule for one sample, implemented by `templates`."""

from typing import Protocol

from vedette.alerting.model import Labels, Rule, Sample


class Render(Protocol):
    """Renders texts. Never raises: a failing template yields its source and an error note."""

    def labels(self, rule: Rule, sample: Sample) -> Labels: ...

    def annotations(self, rule: Rule, sample: Sample) -> Labels: ...


class RawTexts:
    """Returns texts unrendered, for rules without templates."""

    def labels(self, rule: Rule, sample: Sample) -> Labels:
        return rule.labels

    def annotations(self, rule: Rule, sample: Sample) -> Labels:
        return rule.annotations


RAW_TEXTS = RawTexts()
