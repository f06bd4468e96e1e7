"""The texts of a rule for one sample. Templates are another package's; this is the seam."""

from typing import Protocol

from vedette.alerting.model import Labels, Rule, Sample


class Render(Protocol):
    """Never raises: a template that fails gives its raw text and a note of why."""

    def labels(self, rule: Rule, sample: Sample) -> Labels: ...

    def annotations(self, rule: Rule, sample: Sample) -> Labels: ...


class RawTexts:
    """Takes the texts as they stand, for rules without templates."""

    def labels(self, rule: Rule, sample: Sample) -> Labels:
        return rule.labels

    def annotations(self, rule: Rule, sample: Sample) -> Labels:
        return rule.annotations


RAW_TEXTS = RawTexts()
