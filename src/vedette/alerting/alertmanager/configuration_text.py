"""The configuration in the format of `alertmanager.yml`, for `amtool config` and its routes."""

from collections.abc import Mapping
from typing import Any

from vedette.alerting.delivery.configuration import Configuration
from vedette.alerting.muting.inhibitions.text import rule_json
from vedette.alerting.muting.timings.text import interval_json
from vedette.alerting.routing.tree import GroupTimings, PolicyRoute
from vedette.kernel.durations import format_duration


def configuration_text(configuration: Configuration) -> str:
    """Return YAML for Alertmanager 0.25 and later. Contact points have only their names."""
    from yaml import safe_dump

    known: dict[str, Any] = {
        "route": _route(configuration.route, None),
        "receivers": [{"name": name} for name in sorted(configuration.receivers)],
    }
    if configuration.timings:
        known["time_intervals"] = [
            {"name": name, "time_intervals": list(map(interval_json, timing.intervals))}
            for name, timing in sorted(configuration.timings.items())
        ]
    if configuration.inhibit_rules:
        known["inhibit_rules"] = [
            _without_name(rule_json(rule)) for rule in configuration.inhibit_rules
        ]
    text: str = safe_dump(known, sort_keys=False, allow_unicode=True)
    return text


def _route(route: PolicyRoute, above: PolicyRoute | None) -> dict[str, Any]:
    """Return the settings that differ from the parent policy."""
    shown: dict[str, Any] = {}
    if above is None or route.receiver != above.receiver:
        shown["receiver"] = route.receiver
    if above is None or route.group_by != above.group_by:
        shown["group_by"] = list(route.group_by)
    if route.matchers:
        shown["matchers"] = [str(each) for each in route.matchers]
    if route.continues:
        shown["continue"] = True
    if route.mute_timings:
        shown["mute_time_intervals"] = list(route.mute_timings)
    if route.active_timings:
        shown["active_time_intervals"] = list(route.active_timings)
    shown |= _timings(route.timings, None if above is None else above.timings)
    if route.routes:
        shown["routes"] = [_route(each, route) for each in route.routes]
    return shown


def _timings(timings: GroupTimings, above: GroupTimings | None) -> dict[str, str]:
    return {
        name: format_duration(getattr(timings, name))
        for name in ("group_wait", "group_interval", "repeat_interval")
        if above is None or getattr(timings, name) != getattr(above, name)
    }


def _without_name(rule: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in rule.items() if key != "name"}
