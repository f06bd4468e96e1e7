"""The shared health of data sources, and the one alert for each that is down."""

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.evaluation import outages
from vedette.alerting.evaluation.bulkheads import SourceKey
from vedette.alerting.evaluation.outages import OutageVerdict, SourceHealth
from vedette.alerting.evaluation.source_store import SourceHealthStore
from vedette.alerting.model import Instance, Rule
from vedette.db.database import Tx


class SourceObservation(msgspec.Struct, frozen=True):
    """What one evaluation observed of one source, queried at `queried_at`. Without `failure` it
    responded."""

    source: SourceKey
    rule_uid: str
    queried_at: datetime
    failure: str = ""


class SourceHealths:
    """`known` is the last state read from the store. It contains only sources with failures."""

    def __init__(self) -> None:
        self.known: dict[SourceKey, SourceHealth] = {}
        self._has_looked = False

    async def refresh(self, tx: Tx) -> None:
        self.known = await SourceHealthStore(tx).all()
        self._has_looked = True

    def is_down(self, source: SourceKey) -> bool:
        health = self.known.get(source)
        return health is not None and outages.down_since(health) is not None

    def verdict(self, rule: Rule, source: SourceKey, queried_at: datetime) -> OutageVerdict:
        """Return the verdict on a failure that indicates an outage."""
        health = outages.failed(self.known.get(source, SourceHealth()), rule.uid, queried_at)
        return outages.verdict(health, rule.uid)

    async def record(
        self, tx: Tx, observations: Iterable[SourceObservation], now: datetime
    ) -> Sequence[Alert]:
        """Store observations. Resulting alerts are stored in the same transaction."""
        by_source: dict[SourceKey, list[SourceObservation]] = {}
        for each in observations:
            by_source.setdefault(each.source, []).append(each)
        alerts: list[Alert] = []
        for source in sorted(by_source):
            of_source = by_source[source]
            failing = any(each.failure for each in of_source)
            if not failing and self._has_looked and source not in self.known:
                continue
            before = await SourceHealthStore(tx).locked(source, new=failing)
            if before is not None:
                alerts += await self._changed(tx, source, before, _after(before, of_source), now)
        return alerts

    async def forget(self, tx: Tx, rule: Rule, now: datetime) -> Sequence[Alert]:
        """Remove a rule that was deleted, paused or changed."""
        alerts: list[Alert] = []
        for uid, health in (await SourceHealthStore(tx).of_org(rule.org_id)).items():
            if rule.uid in health.failing:
                source = (rule.org_id, uid)
                before = await SourceHealthStore(tx).locked(source, new=False)
                if before is not None:
                    after = outages.forget(before, rule.uid)
                    alerts += await self._changed(tx, source, before, (after, ""), now)
        return alerts

    async def _changed(
        self,
        tx: Tx,
        source: SourceKey,
        before: SourceHealth,
        after: tuple[SourceHealth, str],
        now: datetime,
    ) -> Sequence[Alert]:
        health, failure = after
        await SourceHealthStore(tx).put(source, health)
        if health.failing:
            self.known[source] = health
        else:
            self.known.pop(source, None)
        was, since = outages.down_since(before), outages.down_since(health)
        if since is None:
            return [] if was is None else await _resolved(tx, source, was, now)
        if was is not None and before.failing.keys() == health.failing.keys():
            return []
        return await _firing(tx, source, health, was or since, failure)


def _after(
    health: SourceHealth, observations: Sequence[SourceObservation]
) -> tuple[SourceHealth, str]:
    """Return the health and the newest failure after these observations."""
    failure = ""
    for each in observations:
        if each.failure:
            health, failure = outages.failed(health, each.rule_uid, each.queried_at), each.failure
        else:
            health = outages.answered(health, each.rule_uid, each.queried_at)
    return health, failure


async def _firing(
    tx: Tx, source: SourceKey, health: SourceHealth, since: datetime, failure: str
) -> Sequence[Alert]:
    store = SourceHealthStore(tx)
    titles = await store.titles(source[0], list(health.failing))
    name = await store.source_name(source)
    instance = outages.source_down(source[1], name, since, titles, failure)
    known = await _known(tx, source[0], instance)
    if known is None or not known.is_firing:
        return [_alert(source[0], instance)]
    texts = instance.annotations
    if not failure:  # A rule that no longer fails does not change the reason of the others.
        texts = {**known.annotations, "summary": texts["summary"]}
    return [replace(known, annotations=texts)]


async def _resolved(tx: Tx, source: SourceKey, since: datetime, now: datetime) -> Sequence[Alert]:
    name = await SourceHealthStore(tx).source_name(source)
    known = await _known(tx, source[0], outages.source_down(source[1], name, since, {}, ""))
    return [replace(known, ends_at=now)] if known is not None and known.is_firing else []


async def _known(tx: Tx, org_id: int, instance: Instance) -> Alert | None:
    found = await AlertStore(tx).by_fingerprints(org_id, [instance.fingerprint])
    return found.get(instance.fingerprint)


def _alert(org_id: int, instance: Instance) -> Alert:
    return Alert(
        org_id=org_id,
        fingerprint=instance.fingerprint,
        labels=instance.labels,
        annotations=instance.annotations,
        starts_at=instance.fired_at or instance.since,
        origin="outage",
    )
