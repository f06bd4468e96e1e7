"""The model of a correlation. The UI applies correlations; the server stores and checks them."""

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.datasources.errors import BadSource

_MOST_TRANSFORMATIONS = 20
_LONGEST = 1_000


class CorrelationDraft(msgspec.Struct, frozen=True):
    """The fields of a correlation that a request or a file sets.

    `config` has `type` (`query`), `field`, `target` (a query of the target source, with variables
    such as `${field}`) and `transformations` (`regex` or `logfmt`, which define more variables).
    """

    target_uid: str
    label: str = ""
    description: str = ""
    config: Mapping[str, Any] = msgspec.field(default_factory=dict)


class Correlation(msgspec.Struct, frozen=True):
    """A stored correlation. `source_uid` is the source where it starts."""

    uid: str
    org_id: int
    source_id: int
    source_uid: str
    draft: CorrelationDraft
    is_provisioned: bool


def checked(draft: CorrelationDraft) -> CorrelationDraft:
    """Return the draft with a complete config. Raises `BadSource`, which names the key."""
    config = draft.config
    kind = config.get("type") or "query"
    if kind != "query":
        raise BadSource(f"config.type of a correlation must be query, not {str(kind)[:40]!r}.")
    name = config.get("field")
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST:
        raise BadSource(
            "config.field of a correlation must name the field whose values become links."
        )
    target = config.get("target")
    if not isinstance(target, Mapping):
        raise BadSource("config.target of a correlation must be a query of the target data source.")
    if not draft.target_uid:
        raise BadSource("A correlation needs targetUID, the uid of its target data source.")
    steps = config.get("transformations") or []
    if not isinstance(steps, list) or len(steps) > _MOST_TRANSFORMATIONS:
        raise BadSource(
            f"config.transformations must be a list of at most {_MOST_TRANSFORMATIONS}."
        )
    for step in steps:
        _check_transformation(step)
    return CorrelationDraft(
        draft.target_uid, draft.label, draft.description, {**config, "type": kind}
    )


def _check_transformation(step: object) -> None:
    if not isinstance(step, Mapping) or step.get("type") not in ("regex", "logfmt"):
        raise BadSource("A transformation of a correlation must have the type regex or logfmt.")
    expression = step.get("expression") or ""
    if not isinstance(expression, str) or len(expression) > _LONGEST:
        raise BadSource(f"expression of a transformation can have at most {_LONGEST} characters.")
    if step["type"] == "regex" and not expression:
        raise BadSource("A transformation of the type regex needs an expression.")
