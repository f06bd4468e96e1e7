"""Parses a file of `provisioning/alerting`. An invalid entry does not affect the others."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from vedette.alerting.contacts.model import IntegrationDraft
from vedette.alerting.muting.inhibitions.model import InhibitRule
from vedette.alerting.muting.inhibitions.text import parse_rule as parse_inhibition
from vedette.alerting.muting.timings.text import parse_timing
from vedette.alerting.routing.policy_text import KEYS as POLICY_KEYS
from vedette.alerting.routing.policy_text import parse_policy
from vedette.alerting.rules.parsing import DEFAULTS, RuleDefaults
from vedette.alerting.transfer.provision.entries import (
    AlertingFile,
    Deletion,
    InhibitEntry,
    PartName,
    PointEntry,
    PolicyEntry,
    Refusal,
    TemplateEntry,
    TimingEntry,
    Wanted,
)
from vedette.alerting.transfer.provision.groups import read_group
from vedette.alerting.transfer.provision.organizations import org_of
from vedette.alerting.transfer.provision.points import FilePoint, merged, read_point
from vedette.kernel.errors import VedetteError
from vedette.provisioning.entry import Entry
from vedette.provisioning.expansion import ExpansionScope
from vedette.provisioning.files import YAML
from vedette.provisioning.problems import DocumentError
from vedette.provisioning.reconciler import Reading
from vedette.provisioning.values import DocumentMapping, Value

T = TypeVar("T")
KEYS = (
    "groups",
    "deleteRules",
    "contactPoints",
    "deleteContactPoints",
    "policies",
    "resetPolicies",
    "muteTimes",
    "deleteMuteTimes",
    "templates",
    "deleteTemplates",
    "inhibitRules",
)
READING = Reading(
    suffixes=(*YAML, ".json"),
    scope=ExpansionScope(
        raw=(
            "groups.rules.annotations",
            "groups.rules.data.model",
            "groups.rules.data.relativeTimeRange",
            "muteTimes.name",
            "muteTimes.time_intervals",
            "templates.name",
            "templates.template",
            "templates.content",
            "inhibitRules",
        ),
        typed=("contactPoints.settings", "contactPoints.receivers.settings", "policies"),
    ),
    is_versioned=False,
)
_OF_THE_STORE = ("orgId", "orgID", "org_id", "provenance", "version")


class AlertingFileReader:
    """The checks raise if a text is not a template, or if an integration is invalid."""

    def __init__(
        self,
        defaults: RuleDefaults = DEFAULTS,
        check_template: Callable[[str, str], object] = lambda name, text: None,
        check_contact: Callable[[IntegrationDraft], object] = lambda draft: None,
        inert_settings: Callable[[IntegrationDraft], Sequence[str]] = lambda draft: (),
    ) -> None:
        self._defaults = defaults
        self._check_template = check_template
        self._check_contact = check_contact
        self._inert_settings = inert_settings

    def read(self, document: Entry) -> AlertingFile:
        refusals: list[Refusal] = []
        groups = _each(
            document, "groups", lambda one: read_group(one, self._defaults, refusals), refusals
        )
        wanted: list[Wanted] = self._points(document, refusals)
        wanted += _each(document, "muteTimes", _timing, refusals)
        wanted += _each(document, "templates", self._template, refusals)
        wanted += [entry for group in groups for entry in group]
        wanted += _each(document, "policies", _policy, refusals)
        wanted += _inhibitions(document, refusals)
        gone = _each(document, "deleteRules", _deletion("rule", "uid"), refusals)
        gone += _resets(document, refusals)
        gone += _each(document, "deleteContactPoints", _contact_deletion, refusals)
        gone += _each(document, "deleteMuteTimes", _deletion("mute timing", "name"), refusals)
        gone += _each(document, "deleteTemplates", _deletion("template", "name"), refusals)
        return AlertingFile(tuple(wanted), tuple(gone), tuple(refusals))

    def checked(self, document: Entry) -> AlertingFile:
        """Parse like `read`, and report every invalid entry as an error of the file."""
        content = self.read(document)
        for refusal in content.refusals:
            document.report.error(refusal.why, refusal.line)
        return content

    def _template(self, entry: Entry) -> TemplateEntry:
        name, text = entry.required("name"), entry.text("template", "content")
        self._check_template(name, text)
        return TemplateEntry(org_of(entry), name, text, entry.line)

    def _points(self, document: Entry, refusals: list[Refusal]) -> list[Wanted]:
        def read(entry: Entry) -> FilePoint:
            point = read_point(entry)
            for draft in point.drafts:
                self._check_contact(draft)
                if inert := self._inert_settings(draft):
                    entry.report.warn(
                        f"The contact point {point.name!r}, {draft.type}, has unsupported"
                        f" settings: {', '.join(inert)}.",
                        entry.line,
                    )
            return point

        points = merged(_each(document, "contactPoints", read, refusals))
        return [PointEntry(each.org_id, each.name, each.drafts, each.line) for each in points]


def _each(
    document: Entry, key: str, parse: Callable[[Entry], T], refusals: list[Refusal]
) -> list[T]:
    """Parse every mapping of the list, and record those that `parse` rejects."""
    found: list[T] = []
    for place, item, line in _items(document, key, refusals):
        if not isinstance(item, DocumentMapping):
            refusals.append(Refusal(line, f"{place} must be a mapping."))
            continue
        entry = Entry(item, document.report)
        try:
            found.append(parse(entry))
            entry.close()
        except DocumentError as error:
            refusals.append(Refusal(error.line or item.line, f"{place}: {error.message}"))
        except VedetteError as error:
            refusals.append(Refusal(item.line, f"{place}: {error.public}"))
    return found


def _items(document: Entry, key: str, refusals: list[Refusal]) -> list[tuple[str, Value, int]]:
    value, _ = document.value(key)
    if value is None:
        return []
    line = document.line_of(key)
    if not isinstance(value, list):
        refusals.append(Refusal(line, f"{key} must be a list."))
        return []
    return [(f"{key}[{index}]", item, line) for index, item in enumerate(value)]


def _timing(entry: Entry) -> TimingEntry:
    intervals, _ = entry.value("time_intervals")
    if not isinstance(intervals, list | None):
        raise entry.wrong("time_intervals", "a list")
    timing = parse_timing(entry.required("name"), intervals or [])
    return TimingEntry(org_of(entry), timing, entry.line)


def _policy(entry: Entry) -> PolicyEntry:
    entry.asked.update(entry.block)
    tree = {key: value for key, value in entry.block.items() if key not in _OF_THE_STORE}
    return PolicyEntry(org_of(entry), parse_policy(_with_known_keys(tree)), entry.line)


def _with_known_keys(tree: Mapping[str, Value]) -> Mapping[str, object]:
    """Accept keys in any case, as Grafana 10.4 does, which reads the tree as JSON."""
    found: dict[str, object] = {}
    for key, value in tree.items():
        name = key if key in POLICY_KEYS or key.lower() not in POLICY_KEYS else key.lower()
        found.setdefault(
            name,
            [
                _with_known_keys(each) if isinstance(each, DocumentMapping) else each
                for each in value
            ]
            if name == "routes" and isinstance(value, list)
            else value,
        )
    return found


def _inhibitions(document: Entry, refusals: list[Refusal]) -> list[Wanted]:
    """Return the inhibition rules of organizations. An invalid one leaves the whole list
    unchanged."""

    def read(entry: Entry) -> None:
        entry.asked.update(entry.block)
        rule = {key: value for key, value in entry.block.items() if key not in _OF_THE_STORE}
        rules.setdefault(org_of(entry), []).append(parse_inhibition(rule))

    rules: dict[int, list[InhibitRule]] = {}
    before = len(refusals)
    _each(document, "inhibitRules", read, refusals)
    if len(refusals) > before:
        return []
    line = document.line_of("inhibitRules")
    return [InhibitEntry(org_id, tuple(each), line) for org_id, each in rules.items()]


def _deletion(part: PartName, key: str) -> Callable[[Entry], Deletion]:
    def read(entry: Entry) -> Deletion:
        name = entry.text(key).strip()
        if not name:
            raise DocumentError(
                f"{key} is missing. Each deletion must name its {part}.",
                entry.line,
            )
        return Deletion(part, org_of(entry), name, entry.line)

    return read


def _contact_deletion(entry: Entry) -> Deletion:
    """Identify by uid of one integration or, in the flat format, by name of the whole contact
    point."""
    name = entry.text("name").strip()
    if name and not entry.has("uid"):
        return Deletion("contact point", org_of(entry), name, entry.line, is_whole=True)
    return _deletion("contact point", "uid")(entry)


def _resets(document: Entry, refusals: list[Refusal]) -> list[Deletion]:
    found = []
    for place, item, line in _items(document, "resetPolicies", refusals):
        if isinstance(item, Mapping):
            item = item.get("orgId", item.get("org_id"))
        try:
            if isinstance(item, bool | float):
                raise TypeError
            org_id = max(1, int(item or 1))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            refusals.append(Refusal(line, f"{place} must be the id of an organization."))
        else:
            found.append(Deletion("policies", org_id, "policies", line))
    return found
