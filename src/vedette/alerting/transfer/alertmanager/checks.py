"""Validation of routes, inhibition rules and time intervals, as Alertmanager does it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from vedette.alerting.muting.inhibitions.model import InhibitRule
from vedette.alerting.muting.inhibitions.text import parse_rule
from vedette.alerting.routing.policies import MAX_DEPTH
from vedette.alerting.routing.policy_text import parse_policy
from vedette.alerting.transfer.alertmanager.values import check_values
from vedette.kernel.durations import format_duration, parse_prometheus_duration
from vedette.kernel.errors import BadRequest
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.values import DocumentMapping

_ROUTE = {
    "receiver": "text",
    "group_by": "list",
    "matchers": "list",
    "match": "texts",
    "match_re": "texts",
    "continue": "flag",
    "routes": "mappings",
    "group_wait": "duration",
    "group_interval": "duration",
    "repeat_interval": "duration",
    "mute_time_intervals": "list",
    "active_time_intervals": "list",
}
_INHIBITION = {
    "name": "text",
    "equal": "list",
    **dict.fromkeys(("source_matchers", "target_matchers"), "list"),
    **dict.fromkeys(("source_match", "target_match"), "texts"),
    **dict.fromkeys(("source_match_re", "target_match_re"), "texts"),
}
INTERVAL: Mapping[str, str] = {
    "times": "mappings",
    **dict.fromkeys(("weekdays", "days_of_month", "months", "years"), "list"),
    "location": "text",
}
_OLD_MATCHERS = ("match", "match_re")
_DURATIONS = ("group_wait", "group_interval", "repeat_interval")
_LABEL = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")


def checked_route(block: DocumentMapping, place: str = "route", depth: int = 0) -> dict[str, Any]:
    """Return the tree as policies, with normalized durations.

    Raises `DocumentError` with the line of the invalid route.
    """
    if depth > MAX_DEPTH:
        raise DocumentError(f"Routes are nested more than {MAX_DEPTH} deep.", block.line)
    check_values(block, _ROUTE, place)
    _check_labels(block, _OLD_MATCHERS, place)
    route: dict[str, Any] = {key: value for key, value in block.items() if value is not None}
    route |= {key: _duration(block.written[key]) for key in _DURATIONS if key in route}
    route |= {key: _as_written(route[key]) for key in _OLD_MATCHERS if key in route}
    if "receiver" in route:
        route["receiver"] = block.written["receiver"]
    if isinstance(route.get("continue"), str):
        route["continue"] = route["continue"].lower() in ("yes", "on")
    below = route.pop("routes", [])
    try:
        parse_policy(route)
    except BadRequest as error:
        raise DocumentError(f"{place}: {_reason(error)}", block.line) from None
    routes = []
    for index, each in enumerate(below):
        assert isinstance(each, DocumentMapping)
        routes.append(checked_route(each, f"{place}.routes[{index}]", depth + 1))
    return {**route, "routes": routes} if routes else route


def checked_inhibition(block: DocumentMapping, place: str) -> InhibitRule:
    """Raises `DocumentError` with the line."""
    check_values(block, _INHIBITION, place)
    old = [f"{side}_{key}" for side in ("source", "target") for key in _OLD_MATCHERS]
    _check_labels(block, old, place)
    pairs = {key: found for key in old if isinstance(found := block.get(key), DocumentMapping)}
    try:
        return parse_rule({**block, **{key: _as_written(each) for key, each in pairs.items()}})
    except BadRequest as error:
        raise DocumentError(f"{place}: {_reason(error)}", block.line) from None


def _duration(text: str) -> str:
    return format_duration(parse_prometheus_duration(text))


def _as_written(block: DocumentMapping) -> Mapping[str, str]:
    return {name: block.written[name] for name in block}


def _check_labels(block: DocumentMapping, keys: Sequence[str], place: str) -> None:
    for key in keys:
        names = block.get(key)
        for name in names if isinstance(names, DocumentMapping) else ():
            if _LABEL.fullmatch(name) is None:
                raise DocumentError(
                    f"{place}.{key}: {name[:100]!r} is not the name of a label.", block.lines[key]
                )


def _reason(error: BadRequest) -> str:
    """Return the error without the name of the policy or inhibition rule."""
    return error.public.partition(": ")[2] or error.public
