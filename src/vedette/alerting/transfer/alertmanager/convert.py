"""Converts a whole `alertmanager.yml`: routes, receivers, time intervals, inhibition rules and
templates."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from vedette.alerting.contacts.model import DEFAULT_POINT
from vedette.alerting.muting.inhibitions.text import rule_json
from vedette.alerting.muting.timings.text import interval_json, parse_timing
from vedette.alerting.routing.policies import NotificationPolicy, problems, referenced_timings
from vedette.alerting.routing.policy_text import parse_policy, policy_json
from vedette.alerting.transfer.alertmanager.checks import (
    INTERVAL,
    checked_inhibition,
    checked_route,
)
from vedette.alerting.transfer.alertmanager.receivers import integrations
from vedette.alerting.transfer.alertmanager.references import check_references
from vedette.alerting.transfer.alertmanager.sections import Sections
from vedette.alerting.transfer.alertmanager.values import Warn, check_files, check_values
from vedette.kernel.errors import BadRequest, VedetteError
from vedette.kernel.text import first_repeated
from vedette.plugins.registry import PluginRegistry
from vedette.provisioning.document import read_document
from vedette.provisioning.entry import Entry
from vedette.provisioning.expansion import AS_WRITTEN
from vedette.provisioning.problems import DocumentError, Report
from vedette.provisioning.values import DocumentMapping

ALWAYS_MUTED = "always muted"
"""Mute timing that is always active, used for receivers without integrations."""
_TIMING = {"name": "text", "time_intervals": "mappings"}
_UNUSED = frozenset({"tracing"})
"""Keys of Alertmanager without a counterpart."""


class BadAlertmanagerFile(BadRequest):
    code = "alerting.bad_alertmanager_file"


class ConversionResult(msgspec.Struct):
    document: dict[str, Any] = msgspec.field(default_factory=dict)
    warnings: list[str] = msgspec.field(default_factory=list)
    """One sentence for each part that was not imported."""


def convert(
    text: str, file: str, directory: Path, registry: PluginRegistry, org_id: int = 1
) -> ConversionResult:
    """Convert a configuration. `directory` contains its templates.

    Receivers of `registry` define which sections they read. Raises `BadAlertmanagerFile` with the
    line.
    """
    report, result = Report(file), ConversionResult()
    try:
        entry = Entry(read_document(text, {}, report, AS_WRITTEN), report)
        _convert(entry, directory, Sections(registry), org_id, result)
    except DocumentError as error:
        place = file if error.line is None else f"{file}:{error.line}"
        raise BadAlertmanagerFile(f"{place}: {error.message}") from None
    except BadAlertmanagerFile:
        raise
    except VedetteError as error:
        raise BadAlertmanagerFile(f"{file}: {error.public}") from None
    result.warnings += [f"{file}:{each.line}: {each.message}" for each in report.problems]
    return result


def _convert(
    entry: Entry, directory: Path, sections: Sections, org_id: int, result: ConversionResult
) -> None:
    warn = result.warnings.append
    defaults = entry.entry("global")
    _global(defaults, sections, warn)
    points, silent = _receivers(entry, defaults, sections, org_id, warn)
    timings = _timings(entry, org_id)
    tree = entry.mapping("route")
    if not tree:
        raise DocumentError("route is missing.", entry.line)
    policy = parse_policy({"group_by": [], **checked_route(tree)})
    known = {point["name"] for point in points} | silent
    for name in sorted(_named(policy) - known):
        raise DocumentError(
            f"A route uses the receiver {name!r}, which does not exist.", entry.line_of("route")
        )
    names = [timing["name"] for timing in timings]
    if (twice := first_repeated(names)) is not None:
        raise DocumentError(
            f"The time interval {twice!r} is defined twice.", entry.line_of("time_intervals")
        )
    for problem in problems(policy, known, names):
        raise DocumentError(problem, entry.line_of("route"))
    policy = _without_silent(policy, silent)
    if ALWAYS_MUTED in referenced_timings(policy):
        timings.append({"orgId": org_id, "name": ALWAYS_MUTED, "time_intervals": [{}]})
    result.document = {
        "apiVersion": 1,
        "contactPoints": points,
        "muteTimes": timings,
        "templates": _templates(entry, directory, org_id, warn),
        "policies": [{"orgId": org_id, **policy_json(policy)}],
        "inhibitRules": _inhibitions(entry, org_id),
    }
    for key in ("muteTimes", "templates", "inhibitRules", "contactPoints"):
        if not result.document[key]:
            del result.document[key]
    check_references(result.document, warn)
    for key in sorted(entry.block.keys() - entry.asked):
        if key not in _UNUSED:
            raise DocumentError(f"The key {key[:60]} is not known.", entry.line_of(key))
        warn(f"{key} is not imported.")


def _global(defaults: Entry, sections: Sections, warn: Warn) -> None:
    kinds = {key: sections.kind_of_global(key) for key in sections.globals}
    kinds |= {"resolve_timeout": "duration", "http_config": "http"}
    kinds |= {key: "any" for key in defaults.block if sections.is_without_counterpart(key)}
    check_values(defaults.block, kinds, "global")
    check_files(defaults.block)
    for key in defaults.block:
        if key.startswith("smtp_"):
            warn(f"global.{key} is not imported: set [smtp] in the server configuration.")
        elif key == "resolve_timeout":
            warn("global.resolve_timeout is not imported: alerts resolve without a timeout.")
        elif key not in sections.globals:
            warn(f"global.{key} is not imported.")


def _receivers(
    entry: Entry, defaults: Entry, sections: Sections, org_id: int, warn: Warn
) -> tuple[list[dict[str, Any]], set[str]]:
    """Return contact points, and the names of receivers without integrations."""
    points, silent, names = [], set(), set()
    for block in _blocks(entry, "receivers"):
        receiver = Entry(block, entry.report)
        name = receiver.required("name")
        if name in names:
            raise DocumentError(f"The receiver {name!r} is defined twice.", block.line)
        names.add(name)
        found = integrations(receiver, name, defaults, sections, warn)
        if found:
            points.append({"orgId": org_id, "name": name, "receivers": found})
        else:
            silent.add(name)
    return points, silent


def _without_silent(root: NotificationPolicy, silent: set[str]) -> NotificationPolicy:
    """Replace receivers without integrations by a mute timing that is always active."""

    def below(policy: NotificationPolicy, is_silent: bool) -> NotificationPolicy:
        if policy.receiver:
            is_silent = policy.receiver in silent
        receiver = None if policy.receiver in silent else policy.receiver
        muted = (*policy.mute_timings, ALWAYS_MUTED) if is_silent else policy.mute_timings
        routes = tuple(below(each, is_silent) for each in policy.routes)
        return replace(policy, receiver=receiver, mute_timings=muted, routes=routes)

    if root.receiver not in silent:
        return replace(root, routes=tuple(below(each, False) for each in root.routes))
    routes = tuple(below(each, True) for each in root.routes)
    catch_all = NotificationPolicy(mute_timings=(ALWAYS_MUTED,))
    return replace(root, receiver=DEFAULT_POINT, routes=(*routes, catch_all))


def _named(policy: NotificationPolicy) -> set[str]:
    names = {policy.receiver} if policy.receiver else set()
    return names.union(*(_named(each) for each in policy.routes))


def _timings(entry: Entry, org_id: int) -> list[dict[str, Any]]:
    timings = []
    for key in ("mute_time_intervals", "time_intervals"):
        for block in _blocks(entry, key):
            check_values(block, _TIMING, key)
            below = Entry(block, entry.report)
            name, intervals = below.required("name"), _blocks(below, "time_intervals")
            for each in intervals:
                check_values(each, INTERVAL, f"{key}.time_intervals")
            try:
                timing = parse_timing(name, intervals)
            except BadRequest as error:
                raise DocumentError(error.public, block.line) from None
            shown = [interval_json(each) for each in timing.intervals]
            timings.append({"orgId": org_id, "name": timing.name, "time_intervals": shown})
    return timings


def _inhibitions(entry: Entry, org_id: int) -> list[dict[str, Any]]:
    found = []
    for index, block in enumerate(_blocks(entry, "inhibit_rules")):
        rule = checked_inhibition(block, f"inhibit_rules[{index}]")
        found.append({"orgId": org_id, **rule_json(rule)})
    return found


def _templates(entry: Entry, directory: Path, org_id: int, warn: Warn) -> list[dict[str, Any]]:
    """Return the files that `templates` names, each as a template group with the name of the
    file."""
    found: dict[str, dict[str, Any]] = {}
    for pattern in entry.texts("templates"):
        whole = (directory / pattern).absolute()
        root = Path(whole.anchor)
        paths = sorted(root.glob(str(whole.relative_to(root))))
        if not paths:
            warn(f"templates: no file matches {pattern}. Add its text to the output manually.")
        for path in paths:
            try:
                text = path.read_text("utf-8")
            except (OSError, UnicodeDecodeError) as error:
                warn(f"templates: {path} cannot be read: {error}.")
                continue
            name = path.stem if path.stem not in found else path.name
            found[name] = {"orgId": org_id, "name": name, "template": text}
    return list(found.values())


def _blocks(entry: Entry, key: str) -> list[DocumentMapping]:
    value, _ = entry.value(key)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(each, DocumentMapping) for each in value):
        raise entry.wrong(key, "a list of mappings")
    return [each for each in value if isinstance(each, DocumentMapping)]
