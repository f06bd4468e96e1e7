"""Changes of whole groups and folders in an open transaction."""

from collections.abc import Collection, Sequence
from datetime import timedelta

import msgspec
from msgspec.structs import replace

from vedette.alerting.model.provenance import Edit
from vedette.alerting.rules.errors import BadRule, RuleNotFound, RuleQuotaReached
from vedette.alerting.rules.forms import patched
from vedette.alerting.rules.group_store import RuleGroupStore
from vedette.alerting.rules.model import EvaluationGroup, RuleDraft, StoredRule
from vedette.alerting.rules.parsing import check_interval
from vedette.alerting.rules.writer import RuleWriter
from vedette.db.database import Tx
from vedette.kernel.clock import Clock
from vedette.kernel.text import first_repeated


class GroupChange(msgspec.Struct, frozen=True):
    """Uids of rules."""

    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()


class GroupPlan(msgspec.Struct, frozen=True):
    """Each draft with the rule that it changes, if any, and the rules to delete."""

    pairs: tuple[tuple[RuleDraft, StoredRule | None], ...]
    omitted: tuple[StoredRule, ...]


def plan(
    drafts: Sequence[RuleDraft], in_group: Sequence[StoredRule], elsewhere: Collection[StoredRule]
) -> GroupPlan:
    """Match drafts with existing rules.

    A draft identifies its rule by uid, in any folder, else by its title in the group, so that
    sending a group again changes nothing.
    """
    by_uid = {each.uid: each for each in (*in_group, *elsewhere)}
    named = {draft.uid for draft in drafts if draft.uid}
    by_title = {each.title: each for each in in_group if each.uid not in named}
    pairs = []
    for draft in drafts:
        title = draft.body.get("title")
        known = by_uid.get(draft.uid) if draft.uid else None
        if not draft.uid and isinstance(title, str):
            known = by_title.pop(title.strip(), None)
        if draft.is_patch:
            draft = _filled(draft, known)
        pairs.append((draft, known))
    kept = {known.uid for _, known in pairs if known is not None}
    return GroupPlan(tuple(pairs), tuple(each for each in in_group if each.uid not in kept))


def _filled(draft: RuleDraft, known: StoredRule | None) -> RuleDraft:
    """Return the draft with missing keys filled in. A rule matched by its title only keeps its
    pause.

    Raises `RuleNotFound` if the patch names a rule that does not exist.
    """
    if known is None:
        if draft.uid:
            raise RuleNotFound(draft.uid)
        return draft
    if draft.uid:
        return replace(draft, body=patched(known.body, draft.body))
    return replace(draft, body={"isPaused": known.is_paused} | draft.body)


class GroupDraft(msgspec.Struct, frozen=True):
    """The desired state of a group. Without an interval it keeps its own."""

    name: str
    interval: timedelta | None
    drafts: tuple[RuleDraft, ...]


class GroupWriter:
    def __init__(self, rules: RuleWriter, clock: Clock) -> None:
        self.rules = rules
        self._clock = clock

    async def plan(
        self, tx: Tx, org_id: int, folder_uid: str, name: str, drafts: Sequence[RuleDraft]
    ) -> GroupPlan:
        """Raises `BadRule` if two drafts match one rule, and `RuleNotFound`."""
        store = self.rules.rules(tx)
        in_group = await store.of_group(org_id, folder_uid, name)
        uids = [draft.uid for draft in drafts if draft.uid]
        twice = first_repeated(uids)
        if twice is not None:
            raise BadRule(f"The group {name!r} has two rules with the uid {twice[:40]!r}.")
        elsewhere = await store.by_uids(org_id, set(uids) - {each.uid for each in in_group})
        return plan(drafts, in_group, list(elsewhere.values()))

    async def replace(
        self,
        tx: Tx,
        org_id: int,
        folder_uid: str,
        name: str,
        interval: timedelta | None,
        drafts: Sequence[RuleDraft],
        edit: Edit,
        who: str,
        message: str = "",
        planned: GroupPlan | None = None,
    ) -> GroupChange:
        """Replace the rules of a group, in this order. Without an interval it keeps its own.

        Raises the errors of `RuleWriter`. Unchanged rules can have any provenance.
        """
        planned = planned or await self.plan(tx, org_id, folder_uid, name, drafts)
        most = self.rules.limits.of_group
        if most is not None and len(drafts) > max(most, _staying(planned, folder_uid, name)):
            raise RuleQuotaReached(
                f"The rule group {name!r} would have {len(drafts)} rules; {most} are allowed by"
                " [quota] alerting_rule_group_rules."
            )
        known_before = [known for _, known in planned.pairs if known is not None]
        await self.rules.rules(tx).lock_evaluations([*planned.omitted, *known_before])
        for rule in planned.omitted:
            await self.rules.delete(tx, rule, edit)
        if not drafts:
            return GroupChange(deleted=tuple(each.uid for each in planned.omitted))
        group = await self.rules.group(tx, org_id, folder_uid, name, interval)
        group = await self._with_interval(tx, group, interval)
        await self._set_titles_aside(tx, org_id, planned)
        created, updated, places = [], [], {}
        for position, (draft, known) in enumerate(planned.pairs, 1):
            if known is None:
                rule = await self.rules.create(tx, group, draft, edit, who, message, position)
                created.append(rule.uid)
            else:
                rule = await self.rules.update(
                    tx, known, draft, edit, who, message, group, position
                )
                if rule is not known:
                    updated.append(rule.uid)
            if rule.position != position:
                places[rule.id] = position
        await self.rules.rules(tx).place(org_id, places)
        deleted = tuple(each.uid for each in planned.omitted)
        return GroupChange(tuple(created), tuple(updated), deleted)

    async def set_interval(
        self, tx: Tx, org_id: int, folder_uid: str, name: str, interval: timedelta
    ) -> None:
        """Set the interval of an existing group. Raises `BadRule`."""
        check_interval(interval, name, self.rules.defaults)
        group = await RuleGroupStore(tx).get(org_id, folder_uid, name)
        if group is not None:
            await self._with_interval(tx, group, interval)

    async def free_titles(
        self, tx: Tx, org_id: int, plans: Sequence[GroupPlan], edit: Edit
    ) -> Sequence[GroupPlan]:
        """What is left to do when rules that go are gone, and titles that change are free.

        A rule that goes from one of the groups to another does not go.
        """
        staying = {known.uid for each in plans for _, known in each.pairs if known is not None}
        going = [rule for each in plans for rule in each.omitted if rule.uid not in staying]
        known = [known for each in plans for _, known in each.pairs if known is not None]
        await self.rules.rules(tx).lock_evaluations([*going, *known])
        for rule in going:
            await self.rules.delete(tx, rule, edit)
        for each in plans:
            await self._set_titles_aside(tx, org_id, each)
        return [GroupPlan(each.pairs, ()) for each in plans]

    async def delete(self, tx: Tx, rules: Sequence[StoredRule], edit: Edit) -> tuple[str, ...]:
        """Delete all rules, or none if one of them is provisioned."""
        await self.rules.rules(tx).lock_evaluations(rules)
        for rule in rules:
            await self.rules.delete(tx, rule, edit)
        return tuple(each.uid for each in rules)

    async def _with_interval(
        self, tx: Tx, group: EvaluationGroup, interval: timedelta | None
    ) -> EvaluationGroup:
        if interval is None or interval == group.interval:
            return group
        check_interval(interval, group.name, self.rules.defaults)
        await RuleGroupStore(tx).set_interval(group, interval, self._clock.now_ms())
        await self.rules.hooks.on_change(tx, group.org_id)
        return replace(group, interval=interval)

    async def _set_titles_aside(self, tx: Tx, org_id: int, planned: GroupPlan) -> None:
        renamed = [
            known.id
            for draft, known in planned.pairs
            if known is not None and str(draft.body.get("title")).strip() != known.title
        ]
        await self.rules.rules(tx).set_titles_aside(org_id, renamed)


def _staying(planned: GroupPlan, folder_uid: str, name: str) -> int:
    """Return the limit of rules. A group that exceeded a new quota before keeps its size."""
    place = (folder_uid, name)
    groups = [known.group for _, known in planned.pairs if known is not None]
    return sum((group.folder_uid, group.name) == place for group in groups)
