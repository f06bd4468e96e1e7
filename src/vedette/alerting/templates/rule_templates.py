"""Templates in labels and annotations of rules, rendered for one series."""

from collections.abc import Callable, Mapping
from datetime import datetime

from vedette.alerting.model import Labels, Rule, Sample
from vedette.alerting.model.rules import IMPORTED
from vedette.alerting.templates.links import link_functions
from vedette.alerting.templates.value_text import value_text
from vedette.gotemplate import (
    Named,
    Struct,
    Template,
    TemplateError,
    TemplateLimits,
    Value,
    library,
    parse,
)
from vedette.gotemplate.library.labels import label_set
from vedette.sdk.receiver_text import number_text

_LIMITS = TemplateLimits(cpu_ms=50, steps=20_000, output=32 * 1024)
_VARIABLES = ("$labels", "$values", "$value")
_MOST_KEPT = 4_096
_LONGEST_TEXT = 32 * 1024
_LONGEST_NOTE = 300
ERROR_NOTE = "template_error"
"""Annotation that names a label of the rule whose template failed, and the reason."""


class RuleTemplates:
    """Implements `RuleTexts` for texts with templates. Never raises."""

    def __init__(self, root_url: str, now: Callable[[], datetime]) -> None:
        self._functions = {**library.functions(now), **link_functions(root_url)}
        self._read: dict[str, Template | TemplateError] = {}
        self._failing: set[str] = set()

    def labels(self, rule: Rule, sample: Sample) -> Labels:
        values = _values(rule, sample)
        made = {}
        for name, text in rule.labels.items():
            made[name], reason = self._rendered(text, values)
            if reason:
                self._failing.add(text)
        return made

    def annotations(self, rule: Rule, sample: Sample) -> Labels:
        failing = self._failing and [
            name for name, text in rule.labels.items() if text in self._failing
        ]
        if not failing and not any("{{" in text for text in rule.annotations.values()):
            return rule.annotations
        values = _values(rule, sample)
        made = {}
        for name, text in rule.annotations.items():
            rendered, reason = self._rendered(text, values)
            made[name] = f"{rendered} (the template failed: {reason})" if reason else rendered
        for name in failing or ():
            _, reason = self._rendered(rule.labels[name], values)
            if reason:
                made[ERROR_NOTE] = f"The template of the label {name} failed: {reason}"
        return made

    def problem(self, text: str) -> str:
        known = self._template(text)
        return known.public if isinstance(known, TemplateError) else ""

    def _rendered(self, text: str, values: Mapping[str, Value]) -> tuple[str, str]:
        """Return the rendered text, or the raw text and the reason of the failure."""
        if "{{" not in text:
            return text, ""
        template = self._template(text)
        if isinstance(template, TemplateError):
            return text, template.public[:_LONGEST_NOTE]
        data = Struct(
            {"Labels": values["$labels"], "Values": values["$values"], "Value": values["$value"]},
            name="template.Data",
        )
        try:
            made = template.execute(data, limits=_LIMITS, variables=values)
        except TemplateError as error:
            return text, error.public[:_LONGEST_NOTE]
        return made.replace("<no value>", "[no value]"), ""

    def _template(self, text: str) -> Template | TemplateError:
        known = self._read.get(text)
        if known is None:
            known = self._parsed(text)
            if len(self._read) >= _MOST_KEPT:
                self._read, self._failing = {}, set()
            self._read[text] = known
        return known

    def _parsed(self, text: str) -> Template | TemplateError:
        if len(text) > _LONGEST_TEXT:
            return TemplateError(f"it has more than {_LONGEST_TEXT} characters")
        try:
            return parse("rule", text, self._functions, variables=_VARIABLES)
        except TemplateError as error:
            return error


def _values(rule: Rule, sample: Sample) -> Mapping[str, Value]:
    labels = label_set(sample.labels)
    own = {ref_id: label_set(its) for ref_id, its in sample.value_labels.items()}
    values = {
        ref_id: _number(number, own.get(ref_id, labels)) for ref_id, number in sample.values.items()
    }
    return {
        "$labels": label_set({**sample.labels, **_reserved(rule)}),
        "$values": Named(values, name="map[string]template.Value"),
        "$value": _value(rule, sample),
    }


def _reserved(rule: Rule) -> Labels:
    """Return labels that the server sets on every alert of the rule."""
    disabled = rule.disabled_labels
    return {name: its for name, its in rule.reserved_labels.items() if name not in disabled}


def _number(number: float, labels: Named) -> Struct:
    return Struct(
        {"Value": number, "Labels": labels},
        name="template.Value",
        text=lambda: number_text(number),
    )


def _value(rule: Rule, sample: Sample) -> str:
    """Return all values as text, or the number for an imported Prometheus rule, whose templates
    calculate with it."""
    asked = [each.ref_id for each in rule.queries if IMPORTED in each.model]
    found = [ref_id for ref_id in asked if ref_id in sample.values]
    if len(found) == 1:
        return number_text(sample.values[found[0]])
    labels = {ref_id: sample.value_labels.get(ref_id, sample.labels) for ref_id in sample.values}
    return value_text(sample.values, labels)
