"""The engine that evaluates alert rules, built from the configuration."""

from collections.abc import Callable

import msgspec

from vedette.alerting.evaluation.bulkheads import Bulkheads
from vedette.alerting.evaluation.claimed_rules import ClaimedRules
from vedette.alerting.evaluation.commit import EvaluationCommits
from vedette.alerting.evaluation.evaluator import Evaluator, Tries
from vedette.alerting.evaluation.maintenance import SchedulerMaintenance
from vedette.alerting.evaluation.memory import EvaluationMemory
from vedette.alerting.evaluation.recording import (
    RecordingEvaluator,
    RecordingTarget,
    TargetConnections,
)
from vedette.alerting.evaluation.rendering import Render
from vedette.alerting.evaluation.rule_reset import RuleReset
from vedette.alerting.evaluation.scheduler import Scheduler
from vedette.alerting.evaluation.source_health import SourceHealths
from vedette.alerting.evaluation.upkeep import EvaluationUpkeep
from vedette.alerting.evaluation.watchdog import Watchdog
from vedette.alerting.instances.retention import HistoryRetention
from vedette.alerting.model.rules import NEVER_DUE
from vedette.alerting.rules.parsing import RuleDefaults
from vedette.alerting.settings import (
    AlertingSettings,
    RecordingHeadersSettings,
    RecordingRulesSettings,
    StateHistoryAnnotationsSettings,
    StateHistorySettings,
)
from vedette.app.alert_settings import disabled_orgs, history_age
from vedette.cluster.claim_store import ClaimTable
from vedette.cluster.claims import Claims
from vedette.cluster.instances import Instances
from vedette.cluster.pulse import Pulse
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database
from vedette.kernel.clock import Clock
from vedette.outbound.client import ClientOptions
from vedette.querying.service import QueryService
from vedette.sdk import HttpClient
from vedette.server.lifecycle import Service
from vedette.settings import Settings
from vedette.telemetry.alerting import EvaluationMetrics

_MOST_AT_ONCE = 1_000


class Engine(msgspec.Struct, frozen=True):
    rule_reset: RuleReset
    evaluator: Evaluator
    scheduler: Scheduler
    maintenance: SchedulerMaintenance
    upkeep: EvaluationUpkeep
    sources: SourceHealths
    services: list[Service]
    """Services. Empty if this instance evaluates no rules."""
    checks: list[Callable[[], str | None]]
    """Checks of the health endpoint."""


class EvaluationServices(msgspec.Struct, frozen=True):
    """Queries and templates of rules, and the connections that recording rules write to."""

    queries: QueryService
    render: Render
    connections: TargetConnections
    client: Callable[[ClientOptions], HttpClient]

    def target(self, settings: Settings) -> RecordingTarget:
        section = settings[RecordingRulesSettings]
        uid, url = section.default_datasource_uid, section.url
        if uid or not url:
            return RecordingTarget(uid)
        client = self.client(
            ClientOptions(
                "Remote write",
                "remote-write",
                url,
                is_trusted=True,
                user=section.basic_auth_username,
                password=section.basic_auth_password,
            )
        )
        headers = settings[RecordingHeadersSettings].values
        return RecordingTarget(
            client=client, url=url, headers=headers, seconds=section.timeout.total_seconds()
        )


def build(
    database: Database,
    clock: Clock,
    settings: Settings,
    services: EvaluationServices,
    defaults: RuleDefaults,
    wakeups: Wakeups,
    instances: Instances,
    metrics: EvaluationMetrics,
) -> Engine:
    alerting = settings[AlertingSettings]
    keeps_history = settings[StateHistorySettings].enabled
    off = disabled_orgs(settings)
    sources = SourceHealths()
    claims = Claims(
        database,
        clock,
        ClaimTable(
            "alert_evaluation",
            "rule_id",
            ("rule_version", "slot"),
            f"due_at < {NEVER_DUE}{_without(off)}",
        ),
        instances.name,
        alerting.lease,
    )
    bulkheads = Bulkheads(clock, alerting.concurrent_evaluations, _MOST_AT_ONCE // 2)
    tries = Tries(alerting.max_attempts, alerting.evaluation_timeout.total_seconds())
    evaluator = Evaluator(services.queries, clock, services.render, bulkheads, sources, tries)
    memory = EvaluationMemory(database, clock, defaults)
    pulse = Pulse("scheduler", clock)
    rules = ClaimedRules(
        database,
        clock,
        claims,
        memory,
        evaluator,
        RecordingEvaluator(
            evaluator, clock, services.render, services.connections, services.target(settings)
        ),
        EvaluationCommits(database, clock, claims, wakeups, sources, keeps_history=keeps_history),
        metrics,
        jitter=not alerting.disable_jitter,
    )
    scheduler = Scheduler(clock, claims, memory, rules, wakeups, metrics, pulse, _MOST_AT_ONCE)
    upkeep = EvaluationUpkeep(database, clock, memory, metrics, defaults.min_interval)
    maintenance = SchedulerMaintenance(
        database, clock, claims, instances, scheduler, upkeep, sources, metrics
    )
    loops = [
        Service("scheduler", scheduler.run),
        Service("scheduler-maintenance", maintenance.run, vital=False),
    ]
    if alerting.watchdog:
        watchdog = Watchdog(database, clock, wakeups, scheduler, off)
        loops.append(Service("watchdog", watchdog.run, vital=False))
    evaluates = alerting.enabled and alerting.execute_alerts
    return Engine(
        RuleReset(wakeups, sources, keeps_history=keeps_history),
        evaluator,
        scheduler,
        maintenance,
        upkeep,
        sources,
        loops if evaluates else [],
        [pulse.stuck, maintenance.stuck] if evaluates else [],
    )


def _without(org_ids: frozenset[int]) -> str:
    return f" AND org_id NOT IN ({', '.join(map(str, sorted(org_ids)))})" if org_ids else ""


def retention(database: Database, clock: Clock, settings: Settings) -> HistoryRetention:
    """Raises `SettingsError` if the age in the settings is not a duration."""
    most = settings[StateHistoryAnnotationsSettings].max_annotations_to_keep
    return HistoryRetention(database, clock, history_age(settings), most)
