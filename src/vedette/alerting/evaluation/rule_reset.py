"""Resolves the alerts of a rule that is paused, deleted or changed."""

from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.evaluation import outputs, states
from vedette.alerting.evaluation.source_health import SourceHealths
from vedette.alerting.instances.evaluation_store import EvaluationStore
from vedette.alerting.instances.history_store import TransitionStore
from vedette.alerting.instances.store import InstanceStore
from vedette.alerting.model import Rule
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Tx
from vedette.kernel.clock import moment


class RuleReset:
    def __init__(self, wakeups: Wakeups, sources: SourceHealths, *, keeps_history: bool) -> None:
        self._wakeups = wakeups
        self._sources = sources
        self._keeps_history = keeps_history

    async def reset_states(self, tx: Tx, rule: Rule, reason: str, now: int) -> None:
        """Resolve all instances in the transaction of the change. `rule` is the version before it.

        `reason` is `Paused`, `RuleDeleted` or `Updated`, as shown in notifications. `now` is in
        milliseconds of the database's clock. An evaluation in progress is discarded.
        """
        await EvaluationStore(tx).restart(rule.org_id, rule.uid, now)
        prior = await InstanceStore(tx).of_rule(rule.org_id, rule.uid)
        step = states.reset(prior, moment(now), reason)
        if prior:
            await InstanceStore(tx).delete_rule(rule.org_id, rule.uid)
        if self._keeps_history and step.transitions:
            await TransitionStore(tx).add(outputs.records(rule, step, moment(now), moment(now)))
        alerts = [
            *outputs.alerts(rule, step),
            *await self._sources.forget(tx, rule, moment(now)),
        ]
        if alerts:
            await AlertStore(tx).put(alerts, now)
        tx.after_commit(self._wake_routing)

    def _wake_routing(self) -> None:
        self._wakeups.notify("alerts")
        self._wakeups.notify("rules")
