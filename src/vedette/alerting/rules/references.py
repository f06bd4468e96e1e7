"""References of rules to contact points and mute timings in their notification settings."""

from collections.abc import Sequence
from typing import Any

from vedette.alerting.model.provenance import edit_keeping
from vedette.alerting.rules.model import RuleDraft, StoredRule
from vedette.alerting.rules.writer import RuleWriter
from vedette.db.database import Tx

_TIMING_LISTS = ("mute_time_intervals", "active_time_intervals")


class RuleReferences:
    """Finds and renames these references. Rules of any provenance follow a new name."""

    def __init__(self, rules: RuleWriter) -> None:
        self._rules = rules

    async def uses_of_receiver(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        found = await self._rules.rules(tx).naming_receiver(org_id, name)
        return [f"the rule {each.rule.title!r}" for each in found]

    async def rename_receiver(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        await self._rules.lock(tx, org_id)
        for rule in await self._rules.rules(tx).naming_receiver(org_id, old):
            settings = {**rule.body["notification_settings"], "receiver": new}
            message = f"The contact point {old} was renamed to {new}."
            await self._update(tx, rule, settings, message)

    async def uses_of_timing(self, tx: Tx, org_id: int, name: str) -> Sequence[str]:
        found = await self._naming_timing(tx, org_id, name)
        return [f"the rule {each.rule.title!r}" for each in found]

    async def rename_timing(self, tx: Tx, org_id: int, old: str, new: str) -> None:
        await self._rules.lock(tx, org_id)
        for rule in await self._naming_timing(tx, org_id, old):
            settings = dict(rule.body["notification_settings"])
            for key in _TIMING_LISTS:
                if settings.get(key):
                    settings[key] = [new if name == old else name for name in settings[key]]
            message = f"The mute timing {old} was renamed to {new}."
            await self._update(tx, rule, settings, message)

    async def _update(
        self, tx: Tx, rule: StoredRule, settings: dict[str, Any], message: str
    ) -> None:
        draft = RuleDraft({**rule.body, "notification_settings": settings})
        edit = edit_keeping(rule.provenance)
        await self._rules.update(tx, rule, draft, edit, rule.updated_by, message)

    async def _naming_timing(self, tx: Tx, org_id: int, name: str) -> Sequence[StoredRule]:
        return [
            each
            for each in await self._rules.rules(tx).all(org_id)
            if (settings := each.rule.notification) is not None
            and name in (*settings.mute_timings, *settings.active_timings)
        ]
