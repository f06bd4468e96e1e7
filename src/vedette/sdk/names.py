"""Names of series from a template, such as `{{instance}} on {{job}}`, with bounded length."""

import re
from collections.abc import Callable, Mapping

from vedette.kernel.errors import BadRequest

MOST_NAME = 2_000
"""Maximum length of a name. Longer names are truncated, because every series has one."""
_MOST_TEMPLATE, _MOST_LABELS = 10_000, 50
_LABEL = re.compile(r"\{\{([^{}]+)\}\}")


class BadLegend(BadRequest):
    code = "query.bad_legend"


def cut(name: str) -> str:
    return name if len(name) <= MOST_NAME else f"{name[:MOST_NAME]}..."


def label_template(template: str) -> Callable[[Mapping[str, str]], str]:
    """Return a function that fills the template with labels. Missing labels become empty.

    Raises `BadLegend` for an overlong template, because its length would be multiplied by the
    number of series.
    """
    if len(template) > _MOST_TEMPLATE:
        raise BadLegend(
            f"The legend has {len(template):,} characters. The limit is {_MOST_TEMPLATE:,}."
        )
    first, *rest = _LABEL.split(template)
    first = first[: MOST_NAME + 1]
    pairs = zip(rest[::2], rest[1::2], strict=True)
    parts = [(key.strip(), text[:MOST_NAME]) for key, text in pairs]
    if len(parts) > _MOST_LABELS:
        raise BadLegend(f"The legend refers to {len(parts):,} labels. The limit is {_MOST_LABELS}.")

    def fill(labels: Mapping[str, str]) -> str:
        name = first
        for key, text in parts:
            name += labels.get(key, "")[:MOST_NAME] + text
            if len(name) > MOST_NAME:
                break
        return cut(name)

    return fill
