"""Labels: what tells one alert from another."""

from collections.abc import Collection, Mapping
from hashlib import blake2b
from typing import TypeAlias

Labels: TypeAlias = Mapping[str, str]
NO_LABELS: Labels = {}
"""One for all, as most instances have no texts."""

ALERT_NAME = "alertname"
FOLDER = "grafana_folder"
RULE_UID = "__alert_rule_uid__"
FOLDER_UID = "__alert_rule_namespace_uid__"
RESERVED = frozenset({ALERT_NAME, FOLDER, RULE_UID, FOLDER_UID})
"""Set by the server; labels of these names in queries and rules are dropped."""


def fingerprint(labels: Labels) -> str:
    """16 hexadecimal digits, the same in every process and version, whatever the order."""
    parts = [f"{name}\xff{value}\xff" for name, value in sorted(labels.items())]
    return blake2b("".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def is_private(name: str) -> bool:
    """Labels and annotations that no message shows."""
    return len(name) > 4 and name.startswith("__") and name.endswith("__")


def alert_labels(
    series: Labels, own: Labels, reserved: Labels, disabled: Collection[str] = ()
) -> dict[str, str]:
    """The labels of an alert: the query's, replaced by the rule's, and the reserved ones on top.

    `own` are the rule's labels after their templates. An empty value is the same as no label.
    """
    labels = {name: value for name, value in {**series, **own}.items() if value}
    for name in RESERVED:
        labels.pop(name, None)
    for name, value in reserved.items():
        if name not in disabled and value:
            labels[name] = value
    return labels
