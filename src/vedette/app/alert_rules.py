"""Alert rules, built from the configuration."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime

import msgspec

from vedette.alerting.alerts import version_store
from vedette.alerting.instances.evaluation_store import EvaluationStore
from vedette.alerting.instances.history_store import TransitionStore
from vedette.alerting.instances.model import Evaluation, TransitionRecord
from vedette.alerting.instances.store import InstanceStore
from vedette.alerting.model import AlertState, Instance
from vedette.alerting.model.rules import MAX_INSTANCES
from vedette.alerting.rules.api import SourceRulesApi
from vedette.alerting.rules.api import routes as rule_routes
from vedette.alerting.rules.folders import RulesInFolders
from vedette.alerting.rules.groups import GroupWriter
from vedette.alerting.rules.parsing import RuleDefaults
from vedette.alerting.rules.service import RuleService
from vedette.alerting.rules.source_usage import RulesOfSource
from vedette.alerting.rules.writer import RuleHooks, RuleLimits, RuleWriter
from vedette.alerting.settings import AlertingSettings, ReservedLabelsSettings
from vedette.app.foundation import Foundation
from vedette.app.sources import Sources
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.server.sections.limits import QuotaSettings
from vedette.settings import Settings
from vedette.web.routes import Route


class RuleServices(msgspec.Struct, frozen=True):
    service: RuleService
    groups: GroupWriter
    """Writes rules within other transactions. Its `rules` writes single rules."""
    defaults: RuleDefaults
    in_folders: RulesInFolders
    of_source: RulesOfSource
    routes: list[Route]


def build(
    base: Foundation, alerting_database: Database, data: Sources, hooks: RuleHooks
) -> RuleServices:
    """Build the rules. `alerting_database` is the database that alerting currently uses."""
    database, clock = base.database, base.clock
    defaults = rule_defaults(base.settings)
    groups = GroupWriter(RuleWriter(clock, rule_limits(base.settings), hooks, defaults), clock)
    service = RuleService(database, base.permissions, groups)
    routes = [
        *rule_routes(service, _States(alerting_database), _History(database), clock),
        *SourceRulesApi(data.service, data.calls).routes(),
    ]
    of_source = RulesOfSource(service, base.permissions)
    return RuleServices(service, groups, defaults, RulesInFolders(groups), of_source, routes)


def rule_defaults(settings: Settings) -> RuleDefaults:
    quota = settings[QuotaSettings]
    most = quota.alerting_rule_evaluation_results if quota.enabled else -1
    return RuleDefaults(
        min_interval=settings[AlertingSettings].min_interval,
        disabled_labels=frozenset(settings[ReservedLabelsSettings].disabled_labels),
        max_instances=MAX_INSTANCES if most < 0 else most,
    )


def rule_limits(settings: Settings) -> RuleLimits:
    quota, alerting = settings[QuotaSettings], settings[AlertingSettings]

    def limit(number: int) -> int | None:
        return number if quota.enabled and number >= 0 else None

    return RuleLimits(
        of_org=limit(quota.org_alert_rule),
        in_all=limit(quota.global_alert_rule_count),
        of_group=limit(quota.alerting_rule_group_rules),
        versions=alerting.rule_version_record_limit,
        interval=alerting.default_rule_evaluation_interval,
    )


def on_change(wakeups: Wakeups) -> Callable[[Tx, int], Awaitable[None]]:
    """Return the hook that makes all instances read the rules again."""

    async def changed(tx: Tx, org_id: int) -> None:
        await version_store.bump(tx, org_id, "rules")
        tx.after_commit(lambda: wakeups.notify("rules"))

    return changed


class _States:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def counts(self, org_id: int) -> Mapping[str, Mapping[AlertState, int]]:
        async with self._database.reading() as tx:
            return await InstanceStore(tx).counts(org_id)

    async def firing_rules(self, org_id: int) -> int:
        async with self._database.reading() as tx:
            return await InstanceStore(tx).firing_rules(org_id)

    async def instances(
        self, org_id: int, rule_uids: Sequence[str]
    ) -> Mapping[str, Collection[Instance]]:
        async with self._database.reading() as tx:
            found = await InstanceStore(tx).of_rules(org_id, rule_uids)
        return {uid: of_rule.values() for uid, of_rule in found.items()}

    async def evaluations(self, org_id: int) -> Mapping[str, Evaluation]:
        async with self._database.reading() as tx:
            return await EvaluationStore(tx).of_org(org_id)


class _History:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def records(
        self,
        org_id: int,
        since: datetime,
        until: datetime,
        limit: int,
        *,
        rule_uid: str = "",
        dashboard_uid: str = "",
    ) -> Sequence[TransitionRecord]:
        async with self._database.reading() as tx:
            store = TransitionStore(tx)
            if rule_uid:
                return await store.of_rule(org_id, rule_uid, since, until, limit)
            if dashboard_uid:
                return await store.of_dashboard(org_id, dashboard_uid, since, until, limit)
            return await store.of_org(org_id, since, until, limit)
