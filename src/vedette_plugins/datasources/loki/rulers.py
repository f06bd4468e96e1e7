"""Where Loki's ruler keeps its groups, and which names it can tell apart."""

from vedette.sdk import BadRequest
from vedette.sdk.ruler import RulerCall

RULER_PATHS = ("/loki/api/v1/rules", "/api/prom/rules")


class BadRuleName(BadRequest):
    code = "loki.bad_rule_name"


def check_rule_names(call: RulerCall) -> None:
    """Loki decodes a path twice, before and after it is taken apart: the namespace `a/b` would be
    the group `b` of `a`. Raises `BadRuleName`."""
    for name in (call.namespace, call.group):
        if "/" in name or "%" in name:
            raise BadRuleName(
                "The name of a namespace or a group in Loki cannot contain a slash or a "
                f"percent sign: {name[:100]!r}."
            )
