"""Whether a data source is down, told once for all its rules.

A rule that fails by its source's doing waits a moment: either the source answers nobody, and one
alert tells that, or it answers others, and the rule fails alone. All functions are pure; times
are the database's, of when the source was asked.
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
    """`failing` are the rules whose last answer was such a failure, and since when."""

    answered_at: datetime | None = None
    """When the newest question was asked that got an answer."""
    failed_at: datetime | None = None
    """When the newest question was asked that got none."""
    failing: Mapping[str, datetime] = msgspec.field(default_factory=dict)
    silent_since: datetime | None = None
    """When the first question was asked after the newest answer; None while answers come."""


class OutageVerdict(StrEnum):
    WAIT = "wait"
    """Too early to tell: the rule keeps its states."""
    DOWN = "down"
    """The source is down: the rule keeps its states, one alert tells why."""
    RULE = "rule"
    """The source answers others: the rule fails for itself."""


def answered(health: SourceHealth, rule_uid: str, asked: datetime) -> SourceHealth:
    failing = {uid: since for uid, since in health.failing.items() if uid != rule_uid}
    newest = max(filter(None, (health.answered_at, asked)))
    silent = health.silent_since
    if silent is not None and newest >= silent:
        # What failed since is older than the answer, or the silence begins at its newest failure.
        later = health.failed_at is not None and health.failed_at > newest
        silent = health.failed_at if later else None
    return replace(health, answered_at=newest, failing=failing, silent_since=silent)


def failed(health: SourceHealth, rule_uid: str, asked: datetime) -> SourceHealth:
    """Of a failure that speaks against the source, see `FailureReason.is_outage`."""
    failing = {rule_uid: asked, **health.failing}
    newest = max(filter(None, (health.failed_at, asked)))
    silent = health.silent_since
    if health.answered_at is None or asked > health.answered_at:
        silent = min(filter(None, (silent, asked)))
    return replace(health, failed_at=newest, failing=failing, silent_since=silent)


def forget(health: SourceHealth, rule_uid: str) -> SourceHealth:
    """Of a rule that is deleted, paused, or asks another source now."""
    failing = {uid: since for uid, since in health.failing.items() if uid != rule_uid}
    return replace(health, failing=failing)


def down_since(health: SourceHealth, lasting: timedelta = LASTING) -> datetime | None:
    """Since when nobody was answered, where that has lasted; None while the source is up."""
    if not health.failing or health.failed_at is None or health.silent_since is None:
        return None
    lasted = health.failed_at - health.silent_since
    return health.silent_since if lasted >= lasting else None


def verdict(health: SourceHealth, rule_uid: str, lasting: timedelta = LASTING) -> OutageVerdict:
    """For a rule among `health.failing`, after its failure was noted.

    An outage catches some questions before others that are still answered. So a silence that has
    lasted half as long may be one, and who has waited for long enough waits for its end, up to
    twice as long: where rules that fail follow each other, each round has such a silence. Of a
    rule asked less often than that, its second failure decides: the time is over by then.
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
    """The one alert for all rules of a source. `titles` are those of the failing, by uid.

    It stays itself where the source gets another name.
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
