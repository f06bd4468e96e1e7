"""Groups of rules in a file: each rule by itself, so that a wrong one leaves the others alone."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from vedette.alerting.rules.forms import canonical
from vedette.alerting.rules.parsing import RuleDefaults, check_interval, parse_rule
from vedette.alerting.transfer.provision.entries import GroupEntry, Refusal, RuleEntry
from vedette.dashboards.provision.providers import split_folder
from vedette.kernel.durations import parse_duration
from vedette.kernel.errors import VedetteError
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.values import Block

_KEYS = (
    "uid",
    "title",
    "condition",
    "data",
    "thresholds",
    "noDataState",
    "execErrState",
    "outage",
    "for",
    "keep_firing_for",
    "keepFiringFor",
    "missing_series_evals_to_resolve",
    "missingSeriesEvalsToResolve",
    "annotations",
    "labels",
    "isPaused",
    "notification_settings",
    "notificationSettings",
    "record",
    "dashboardUid",
    "panelId",
)
_OF_QUERY = ("refId", "queryType", "relativeTimeRange", "datasourceUid", "model")
_OF_NOTIFICATION = (
    "receiver",
    "group_by",
    "group_wait",
    "group_interval",
    "repeat_interval",
    "mute_time_intervals",
    "active_time_intervals",
)
_OF_RECORD = ("metric", "from", "target_datasource_uid")
_AS_TEXT = ("uid", "title", "condition", "for", "keep_firing_for", "keepFiringFor")


def read_group(
    entry: Entry, defaults: RuleDefaults, refusals: list[Refusal]
) -> list[RuleEntry | GroupEntry]:
    """The rules of a group, and the group after them. Raises `DocumentError`, `BadRule`."""
    org_id = entry.whole("orgId", "orgID", "org_id", default=1) or 1
    name = entry.required("name")
    folder = split_folder(entry.text("folder"))
    if not folder:
        raise DocumentError(
            f"The group {name!r}: folder is missing; rules lie in a folder, name its title.",
            entry.line,
        )
    interval = None
    if entry.has("interval"):
        interval = parse_duration(_duration(entry.text("interval")))
        check_interval(interval, name, defaults)
    entry.value("interval")
    group = GroupEntry(org_id, folder, name, _milliseconds(interval), (), entry.line)
    rules: list[RuleEntry] = []
    value, _ = entry.value("rules")
    if value is not None and not isinstance(value, list):
        raise DocumentError(f"The group {name!r}: rules must be a list.", entry.line_of("rules"))
    for index, block in enumerate(value or ()):
        place = f"The group {name!r}, rules[{index}]"
        if not isinstance(block, Block):
            refusals.append(Refusal(entry.line_of("rules"), f"{place} must be a mapping."))
            continue
        try:
            rules.append(_rule(Entry(block, entry.report), group, defaults))
        except DocumentError as error:
            refusals.append(Refusal(error.line or block.line, f"{place}: {error.message}"))
        except VedetteError as error:
            refusals.append(Refusal(block.line, error.public))
    order = tuple(rule.uid for rule in rules)
    placed = GroupEntry(org_id, folder, name, group.interval_ms, order, entry.line)
    return [*rules, placed] if rules else []


def _rule(entry: Entry, group: GroupEntry, defaults: RuleDefaults) -> RuleEntry:
    entry.asked.update(_KEYS)
    given: dict[str, Any] = dict(entry.block)
    for key in _AS_TEXT:
        if entry.has(key):
            given[key] = entry.text(key)
    for key in ("labels", "annotations"):
        if isinstance(entry.block.get(key), Block):
            given[key] = _as_written(entry.mapping(key))
    uid = str(given.pop("uid", "") or "").strip()
    if not uid:
        raise DocumentError(
            f"the rule {str(given.get('title', ''))[:190]!r} has no uid; give it one, so that it"
            " is the same rule whenever the file is read.",
            entry.line,
        )
    body = canonical(given)
    parse_rule(
        body,
        org_id=group.org_id,
        uid=uid,
        folder_uid="folder",
        folder_title=group.folder[-1],
        group=group.group,
        interval=timedelta(milliseconds=group.interval_ms or 60_000),
        defaults=defaults,
    )
    entry.close()
    _name_unknown(entry)
    return RuleEntry(
        group.org_id, group.folder, group.group, group.interval_ms, uid, body, entry.line
    )


def _name_unknown(entry: Entry) -> None:
    """Warns about keys inside a rule that mean nothing; the model is the data source's own."""
    queries = entry.block.get("data")
    for query in queries if isinstance(queries, list) else ():
        if isinstance(query, Block):
            Entry(query, entry.report).only(*_OF_QUERY)
            _only(query, "relativeTimeRange", ("from", "to"), entry)
    for key in ("notification_settings", "notificationSettings"):
        _only(entry.block, key, _OF_NOTIFICATION, entry)
    _only(entry.block, "record", _OF_RECORD, entry)


def _only(block: Block, key: str, known: Sequence[str], entry: Entry) -> None:
    below = block.get(key)
    if isinstance(below, Block):
        Entry(below, entry.report).only(*known)


def _as_written(block: Block) -> Mapping[str, object]:
    """`1.10` and `0x1F` are texts here, exactly as somebody wrote them."""
    return {
        key: value if isinstance(value, Block | list | bool | None) else block.written[key]
        for key, value in block.items()
    }


def _duration(text: str) -> str:
    """A number alone counts seconds."""
    return f"{text}s" if text.isdecimal() else text


def _milliseconds(interval: timedelta | None) -> int | None:
    return None if interval is None else round(interval.total_seconds() * 1_000)
