"""Tests of rules against existing data sources and policies."""

from collections.abc import Mapping

from vedette.alerting.delivery.configuration import Configurations
from vedette.alerting.evaluation.rendering import Render
from vedette.alerting.instances.evaluation_store import EvaluationStore
from vedette.alerting.instances.store import InstanceStore
from vedette.alerting.lab.api import LabApi
from vedette.alerting.lab.explain_api import Evaluated, RuleExplainApi
from vedette.alerting.muting.timings.model import Timing
from vedette.alerting.routing.tree import PolicyRoute
from vedette.alerting.rules.parsing import RuleDefaults
from vedette.alerting.rules.service import RuleService
from vedette.app.foundation import Foundation
from vedette.cluster.time import database_now
from vedette.querying.service import QueryService
from vedette.web.routes import Route


def build(
    base: Foundation,
    queries: QueryService,
    configurations: Configurations,
    render: Render,
    rules: RuleService,
    defaults: RuleDefaults,
) -> list[Route]:
    database, clock = base.database, base.clock

    async def routing(org_id: int) -> tuple[PolicyRoute, Mapping[str, Timing]]:
        async with database.transaction() as tx:
            now = await database_now(tx, clock)
            found = await configurations.load(tx, org_id, now)
        return found.route, found.timings

    async def states(org_id: int, rule_uid: str) -> Evaluated:
        async with database.transaction() as tx:
            found = await EvaluationStore(tx).of_rule(org_id, rule_uid)
            instances = await InstanceStore(tx).of_rule(org_id, rule_uid)
        return (found.slot, found.due_at, instances) if found else (None, None, instances)

    return [
        *LabApi(queries, routing, render, clock, defaults).routes(),
        *RuleExplainApi(rules, states, queries, clock).routes(),
    ]
