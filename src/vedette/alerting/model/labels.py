"""Labels and their fingerprints."""

from collections.abc import Collection, Mapping
from hashlib import blake2b
from typing import TypeAlias

Labels: TypeAlias = Mapping[str, str]
NO_LABELS: Labels = {}
"""Shared by most instances, which have no texts."""

ALERT_NAME = "alertname"
FOLDER = "grafana_folder"
RULE_UID = "__alert_rule_uid__"
FOLDER_UID = "__alert_rule_namespace_uid__"
RESERVED = frozenset({ALERT_NAME, FOLDER, RULE_UID, FOLDER_UID})
"""Set by the server. Labels with these names in queries and rules are dropped."""


def fingerprint(labels: Labels) -> str:
    """Return 16 hexadecimal digits that are the same in every process and version, in any order of
    labels."""
    parts = [f"{name}\xff{value}\xff" for name, value in sorted(labels.items())]
    return blake2b("".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def is_private(name: str) -> bool:
    """Return whether notifications omit the label or annotation."""
    return len(name) > 4 and name.startswith("__") and name.endswith("__")


def alert_labels(
    series: Labels, own: Labels, reserved: Labels, disabled: Collection[str] = ()
) -> dict[str, str]:
    """Return the labels of an alert: those of the query, overridden by those of the rule, and
    reserved ones.

    `own` are the rendered labels of the rule. An empty value removes the label.
    """
    labels = {name: value for name, value in {**series, **own}.items() if value}
    for name in RESERVED:
        labels.pop(name, None)
    for name, value in reserved.items():
        if name not in disabled and value:
            labels[name] = value
    return labels
