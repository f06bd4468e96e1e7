"""Inhibition rules in the formats of `alertmanager.yml`, including older forms."""

from collections.abc import Mapping

from vedette.alerting.model import Matcher, Operator
from vedette.alerting.model.matchers import parse
from vedette.alerting.muting.answers import InhibitionAnswer
from vedette.alerting.muting.inhibitions.model import InhibitRule
from vedette.kernel.errors import BadRequest
from vedette.sdk import Json

_KNOWN = frozenset(
    {
        "name",
        "equal",
        "source_matchers",
        "source_match",
        "source_match_re",
        "target_matchers",
        "target_match",
        "target_match_re",
    }
)
_MAX = 100


class BadInhibition(BadRequest):
    code = "alerting.bad_inhibition"


def parse_rule(text: Json) -> InhibitRule:
    """Parse a rule. Raises `BadInhibition`."""
    if not isinstance(text, Mapping):
        raise BadInhibition("An inhibition rule must be an object with source and target matchers.")
    name, equal = text.get("name") or "", text.get("equal") or []
    if not isinstance(name, str) or len(name) > 200:
        raise BadInhibition(
            "The name of an inhibition rule must be a string of at most 200 characters."
        )
    unknown = sorted(str(key) for key in text if key not in _KNOWN)
    if unknown:
        raise BadInhibition(
            f"The inhibition rule {name!r} has the unknown key {unknown[0][:60]!r}."
        )
    if not isinstance(equal, list) or len(equal) > _MAX or not all(map(_is_label, equal)):
        raise BadInhibition(f"equal of the inhibition rule {name!r} must be a list of label names.")
    try:
        return InhibitRule(name, _matchers(text, "source"), _matchers(text, "target"), tuple(equal))
    except BadRequest as error:
        raise BadInhibition(
            f"The inhibition rule {name!r} cannot be read: {error.public}"
        ) from None


def rule_json(rule: InhibitRule) -> InhibitionAnswer:
    """Return the format that `parse_rule` reads."""
    shown: InhibitionAnswer = {
        "source_matchers": [str(each) for each in rule.source],
        "target_matchers": [str(each) for each in rule.target],
    }
    if rule.equal:
        shown["equal"] = list(rule.equal)
    return {"name": rule.name, **shown} if rule.name else shown


def _matchers(text: Json, side: str) -> tuple[Matcher, ...]:
    found: list[Matcher] = []
    for key, operator in (("match", Operator.EQUAL), ("match_re", Operator.REGEX)):
        pairs = text.get(f"{side}_{key}") or {}
        if not isinstance(pairs, Mapping):
            raise BadInhibition(f"{side}_{key} must be an object of labels and values.")
        found += [Matcher(str(name), operator, str(value)) for name, value in pairs.items()]
    written = text.get(f"{side}_matchers") or []
    texts = [written] if isinstance(written, str) else written
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise BadInhibition(f"{side}_matchers must be a list of strings.")
    for each in texts:
        found += parse(each)
    if len(found) > _MAX:
        raise BadInhibition(f"There are more than {_MAX} matchers.")
    return tuple(found)


def _is_label(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name) <= 1_024
