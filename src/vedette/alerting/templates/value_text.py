"""Numbers of an alert in words."""

import math
from collections.abc import Mapping
from decimal import Decimal


def number_text(value: float) -> str:
    """As few digits as tell it, and no exponent: `3`, `0.25`, `NaN`, `+Inf`."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "+Inf" if value > 0 else "-Inf"
    text = format(Decimal(repr(float(value))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


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
