"""All numbers of an alert in words."""

from collections.abc import Mapping

from vedette.sdk.receiver_text import number_text

VALUE_TEXT = "__value_string__"
"""Annotation that keeps it for messages, as an alert knows the labels of its series alone."""


def value_text(values: Mapping[str, float], labels: Mapping[str, Mapping[str, str]]) -> str:
    """`[ var='A' labels={host=web1} value=81.2 ], [ var='B' ... ]`, in the order of refIds.

    `labels` are those of each value, by refId.
    """
    parts = []
    for ref_id in sorted(values):
        its = labels.get(ref_id, {})
        pairs = ", ".join(f"{name}={its[name]}" for name in sorted(its))
        parts.append(f"[ var='{ref_id}' labels={{{pairs}}} value={number_text(values[ref_id])} ]")
    return ", ".join(parts)
