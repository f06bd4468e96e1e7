"""All numbers of an alert as text."""

from collections.abc import Mapping

from vedette.sdk.receiver_text import number_text

VALUE_TEXT = "__value_string__"
"""Annotation that stores the text for notifications, as an alert only has the labels of its
series."""


def value_text(values: Mapping[str, float], labels: Mapping[str, Mapping[str, str]]) -> str:
    """Return `[ var='A' labels={host=web1} value=81.2 ], [ var='B' ... ]`, ordered by refId.

    `labels` are those of each value, by refId.
    """
    parts = []
    for ref_id in sorted(values):
        its = labels.get(ref_id, {})
        pairs = ", ".join(f"{name}={its[name]}" for name in sorted(its))
        parts.append(f"[ var='{ref_id}' labels={{{pairs}}} value={number_text(values[ref_id])} ]")
    return ", ".join(parts)
