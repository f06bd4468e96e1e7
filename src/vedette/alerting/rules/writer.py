"""Writes rules in the caller's transaction: for the user interface, APIs and files.

`RuleHooks` handle the effects on states, alerts and other instances in the same transaction.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import msgspec
import orjson
from msgspec.structs import replace

from vedette.alerting.model import NotificationSettings, Rule
from vedette.alerting.model.provenance import Edit, check_delete, check_edit
from vedette.alerting.rules.errors import (
    BadRule,
    FolderMissing,
    RuleChanged,
    RuleQuotaReached,
    RuleTitleTaken,
    RuleUidTaken,
)
from vedette.alerting.rules.forms import canonical
from vedette.alerting.rules.group_store import RuleGroupStore
from vedette.alerting.rules.model import EvaluationGroup, RuleDraft, StoredRule
from vedette.alerting.rules.parsing import (
    DASHBOARD,
    DEFAULTS,
    PANEL,
    RuleDefaults,
    check_interval,
    parse_rule,
    recording,
)
from vedette.alerting.rules.store import RuleStore
from vedette.alerting.rules.version_store import RuleVersionStore
from vedette.cluster.time import database_now
from vedette.dashboards.model import Folder
from vedette.dashboards.service.locking import lock as lock_folders
from vedette.dashboards.store.folders import FolderStore
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.kernel.ids import new_uid

MAX_TEXT = 500_000
"""Maximum bytes of one rule."""
PAUSED, DELETED, UPDATED = "Paused", "RuleDeleted", "Updated"


class RuleLimits(msgspec.Struct, frozen=True):
    """None is no limit. 0 `versions` keeps all."""

    of_org: int | None = None
    in_all: int | None = None
    of_group: int | None = None
    versions: int = 0
    interval: timedelta = timedelta(minutes=1)
    """Default interval of a group that is created with its first rule."""


async def _nothing(*_: object) -> None:
    """A hook without effect."""


class RuleHooks(msgspec.Struct, frozen=True):
    on_reset: Callable[[Tx, Rule, str, int], Awaitable[None]] = _nothing
    """Called when the states of a rule become invalid: the previous rule, the reason, and the time
    in milliseconds."""
    on_change: Callable[[Tx, int], Awaitable[None]] = _nothing
    """Called when a rule of the organization changed."""
    check_notification: Callable[[Tx, int, NotificationSettings], Awaitable[str | None]] = _nothing
    """Returns an error if a rule refers to a contact point or a timing that does not exist."""


_NO_LIMITS, _NO_HOOKS = RuleLimits(), RuleHooks()


class RuleWriter:
    def __init__(
        self,
        clock: Clock,
        limits: RuleLimits = _NO_LIMITS,
        hooks: RuleHooks = _NO_HOOKS,
        defaults: RuleDefaults = DEFAULTS,
    ) -> None:
        self.limits = limits
        self.defaults = defaults
        self._clock = clock
        self.hooks = hooks

    def rules(self, tx: Tx) -> RuleStore:
        return RuleStore(tx, self.defaults)

    async def lock(self, tx: Tx, org_id: int) -> None:
        """Lock rules and folders of the organization until the transaction ends."""
        await lock_folders(tx, org_id)
        await tx.lock(f"rules:{org_id}")

    async def folder(self, tx: Tx, org_id: int, uid: str) -> Folder:
        """Raises `FolderMissing`."""
        found = await FolderStore(tx).by_uid(org_id, uid)
        if found is None:
            raise FolderMissing(uid)
        return found

    async def group(
        self, tx: Tx, org_id: int, folder_uid: str, name: str, interval: timedelta | None = None
    ) -> EvaluationGroup:
        """Return the group, created if missing. Raises `BadRule` or `FolderMissing`."""
        await self.folder(tx, org_id, folder_uid)
        store = RuleGroupStore(tx)
        found = await store.get(org_id, folder_uid, name)
        if found is None:
            wanted = self.limits.interval if interval is None else interval
            check_interval(wanted, name, self.defaults)
            if not name.strip() or len(name) > 190 or "\0" in name:
                raise BadRule("The name of a rule group must have 1 to 190 characters.")
            await store.insert(
                org_id, folder_uid, name, wanted, await database_now(tx, self._clock)
            )
            found = await store.get(org_id, folder_uid, name)
        assert found is not None
        return found

    async def create(
        self,
        tx: Tx,
        group: EvaluationGroup,
        draft: RuleDraft,
        edit: Edit,
        who: str,
        message: str = "",
        position: int | None = None,
    ) -> StoredRule:
        """Create a rule, by default at the end of its group.

        Raises `BadRule`, `RuleUidTaken`, `RuleTitleTaken` or `RuleQuotaReached`.
        """
        store, now = self.rules(tx), await database_now(tx, self._clock)
        if draft.uid and await store.by_uid(group.org_id, draft.uid):
            raise RuleUidTaken(draft.uid)
        if position is None:
            position = await self._end_of(store, group)
        await self._check_quota(store, group)
        rule = StoredRule(
            id=0,
            group=group,
            uid=draft.uid or new_uid(),
            position=position,
            text="",
            provenance=edit.provenance,
            version=1,
            dashboard_uid="",
            panel_id=0,
            created=now,
            created_by=who,
            updated=now,
            updated_by=who,
            defaults=self.defaults,
        )
        rule = await self._with_body(tx, rule, canonical(draft.body))
        rule = replace(rule, id=await store.insert(rule, now))
        await RuleVersionStore(tx).add(rule, message, self.limits.versions)
        await self.hooks.on_change(tx, group.org_id)
        return rule

    async def update(
        self,
        tx: Tx,
        before: StoredRule,
        draft: RuleDraft,
        edit: Edit,
        who: str,
        message: str = "",
        group: EvaluationGroup | None = None,
        position: int | None = None,
    ) -> StoredRule:
        """Update a rule. Returns `before` if nothing changes. Raises the errors of `create`,
        `OtherProvenance` and `RuleChanged`."""
        if draft.version is not None and draft.version != before.version:
            raise RuleChanged(before.title)
        body = canonical(draft.body)
        group = group or before.group
        is_same = group == before.group and is_equivalent(before, body)
        if is_same and (before.provenance == edit.provenance or edit.door == ""):
            return before
        check_edit(_named(before), before.provenance, edit)
        store, now = self.rules(tx), await database_now(tx, self._clock)
        if position is None:
            is_moved = group.id != before.group.id
            position = await self._end_of(store, group) if is_moved else before.position
        after = replace(
            before,
            group=group,
            position=position,
            provenance=edit.provenance,
            version=before.version + 1,
            updated=now,
            updated_by=who,
        )
        after = await self._with_body(tx, after, body)
        reason = _reset_reason(before, after)
        if reason:
            await self.hooks.on_reset(tx, before.rule, reason, now)
        await store.update(after, now)
        await RuleVersionStore(tx).add(after, message, self.limits.versions)
        if group.id != before.group.id:
            await RuleGroupStore(tx).delete_empty(group.org_id)
        await self.hooks.on_change(tx, after.org_id)
        return after

    async def delete(self, tx: Tx, rule: StoredRule, edit: Edit) -> None:
        """Raises `OtherProvenance`."""
        check_delete(_named(rule), rule.provenance, edit)
        await self.hooks.on_reset(tx, rule.rule, DELETED, await database_now(tx, self._clock))
        await self.rules(tx).delete(rule.org_id, rule.id)
        await RuleGroupStore(tx).delete_empty(rule.org_id)
        await self.hooks.on_change(tx, rule.org_id)

    async def _with_body(self, tx: Tx, rule: StoredRule, body: dict[str, Any]) -> StoredRule:
        text = orjson.dumps(body).decode()
        if len(text) > MAX_TEXT:
            raise BadRule(f"The rule has {len(text)} bytes; the maximum is {MAX_TEXT}.")
        group = rule.group
        parsed = parse_rule(
            body,
            org_id=group.org_id,
            uid=rule.uid,
            folder_uid=group.folder_uid,
            folder_title=group.folder_title,
            group=group.name,
            interval=group.interval,
            defaults=self.defaults,
        )
        recording(body)
        if parsed.notification is not None:
            problem = await self.hooks.check_notification(tx, group.org_id, parsed.notification)
            if problem:
                raise BadRule(f"The rule {parsed.title!r}: {problem}")
        same = await self.rules(tx).by_title(group.org_id, group.folder_uid, parsed.title)
        if same is not None and same.id != rule.id:
            raise RuleTitleTaken(parsed.title)
        return replace(
            rule,
            text=text,
            dashboard_uid=parsed.annotations.get(DASHBOARD, ""),
            panel_id=int(parsed.annotations.get(PANEL) or 0),
        )

    async def _end_of(self, store: RuleStore, group: EvaluationGroup) -> int:
        """Return the position after the last rule of the group. Raises `RuleQuotaReached`."""
        count, last = await store.end_of_group(group)
        most = self.limits.of_group
        if most is not None and count >= most:
            raise RuleQuotaReached(
                f"The rule group {group.name!r} has its {most} rules already; use another group or"
                " raise [quota] alerting_rule_group_rules."
            )
        return last + 1

    async def _check_quota(self, store: RuleStore, group: EvaluationGroup) -> None:
        limits = self.limits
        if limits.of_org is not None and await store.count(group.org_id) >= limits.of_org:
            raise RuleQuotaReached(
                f"The organization has its {limits.of_org} alert rules already; delete one or"
                " raise [quota] org_alert_rule."
            )
        if limits.in_all is not None and await store.count() >= limits.in_all:
            raise RuleQuotaReached(
                f"This server has its {limits.in_all} alert rules already; delete one or raise"
                " [quota] global_alert_rule_count."
            )


def _named(rule: StoredRule) -> str:
    return f"the rule {rule.title!r}"


def is_equivalent(before: StoredRule, body: dict[str, Any]) -> bool:
    """Return whether the rules are equal, with default values the same as missing ones."""
    if body in (before.body, canonical(before.body)):
        return True
    after = replace(before, text=orjson.dumps(body).decode())
    return (before.rule, before.record, before.body.get("labels", {})) == (
        after.rule,
        after.record,
        body.get("labels", {}),
    )


def _reset_reason(before: StoredRule, after: StoredRule) -> str:
    """Return the reason why the previous states become invalid, or an empty text."""
    if after.is_paused and not before.is_paused:
        return PAUSED
    if (before.record is None) != (after.record is None):
        return UPDATED
    return "" if before.rule.has_same_queries(after.rule) else UPDATED
