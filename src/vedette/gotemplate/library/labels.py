"""Label sets and lists of labelled values."""

from collections.abc import Callable, Mapping, Sequence

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.fields import field
from vedette.gotemplate.library.regular import matches
from vedette.gotemplate.values import Function, Named, Run, Value, entries, items, plain

_Labels = Mapping[str, str]


def label_set(labels: _Labels) -> Named:
    """Return labels for templates: they print as `app=web, zone=a`, and a missing one is empty."""

    def text() -> str:
        return ", ".join(f"{name}={labels[name]}" for name in sorted(labels))

    return Named(labels, name="template.Labels", zero="", text=text)


def _labels(run: Run, value: Value) -> _Labels:
    """Return the labels. Raises `LimitError` if they do not fit into one text."""
    found = entries(value)
    run.budget.items(len(found))
    labels = {str(name): str(plain(one)) for name, one in found.items()}
    run.budget.room(sum(len(name) + len(labels[name]) for name in labels))
    return labels


def _labels_of(sample: Value) -> Value:
    return field(sample, "Labels", "default", has_arguments=False)


def _first(samples: Value) -> Value:
    found = items(samples)
    if not found:
        raise CallError("first() called on vector with no elements")
    return found[0]


def _label(name: str, sample: Value) -> str:
    found = entries(_labels_of(sample))
    return str(plain(found[name])) if name in found else ""


def _value(sample: Value) -> Value:
    return field(sample, "Value", "default", has_arguments=False)


def _strvalue(sample: Value) -> str:
    return _label("__value__", sample)


def _sort_by_label(name: str, samples: Value) -> Sequence[Value]:
    return sorted(items(samples), key=lambda sample: _label(name, sample))


def _choose(run: Run, labels: Value, keeps: Callable[[str], bool]) -> Named:
    found = _labels(run, labels)
    return label_set({name: one for name, one in found.items() if keeps(name)})


def _filter(run: Run, labels: Value, name: str) -> Named:
    return _choose(run, labels, lambda one: one == name)


def _filter_matching(run: Run, labels: Value, text: str) -> Named:
    return _choose(run, labels, lambda one: _matches(run, text, one))


def _remove(run: Run, labels: Value, name: str) -> Named:
    return _choose(run, labels, lambda one: one != name)


def _remove_matching(run: Run, labels: Value, text: str) -> Named:
    return _choose(run, labels, lambda one: not _matches(run, text, one))


def _matches(run: Run, text: str, name: str) -> bool:
    run.budget.step(1 + len(name) // 32)
    return matches(text, name)


def _merge(run: Run, values: Value) -> Named:
    """Return, for each label, the distinct values of the samples in order."""
    size = run.budget.text()
    merged: dict[str, set[str]] = {}
    for sample in entries(values).values():
        for name, one in _labels(run, _labels_of(sample)).items():
            found = merged.setdefault(name, set())
            if one not in found:
                size.add(len(name) + len(one))
                found.add(one)
    return label_set({name: ", ".join(sorted(found)) for name, found in merged.items()})


FUNCTIONS: Mapping[str, Function] = {
    "first": Function(_first, ("any",)),
    "label": Function(_label, ("string", "any")),
    "value": Function(_value, ("any",)),
    "strvalue": Function(_strvalue, ("any",)),
    "sortByLabel": Function(_sort_by_label, ("string", "any")),
    "filterLabels": Function(_filter, ("any", "string"), runs=True),
    "filterLabelsRe": Function(_filter_matching, ("any", "string"), runs=True),
    "removeLabels": Function(_remove, ("any", "string"), runs=True),
    "removeLabelsRe": Function(_remove_matching, ("any", "string"), runs=True),
    "mergeLabelValues": Function(_merge, ("any",), runs=True),
}
