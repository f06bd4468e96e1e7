"""Labels and annotations in templates of notifications: a map with methods."""

from collections.abc import Mapping, Sequence

from vedette.alerting.model.labels import ALERT_NAME
from vedette.gotemplate import Function, Named, Struct, Value


def label_values(labels: Mapping[str, str]) -> Named:
    """Return a map with `SortedPairs`, `Names`, `Values` and `Remove`. `alertname` comes first."""
    return Named(
        labels,
        {
            "SortedPairs": Function(lambda: _pairs(labels)),
            "Names": Function(lambda: _names(labels)),
            "Values": Function(lambda: [labels[name] for name in _names(labels)]),
            "Remove": Function(lambda names: _without(labels, names), ("strings",)),
        },
        name="template.KV",
        zero="",
        text=lambda: _text(labels),
    )


def _pairs(labels: Mapping[str, str]) -> Named:
    names = _names(labels)
    return Named(
        [Struct({"Name": name, "Value": labels[name]}, name="template.Pair") for name in names],
        {
            "Names": Function(lambda: names),
            "Values": Function(lambda: [labels[name] for name in names]),
        },
        name="template.Pairs",
        text=lambda: _text(labels),
    )


def _without(labels: Mapping[str, str], names: Sequence[str]) -> Value:
    return label_values({name: value for name, value in labels.items() if name not in names})


def _names(labels: Mapping[str, str]) -> list[str]:
    return sorted(labels, key=lambda name: (name != ALERT_NAME, name))


def _text(labels: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={labels[name]}" for name in _names(labels))
