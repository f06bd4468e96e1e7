"""Rules in the database: history, order, keepers, quotas, and writers at the same time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from tests.unit.alerting.rules.bodies import above, body, query

from vedette.alerting.model import Rule
from vedette.alerting.model.provenance import API, API_OPEN, FILE, UI, Edit, OtherProvenance
from vedette.alerting.model.rules import NEVER_DUE
from vedette.alerting.rules.errors import (
    BadRule,
    FolderMissing,
    RuleChanged,
    RuleQuotaReached,
    RuleTitleTaken,
    RuleUidTaken,
)
from vedette.alerting.rules.group_store import RuleGroupStore
from vedette.alerting.rules.groups import GroupChange, GroupWriter
from vedette.alerting.rules.model import RuleDraft, StoredRule
from vedette.alerting.rules.store import RuleStore
from vedette.alerting.rules.version_store import RuleVersionStore
from vedette.alerting.rules.writer import RuleHooks, RuleLimits, RuleWriter
from vedette.dashboards.store.folders import FolderStore
from vedette.db.database import Database, Tx
from vedette.kernel.clock import SystemClock

FOLDERS = ("infra", "apps")


@dataclass
class Keeping:
    """Writes rules as a service would, and notes what others are told."""

    database: Database
    limits: RuleLimits = field(default_factory=RuleLimits)
    resets: list[tuple[str, str]] = field(default_factory=list)
    changes: int = 0
    on_reset: Callable[[Tx], Awaitable[None]] | None = None

    @property
    def groups(self) -> GroupWriter:
        async def on_reset(tx: Tx, rule: Rule, reason: str, now: int) -> None:
            self.resets.append((rule.uid, reason))
            if self.on_reset is not None:
                await self.on_reset(tx)

        async def on_change(tx: Tx, org_id: int) -> None:
            self.changes += 1

        hooks = RuleHooks(on_reset, on_change)
        return GroupWriter(RuleWriter(SystemClock(), self.limits, hooks), SystemClock())

    async def make(self, uid: str, edit: Edit = UI, group: str = "g", **changes: Any) -> StoredRule:
        writer = self.groups.rules
        async with self.database.transaction() as tx:
            await writer.lock(tx, 1)
            place = await writer.group(tx, 1, "infra", group)
            given = body(**({"title": f"rule {uid}"} | changes))
            return await writer.create(tx, place, RuleDraft(given, uid), edit, "ann")

    async def change(self, uid: str, edit: Edit = UI, **changes: Any) -> StoredRule:
        version = changes.pop("version", None)
        async with self.database.transaction() as tx:
            await self.groups.rules.lock(tx, 1)
            before = await RuleStore(tx).by_uid(1, uid)
            assert before is not None
            merged = {**before.body, **changes}
            given = {key: value for key, value in merged.items() if value is not None}
            draft = RuleDraft(given, version=version)
            return await self.groups.rules.update(tx, before, draft, edit, "bob", "why not")

    async def delete(self, uid: str, edit: Edit = UI) -> None:
        async with self.database.transaction() as tx:
            before = await RuleStore(tx).by_uid(1, uid)
            assert before is not None
            await self.groups.rules.delete(tx, before, edit)

    async def replace(
        self,
        drafts: Sequence[RuleDraft],
        edit: Edit = UI,
        group: str = "g",
        interval: timedelta | None = None,
    ) -> GroupChange:
        async with self.database.transaction() as tx:
            await self.groups.rules.lock(tx, 1)
            return await self.groups.replace(tx, 1, "infra", group, interval, drafts, edit, "ann")

    async def rules(self) -> Sequence[StoredRule]:
        async with self.database.reading() as tx:
            return await RuleStore(tx).all(1)

    async def evaluations(self) -> dict[str, tuple[int, int, int]]:
        """Version, when due and epoch, by rule."""
        async with self.database.reading() as tx:
            rows = await tx.all("SELECT * FROM alert_evaluation")
        return {row["rule_uid"]: (row["rule_version"], row["due_at"], row["epoch"]) for row in rows}


@pytest.fixture
async def keeping(database: Database) -> Keeping:
    async with database.transaction() as tx:
        await tx.execute("INSERT INTO org (name, created, updated) VALUES ('one', 1, 1)")
        for uid in FOLDERS:
            await tx.execute(
                "INSERT INTO folder (org_id, uid, parent_uid, path, title, search_title, version,"
                " created, created_by, updated, updated_by, provisioned_by) VALUES (1, :uid, '',"
                " :path, :title, :title, 1, 1, '', 1, '', NULL)",
                {"uid": uid, "path": f"/{uid}/", "title": uid.title()},
            )
    return Keeping(database)


def drafts(*uids: str, **changes: Any) -> list[RuleDraft]:
    return [RuleDraft(body(**({"title": f"rule {uid}"} | changes)), uid) for uid in uids]


async def test_a_new_rule_is_kept_whole_and_due_at_once(keeping: Keeping) -> None:
    made = await keeping.make("cpu")
    [kept] = await keeping.rules()
    assert kept == made
    assert (kept.rule.folder, kept.rule.group, kept.rule.version) == ("Infra", "g", 1)
    version, due, _ = (await keeping.evaluations())["cpu"]
    assert version == 1
    assert due <= SystemClock().now_ms()
    assert keeping.changes == 1


async def test_the_scheduler_reads_rules_by_their_numbers(keeping: Keeping) -> None:
    made = await keeping.make("cpu")
    async with keeping.database.reading() as tx:
        found = await RuleStore(tx).by_ids([made.id, made.id + 1])
    assert found == {made.id: made}


async def test_each_change_is_a_version_that_can_be_read_again(keeping: Keeping) -> None:
    made = await keeping.make("cpu")
    await keeping.change("cpu", **{"for": "9m"})
    async with keeping.database.reading() as tx:
        found = await RuleVersionStore(tx).newest(1, made.id, 10)
    assert [(each.version, each.created_by, each.message) for each in found] == [
        (2, "bob", "why not"),
        (1, "ann", ""),
    ]
    assert '"for":"9m"' in found[0].body


async def test_only_so_many_versions_are_kept_as_the_operator_wants(keeping: Keeping) -> None:
    keeping.limits = RuleLimits(versions=2)
    made = await keeping.make("cpu")
    for minutes in range(4):
        await keeping.change("cpu", **{"for": f"{minutes}m"})
    async with keeping.database.reading() as tx:
        found = await RuleVersionStore(tx).newest(1, made.id, 10)
    assert [each.version for each in found] == [5, 4]


async def test_a_rule_that_stays_the_same_has_no_new_version(keeping: Keeping) -> None:
    await keeping.make("cpu")
    assert (await keeping.change("cpu")).version == 1
    assert keeping.changes == 1


async def test_whoever_evaluates_an_old_version_is_fenced_off(keeping: Keeping) -> None:
    await keeping.make("cpu")
    before = (await keeping.evaluations())["cpu"]
    await keeping.change("cpu", labels={"team": "web"})
    version, _, epoch = (await keeping.evaluations())["cpu"]
    assert (version, epoch) == (2, before[2] + 1)


async def test_states_end_when_another_thing_is_asked_and_stay_when_it_is_not(
    keeping: Keeping,
) -> None:
    await keeping.make("cpu")
    await keeping.change("cpu", labels={"team": "web"}, title="Other")
    assert keeping.resets == []
    await keeping.change("cpu", data=[query("A"), above("C", "A", 5)])
    assert keeping.resets == [("cpu", "Updated")]


async def test_a_paused_rule_ends_its_states_and_is_due_never(keeping: Keeping) -> None:
    await keeping.make("cpu")
    await keeping.change("cpu", isPaused=True)
    assert keeping.resets == [("cpu", "Paused")]
    assert (await keeping.evaluations())["cpu"][1] == NEVER_DUE
    await keeping.change("cpu", isPaused=None)
    assert (await keeping.evaluations())["cpu"][1] < NEVER_DUE


async def test_a_deleted_rule_leaves_nothing_behind(keeping: Keeping) -> None:
    await keeping.make("cpu")
    await keeping.delete("cpu")
    assert keeping.resets == [("cpu", "RuleDeleted")]
    async with keeping.database.reading() as tx:
        for table in ("rule", "rule_group", "rule_version", "rule_source", "evaluation"):
            assert await tx.value(f"SELECT COUNT(*) FROM alert_{table}") == 0


async def test_rules_are_found_by_the_source_they_ask(keeping: Keeping) -> None:
    await keeping.make("cpu")
    async with keeping.database.reading() as tx:
        assert [each.uid for each in await RuleStore(tx).of_source(1, "prom")] == ["cpu"]
        assert await RuleStore(tx).of_source(1, "__expr__") == []
    await keeping.change("cpu", data=[query("C", datasourceUid="loki")])
    async with keeping.database.reading() as tx:
        assert await RuleStore(tx).of_source(1, "prom") == []
        assert [each.uid for each in await RuleStore(tx).of_source(1, "loki")] == ["cpu"]


async def test_rules_are_found_by_the_contact_point_they_name(keeping: Keeping) -> None:
    await keeping.make("cpu", notification_settings={"receiver": "on call"})
    async with keeping.database.reading() as tx:
        assert [each.uid for each in await RuleStore(tx).naming_receiver(1, "on call")] == ["cpu"]
        assert await RuleStore(tx).naming_receiver(1, "nobody") == []


async def test_rules_of_another_organization_are_not_seen(keeping: Keeping) -> None:
    """Proves T41."""
    await keeping.make("cpu", annotations={"__dashboardUid__": "d", "__panelId__": "1"})
    async with keeping.database.reading() as tx:
        store = RuleStore(tx)
        assert await store.by_uid(2, "cpu") is None
        assert await store.by_uids(2, ["cpu"]) == {}
        assert await store.count(2) == await store.count_in(2, ["infra"]) == 0
        for found in (
            await store.all(2),
            await store.of_folder(2, "infra"),
            await store.of_group(2, "infra", "g"),
            await store.of_panel(2, "d", 1),
            await store.of_source(2, "prom"),
        ):
            assert list(found) == []
        assert [each.uid for each in await store.of_panel(1, "d", 1)] == ["cpu"]


async def test_what_means_the_same_is_no_change(keeping: Keeping) -> None:
    await keeping.make("cpu", API)
    same = await keeping.change(
        "cpu", noDataState="NoData", execErrState="Alerting", outage="shared"
    )
    assert same.version == 1


async def test_a_title_is_given_once_in_a_folder_and_a_uid_once(keeping: Keeping) -> None:
    await keeping.make("cpu", title="CPU")
    with pytest.raises(RuleTitleTaken):
        await keeping.make("other", title="CPU")
    with pytest.raises(RuleUidTaken):
        await keeping.make("cpu", title="Other")
    assert len(await keeping.rules()) == 1


async def test_a_rule_lies_in_a_folder_that_is_there(keeping: Keeping) -> None:
    async with keeping.database.transaction() as tx:
        with pytest.raises(FolderMissing, match="nowhere"):
            await keeping.groups.rules.group(tx, 1, "nowhere", "g")


@pytest.mark.parametrize(
    ("kept_by", "changed_by", "is_allowed"),
    [
        (UI, UI, True),
        (UI, API, True),
        (UI, FILE, True),
        (API, UI, False),
        (API, API, True),
        (API, API_OPEN, True),
        (API, FILE, True),
        (FILE, UI, False),
        (FILE, API, False),
        (FILE, API_OPEN, False),
        (FILE, FILE, True),
    ],
)
async def test_a_rule_is_changed_where_it_is_kept(
    keeping: Keeping, kept_by: Edit, changed_by: Edit, is_allowed: bool
) -> None:
    await keeping.make("cpu", kept_by)
    if is_allowed:
        changed = await keeping.change("cpu", changed_by, labels={"team": "web"})
        assert changed.provenance == changed_by.provenance
        await keeping.delete("cpu", changed_by)
        return
    with pytest.raises(OtherProvenance):
        await keeping.change("cpu", changed_by, labels={"team": "web"})
    with pytest.raises(OtherProvenance, match="cannot delete with provided provenance"):
        await keeping.delete("cpu", changed_by)


async def test_what_somebody_changed_meanwhile_is_not_overwritten(keeping: Keeping) -> None:
    await keeping.make("cpu")
    await keeping.change("cpu", labels={"team": "web"}, version=1)
    with pytest.raises(RuleChanged):
        await keeping.change("cpu", labels={"team": "ops"}, version=1)


async def test_quotas_hold(keeping: Keeping) -> None:
    """Proves T63."""
    keeping.limits = RuleLimits(of_org=3, of_group=2)
    await keeping.make("a")
    await keeping.make("b")
    with pytest.raises(RuleQuotaReached, match="alerting_rule_group_rules"):
        await keeping.make("c")
    await keeping.make("c", group="other")
    with pytest.raises(RuleQuotaReached, match="org_alert_rule"):
        await keeping.make("d", group="other")
    keeping.limits = RuleLimits(in_all=3)
    with pytest.raises(RuleQuotaReached, match="global_alert_rule_count"):
        await keeping.make("d")


async def test_a_group_grows_past_its_quota_by_no_way(keeping: Keeping) -> None:
    await keeping.replace(drafts("a", "b", "c"))
    await keeping.replace(drafts("x"), group="other")
    keeping.limits = RuleLimits(of_group=2)
    with pytest.raises(RuleQuotaReached, match="would have 4 rules; 2 are allowed"):
        await keeping.replace(drafts("a", "b", "c", "x"))
    assert (await keeping.replace(drafts("c", "b", "a"))).deleted == ()
    assert (await keeping.replace(drafts("a", "b"))).deleted == ("c",)


async def test_a_group_has_the_rules_that_were_sent_in_their_order(keeping: Keeping) -> None:
    first = await keeping.replace(drafts("a", "b", "c"))
    assert first.created == ("a", "b", "c")
    change = await keeping.replace(drafts("c", "d", "a"))
    assert (change.created, change.updated, change.deleted) == (("d",), (), ("b",))
    assert [each.uid for each in await keeping.rules()] == ["c", "d", "a"]
    assert keeping.resets == [("b", "RuleDeleted")]


async def test_groups_that_change_together_exchange_rules_and_titles(keeping: Keeping) -> None:
    await keeping.replace(drafts("a", "b"), group="g")
    await keeping.replace(drafts("c", "d"), group="h")
    wanted = {
        "g": [RuleDraft(body(title="rule a"), "c"), RuleDraft(body(title="rule d"), "new")],
        "h": [RuleDraft(body(title="rule c"), "a")],
    }
    async with keeping.database.transaction() as tx:
        writer = keeping.groups
        await writer.rules.lock(tx, 1)
        plans = [await writer.plan(tx, 1, "infra", name, sent) for name, sent in wanted.items()]
        plans = list(await writer.free_titles(tx, 1, plans, UI))
        for (name, sent), planned in zip(wanted.items(), plans, strict=True):
            await writer.replace(tx, 1, "infra", name, None, sent, UI, "ann", planned=planned)
    assert [(each.group.name, each.uid, each.title) for each in await keeping.rules()] == [
        ("g", "c", "rule a"),
        ("g", "new", "rule d"),
        ("h", "a", "rule c"),
    ]
    assert sorted(keeping.resets) == [("b", "RuleDeleted"), ("d", "RuleDeleted")]


async def test_rules_of_a_group_exchange_their_titles(keeping: Keeping) -> None:
    await keeping.replace(drafts("a", "b"))
    swapped = [RuleDraft(body(title="rule b"), "a"), RuleDraft(body(title="rule a"), "b")]
    assert (await keeping.replace(swapped)).updated == ("a", "b")
    assert {each.uid: each.title for each in await keeping.rules()} == {
        "a": "rule b",
        "b": "rule a",
    }


async def test_an_interval_reaches_every_rule_of_its_group(keeping: Keeping) -> None:
    await keeping.replace(drafts("a", "b"))
    change = await keeping.replace(drafts("a", "b"), interval=timedelta(minutes=5))
    assert change.updated == ("a", "b")
    assert {each.rule.interval for each in await keeping.rules()} == {timedelta(minutes=5)}
    assert keeping.resets == []
    with pytest.raises(BadRule, match="multiple of 10 seconds"):
        await keeping.replace(drafts("a", "b"), interval=timedelta(seconds=7))


async def test_a_rule_moves_to_the_group_that_names_it(keeping: Keeping) -> None:
    await keeping.replace(drafts("a", "b"), group="old")
    change = await keeping.replace(drafts("b", "c"), group="new")
    assert (change.created, change.updated) == (("c",), ("b",))
    found = {each.uid: each.group.name for each in await keeping.rules()}
    assert found == {"a": "old", "b": "new", "c": "new"}
    await keeping.replace(drafts("a", "b", "c"), group="new")
    async with keeping.database.reading() as tx:
        assert await RuleGroupStore(tx).get(1, "infra", "old") is None


async def test_rules_of_others_may_stay_in_a_group_as_they_are(keeping: Keeping) -> None:
    await keeping.make("a", API)
    assert (await keeping.replace(drafts("a", "b"))).created == ("b",)
    with pytest.raises(OtherProvenance):
        await keeping.replace(drafts("b"))
    with pytest.raises(OtherProvenance):
        await keeping.replace([*drafts("a", labels={"x": "y"}), *drafts("b")])
    with pytest.raises(OtherProvenance):
        await keeping.replace(drafts("a", "b"), interval=timedelta(minutes=9))
    assert [each.uid for each in await keeping.rules()] == ["a", "b"]


async def test_a_folder_that_files_no_longer_name_stays_while_it_holds_rules(
    keeping: Keeping,
) -> None:
    await keeping.make("cpu")
    async with keeping.database.transaction() as tx:
        assert not await FolderStore(tx).delete_if_empty(1, "infra")
        assert await FolderStore(tx).delete_if_empty(1, "apps")


async def test_one_bad_rule_leaves_its_group_as_it_was(keeping: Keeping) -> None:
    await keeping.replace(drafts("a"))
    with pytest.raises(BadRule, match="'rule b'"):
        await keeping.replace([*drafts("a", labels={"x": "y"}), *drafts("b", condition="Z")])
    assert [(each.uid, each.version) for each in await keeping.rules()] == [("a", 1)]


async def test_of_groups_that_are_sent_at_once_one_is_whole_in_the_end(keeping: Keeping) -> None:
    sent = [drafts(*(f"r{writer}-{number}" for number in range(5))) for writer in range(6)]
    await asyncio.gather(*(keeping.replace(each) for each in sent))
    left = [each.uid for each in await keeping.rules()]
    assert left in [[draft.uid for draft in each] for each in sent]
    assert set(await keeping.evaluations()) == set(left)


async def test_of_changes_to_one_version_only_the_first_wins(keeping: Keeping) -> None:
    await keeping.make("cpu")
    done = await asyncio.gather(
        *(keeping.change("cpu", labels={"n": f"{n}"}, version=1) for n in range(8)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, StoredRule) for each in done) == 1
    assert all(isinstance(each, StoredRule | RuleChanged) for each in done)


async def test_a_group_and_evaluations_of_its_rules_never_wait_for_one_another(
    keeping: Keeping,
) -> None:
    """Evaluations take a rule's row and then one that all rules of a source share."""
    await keeping.replace(drafts("a", "b", "c"))
    async with keeping.database.transaction() as tx:
        await tx.execute(
            "INSERT INTO alert_source_health (org_id, datasource_uid, failing) VALUES (1, 'prom',"
            " '')"
        )

    async def share(tx: Tx) -> None:
        await tx.execute("UPDATE alert_source_health SET failing = '' WHERE org_id = 1")

    async def evaluate(uid: str) -> None:
        for _ in range(10):
            async with keeping.database.transaction() as tx:
                await tx.execute(
                    "UPDATE alert_evaluation SET missed = missed + 1 WHERE rule_uid = :uid",
                    {"uid": uid},
                )
                await share(tx)

    async def edit() -> None:
        keeping.on_reset = share
        for limit in range(10):
            data = [query("A"), above("C", "A", limit)]
            await keeping.replace(drafts("c", "a", "b", data=data))

    await asyncio.wait_for(asyncio.gather(edit(), *map(evaluate, "abc")), 30)
    assert len(keeping.resets) == 30
