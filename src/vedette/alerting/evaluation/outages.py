"""Detection of data source outages, with one alert for all rules of a source.

A rule whose query fails waits: either all queries of the source fail, which raises one alert, or
others succeed, and the rule fails alone. All functions are pure. Times are those of the database
when the queries were sent.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from vedette.alerting.model import AlertState, Instance, InstanceOrigin, Labels, fingerprint

SOURCE_DOWN = "DataSourceDown"
LASTING = timedelta(seconds=10)
_SHOWN = 20


class SourceHealth(msgspec.Struct, frozen=True):
    """Health of one source. `failing` are the rules whose last query failed, and since when."""

    answered_at: datetime | None = None
    """Time of the newest query that got a response."""
    failed_at: datetime | None = None
    """Time of the newest query that got none."""
    failing: Mapping[str, datetime] = msgspec.field(default_factory=dict)
    silent_since: datetime | None = None
    """Time of the first query without a response since the newest response, or None while there are
    responses."""


class OutageVerdict(StrEnum):
    WAIT = "wait"
    """Too early to decide. The rule keeps its states."""
    DOWN = "down"
    """The source is down. The rule keeps its states, and one alert names the reason."""
    RULE = "rule"
    """The source responds to other rules. The rule fails alone."""


def answered(health: SourceHealth, rule_uid: str, asked: datetime) -> SourceHealth:
    failing = {uid: since for uid, since in health.failing.items() if uid != rule_uid}
    newest = max(filter(None, (health.answered_at, asked)))
    silent = health.silent_since
    if silent is not None and newest >= silent:
        # Later failures stay. Without a response, the outage begins with the newest failure.
        later = health.failed_at is not None and health.failed_at > newest
        silent = health.failed_at if later else None
    return replace(health, answered_at=newest, failing=failing, silent_since=silent)


def failed(health: SourceHealth, rule_uid: str, asked: datetime) -> SourceHealth:
    """Record a failure that indicates an outage, see `FailureReason.is_outage`."""
    failing = {rule_uid: asked, **health.failing}
    newest = max(filter(None, (health.failed_at, asked)))
    silent = health.silent_since
    if health.answered_at is None or asked > health.answered_at:
        silent = min(filter(None, (silent, asked)))
    return replace(health, failed_at=newest, failing=failing, silent_since=silent)


def forget(health: SourceHealth, rule_uid: str) -> SourceHealth:
    """Remove a rule that was deleted, paused or uses another source now."""
    failing = {uid: since for uid, since in health.failing.items() if uid != rule_uid}
    return replace(health, failing=failing)


def down_since(health: SourceHealth, lasting: timedelta = LASTING) -> datetime | None:
    """Return since when the source has been down, or None if it is up."""
    if not health.failing or health.failed_at is None or health.silent_since is None:
        return None
    lasted = health.failed_at - health.silent_since
    return health.silent_since if lasted >= lasting else None


def verdict(health: SourceHealth, rule_uid: str, lasting: timedelta = LASTING) -> OutageVerdict:
    """Return the verdict for a rule in `health.failing`, after its failure was recorded.

    During an outage some queries fail before others. So an interval without responses of half the
    duration can be an outage already, and a rule that has waited long enough waits for its end, up
    to twice as long: if failing rules follow each other, each cycle has such an interval. A rule
    that is evaluated less often is decided by its second failure.
    """
    if down_since(health, lasting) is not None:
        return OutageVerdict.DOWN
    assert health.failed_at is not None
    waited = health.failed_at - health.failing[rule_uid]
    silent = health.failed_at - (health.silent_since or health.failed_at)
    enough = lasting if silent < lasting / 2 else 2 * lasting
    return OutageVerdict.RULE if waited >= enough else OutageVerdict.WAIT


def source_down(
    source_uid: str, source_name: str, since: datetime, titles: Mapping[str, str], reason: str
) -> Instance:
    """Return the one alert about a source. `titles` are those of the failing rules, by uid.

    Its identity does not change when the source is renamed.
    """
    identity: Labels = {"alertname": SOURCE_DOWN, "datasource_uid": source_uid}
    labels: Labels = {**identity, "datasource": source_name}
    names = sorted(titles.values())
    listed = ", ".join(names[:_SHOWN])
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    waiting = "1 rule is affected" if len(names) == 1 else f"{len(names)} rules are affected"
    annotations = {
        "summary": f"The data source {source_name} is unavailable. {waiting}.",
        "description": f"{reason} Affected rules, which keep their states: {listed}{more}.",
    }
    return Instance(
        fingerprint(identity),
        labels,
        {"datasource_uid": source_uid},
        AlertState.FIRING,
        since,
        annotations=annotations,
        origin=InstanceOrigin.ERROR,
        fired_at=since,
    )
