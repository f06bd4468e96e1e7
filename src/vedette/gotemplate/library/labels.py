"""Label sets and lists of labelled values."""

from collections.abc import Callable, Mapping, Sequence

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.fields import field
from vedette.gotemplate.library.regular import matches
from vedette.gotemplate.values import Function, Named, Value, entries, items, plain

_Labels = Mapping[str, str]


def label_set(labels: _Labels) -> Named:
    """Labels as a template sees them: `app=web, zone=a`, and no value is an empty text."""

    def text() -> str:
        return ", ".join(f"{name}={labels[name]}" for name in sorted(labels))

    return Named(labels, name="template.Labels", zero="", text=text)


def _labels(value: Value) -> _Labels:
    return {str(name): str(plain(one)) for name, one in entries(value).items()}


def _labels_of(sample: Value) -> _Labels:
    return _labels(field(sample, "Labels", "default", has_arguments=False))


def _first(samples: Value) -> Value:
    found = items(samples)
    if not found:
        raise CallError("first() called on vector with no elements")
    return found[0]


def _label(name: str, sample: Value) -> str:
    return _labels_of(sample).get(name, "")


def _value(sample: Value) -> Value:
    return field(sample, "Value", "default", has_arguments=False)


def _strvalue(sample: Value) -> str:
    return _label("__value__", sample)


def _sort_by_label(name: str, samples: Value) -> Sequence[Value]:
    return sorted(items(samples), key=lambda sample: _label(name, sample))


def _choose(labels: Value, keeps: Callable[[str], bool]) -> Named:
    return label_set({name: one for name, one in _labels(labels).items() if keeps(name)})


def _merge(values: Value) -> Named:
    """For each label the different values the samples have for it, in order."""
    merged: dict[str, set[str]] = {}
    for sample in entries(values).values():
        for name, one in _labels_of(sample).items():
            merged.setdefault(name, set()).add(one)
    return label_set({name: ", ".join(sorted(found)) for name, found in merged.items()})


FUNCTIONS: Mapping[str, Function] = {
    "first": Function(_first, ("any",)),
    "label": Function(_label, ("string", "any")),
    "value": Function(_value, ("any",)),
    "strvalue": Function(_strvalue, ("any",)),
    "sortByLabel": Function(_sort_by_label, ("string", "any")),
    "filterLabels": Function(
        lambda labels, name: _choose(labels, lambda one: one == name), ("any", "string")
    ),
    "filterLabelsRe": Function(
        lambda labels, text: _choose(labels, lambda one: matches(text, one)), ("any", "string")
    ),
    "removeLabels": Function(
        lambda labels, name: _choose(labels, lambda one: one != name), ("any", "string")
    ),
    "removeLabelsRe": Function(
        lambda labels, text: _choose(labels, lambda one: not matches(text, one)),
        ("any", "string"),
    ),
    "mergeLabelValues": Function(_merge, ("any",)),
}
