"""Ends the states of a rule that is paused, deleted, or asks something else from now on."""

from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.evaluation import states, told
from vedette.alerting.evaluation.source_health import SourceHealths
from vedette.alerting.instances.evaluation_store import EvaluationStore
from vedette.alerting.instances.history_store import TransitionStore
from vedette.alerting.instances.store import InstanceStore
from vedette.alerting.model import Rule
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Tx
from vedette.kernel.clock import moment


class Ending:
    def __init__(self, wakeups: Wakeups, sources: SourceHealths, *, keeps_history: bool) -> None:
        self._wakeups = wakeups
        self._sources = sources
        self._keeps_history = keeps_history

    async def end_states(self, tx: Tx, rule: Rule, reason: str, now: int) -> None:
        """In the transaction of the change; `rule` is as it was before.

        `reason` is `Paused`, `RuleDeleted` or `Updated`, as messages tell it; `now` is in
        milliseconds of the database's clock. An evaluation that is under way counts no more.
        """
        await EvaluationStore(tx).restart(rule.org_id, rule.uid, now)
        prior = await InstanceStore(tx).of_rule(rule.org_id, rule.uid)
        step = states.reset(prior, moment(now), reason)
        if prior:
            await InstanceStore(tx).delete_rule(rule.org_id, rule.uid)
        if self._keeps_history and step.transitions:
            await TransitionStore(tx).add(told.records(rule, step, moment(now), moment(now)))
        alerts = [
            *told.alerts(rule, step),
            *await self._sources.forget(tx, rule, moment(now)),
        ]
        if alerts:
            await AlertStore(tx).put(alerts, now)
        tx.after_commit(self._woken)

    def _woken(self) -> None:
        self._wakeups.notify("alerts")
        self._wakeups.notify("rules")
