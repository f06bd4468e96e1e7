"""The path of Loki's ruler, and the names that it supports."""

from vedette.sdk import BadRequest
from vedette.sdk.ruler import RulerCall

RULER_PATHS = ("/loki/api/v1/rules", "/api/prom/rules")


class BadRuleName(BadRequest):
    code = "loki.bad_rule_name"


def check_rule_names(call: RulerCall) -> None:
    """Raise `BadRuleName` for names that Loki cannot distinguish.

    Loki decodes a path twice, before and after splitting it: the namespace `a/b` would be the group
    `b` of `a`.
    """
    for name in (call.namespace, call.group):
        if "/" in name or "%" in name:
            raise BadRuleName(
                "The name of a namespace or a group in Loki cannot contain a slash or a "
                f"percent sign: {name[:100]!r}."
            )
