"""Rows of `alert_rule_group`, `alert_rule` and dependent tables."""

# ruff: noqa: S608 - statements are put together from constants; values are parameters

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import TypeVar

from vedette.alerting.model.rules import NEVER_DUE
from vedette.alerting.rules.model import EvaluationGroup, StoredRule
from vedette.alerting.rules.parsing import DEFAULTS, RuleDefaults
from vedette.db.database import Row, Tx
from vedette.db.pages import listed_pages
from vedette.db.sql import row_lock
from vedette.kernel.threads import apart

_Key = TypeVar("_Key")
_AT_ONCE = 500
_COLUMNS = """r.id, r.org_id, r.uid, r.group_id, r.folder_uid, r.position, r.body, r.provenance,
    r.version, r.dashboard_uid, r.panel_id, r.created, r.created_by, r.updated, r.updated_by,
    g.name AS group_name, g.interval_ms, COALESCE(f.title, '') AS folder_title"""
_FROM = """FROM alert_rule AS r JOIN alert_rule_group AS g ON g.id = r.group_id
    LEFT JOIN folder AS f ON f.org_id = r.org_id AND f.uid = r.folder_uid"""
_ORDER = "ORDER BY folder_title, r.folder_uid, g.name, r.position, r.id"


class RuleStore:
    """`defaults` are server settings that apply to every rule that is read."""

    def __init__(self, tx: Tx, defaults: RuleDefaults = DEFAULTS) -> None:
        self._tx = tx
        self._defaults = defaults

    async def by_ids(self, ids: Collection[int]) -> dict[int, StoredRule]:
        """Return rules of any organization, for the scheduler. Missing ones are left out."""
        found: dict[int, StoredRule] = {}
        for names, params in listed_pages("id", sorted(ids)):
            # The ids come from claims, which include the organization.
            rows = await self._tx.all(
                f"SELECT {_COLUMNS} {_FROM} WHERE r.id IN ({names}) AND r.org_id > 0", params
            )
            found.update((row["id"], self._rule(row)) for row in rows)
        return found

    async def by_uid(self, org_id: int, uid: str) -> StoredRule | None:
        found = await self._where(org_id, "r.uid = :uid", {"uid": uid})
        return found[0] if found else None

    async def by_uids(self, org_id: int, uids: Collection[str]) -> dict[str, StoredRule]:
        found: dict[str, StoredRule] = {}
        for names, params in listed_pages("uid", sorted(uids)):
            for each in await self._where(org_id, f"r.uid IN ({names})", params):
                found[each.uid] = each
        return found

    async def by_title(self, org_id: int, folder_uid: str, title: str) -> StoredRule | None:
        found = await self._where(
            org_id,
            "r.folder_uid = :folder_uid AND r.title = :title",
            {"folder_uid": folder_uid, "title": title},
        )
        return found[0] if found else None

    async def all(self, org_id: int) -> Sequence[StoredRule]:
        """Return rules by folder, group and position, as do the methods below."""
        return await self._where(org_id, "TRUE", {})

    async def of_folder(self, org_id: int, folder_uid: str) -> Sequence[StoredRule]:
        return await self._where(org_id, "r.folder_uid = :folder", {"folder": folder_uid})

    async def of_group(self, org_id: int, folder_uid: str, name: str) -> Sequence[StoredRule]:
        return await self._where(
            org_id,
            "r.folder_uid = :folder AND g.name = :name",
            {"folder": folder_uid, "name": name},
        )

    async def of_panel(
        self, org_id: int, dashboard_uid: str, panel_id: int | None
    ) -> Sequence[StoredRule]:
        panel = "" if panel_id is None else " AND r.panel_id = :panel"
        return await self._where(
            org_id,
            f"r.dashboard_uid = :dashboard{panel}",
            {"dashboard": dashboard_uid} | ({} if panel_id is None else {"panel": panel_id}),
        )

    async def of_source(self, org_id: int, datasource_uid: str) -> Sequence[StoredRule]:
        """Return rules with a query to the data source."""
        return await self._where(
            org_id,
            "r.id IN (SELECT s.rule_id FROM alert_rule_source AS s"
            " WHERE s.org_id = :org_id AND s.datasource_uid = :source)",
            {"source": datasource_uid},
        )

    async def naming_receiver(self, org_id: int, receiver: str) -> Sequence[StoredRule]:
        """Return rules that name the contact point in their notification settings."""
        found = await self._where(org_id, "r.body LIKE '%\"notification_settings\"%'", {})
        return [each for each in found if _receiver(each) == receiver]

    async def count(self, org_id: int | None = None) -> int:
        """Return the number of rules of the organization, or of all."""
        own = "" if org_id is None else " WHERE org_id = :org_id"
        count: int = await self._tx.value(
            f"SELECT COUNT(*) FROM alert_rule{own}", {} if org_id is None else {"org_id": org_id}
        )
        return count

    async def end_of_group(self, group: EvaluationGroup) -> tuple[int, int]:
        """Return the number of rules, and the position of the last."""
        row = await self._tx.one(
            "SELECT COUNT(*) AS rules, COALESCE(MAX(position), 0) AS last FROM alert_rule"
            " WHERE org_id = :org_id AND group_id = :group_id",
            {"org_id": group.org_id, "group_id": group.id},
        )
        assert row is not None
        return row["rules"], row["last"]

    async def count_in(self, org_id: int, folder_uids: Sequence[str]) -> int:
        count = 0
        for names, params in listed_pages("uid", folder_uids):
            count += await self._tx.value(
                "SELECT COUNT(*) FROM alert_rule WHERE org_id = :org_id"
                f" AND folder_uid IN ({names})",
                {"org_id": org_id, **params},
            )
        return count

    async def insert(self, rule: StoredRule, now: int) -> int:
        """Insert a rule with its sources and its evaluation, due immediately. Raises
        `UniqueViolation`."""
        id_: int = await self._tx.value(
            "INSERT INTO alert_rule (org_id, uid, group_id, folder_uid, position, title, kind,"
            " body, is_paused, dashboard_uid, panel_id, provenance, version, created, created_by,"
            " updated, updated_by) VALUES (:org_id, :uid, :group_id, :folder_uid, :position,"
            " :title, :kind, :body, :is_paused, :dashboard_uid, :panel_id, :provenance, :version,"
            " :created, :created_by, :updated, :updated_by) RETURNING id",
            {**_written(rule), "created": rule.created, "created_by": rule.created_by},
        )
        await self._set_sources(id_, rule)
        await self._schedule(id_, rule, now)
        return id_

    async def update(self, rule: StoredRule, now: int) -> None:
        """Update a rule. A running evaluation of the old version can no longer be stored."""
        await self._tx.execute(
            "UPDATE alert_rule SET uid = :uid, group_id = :group_id, folder_uid = :folder_uid,"
            " position = :position, title = :title, kind = :kind, body = :body,"
            " is_paused = :is_paused, dashboard_uid = :dashboard_uid, panel_id = :panel_id,"
            " provenance = :provenance, version = :version, updated = :updated,"
            " updated_by = :updated_by WHERE org_id = :org_id AND id = :id",
            {**_written(rule), "id": rule.id},
        )
        await self._set_sources(rule.id, rule)
        await self._schedule(rule.id, rule, now)

    async def lock_evaluations(self, rules: Iterable[StoredRule]) -> None:
        """Lock the evaluations of these rules until the transaction ends.

        Call this before changing several rules. It locks in a fixed order, which prevents deadlocks
        with evaluations.
        """
        lock = row_lock(self._tx.dialect)
        if not lock:
            return
        for names, params in listed_pages("id", sorted(each.id for each in rules)):
            await self._tx.all(
                f"SELECT rule_id FROM alert_evaluation WHERE rule_id IN ({names}) AND org_id > 0"
                f" ORDER BY rule_id{lock}",
                params,
            )

    async def invalidate_folder(self, org_id: int, folder_uid: str) -> int:
        """Invalidate the cached rules of the folder on all instances. Returns their number."""
        return await self._tx.execute(
            "UPDATE alert_evaluation SET epoch = epoch + 1, lease_until = NULL"
            " WHERE org_id = :org_id AND rule_id IN (SELECT id FROM alert_rule"
            " WHERE org_id = :org_id AND folder_uid = :folder)",
            {"org_id": org_id, "folder": folder_uid},
        )

    async def place(self, org_id: int, positions: Mapping[int, int]) -> None:
        """Set the order of rules in a group: positions by ids."""
        await self._tx.many(
            "UPDATE alert_rule SET position = :position WHERE org_id = :org_id AND id = :id",
            [
                {"org_id": org_id, "id": id_, "position": position}
                for id_, position in positions.items()
            ],
        )

    async def set_titles_aside(self, org_id: int, ids: Iterable[int]) -> None:
        """Set temporary titles, so that rules can exchange their titles in one change."""
        await self._tx.many(
            "UPDATE alert_rule SET title = :title WHERE org_id = :org_id AND id = :id",
            [{"org_id": org_id, "id": id_, "title": f"\n{id_}"} for id_ in ids],
        )

    async def delete(self, org_id: int, id: int) -> None:
        for table, column in (
            ("alert_evaluation", "rule_id"),
            ("alert_rule_source", "rule_id"),
            ("alert_rule_version", "rule_id"),
            ("alert_rule", "id"),
        ):
            await self._tx.execute(
                f"DELETE FROM {table} WHERE org_id = :org_id AND {column} = :id",
                {"org_id": org_id, "id": id},
            )

    async def _set_sources(self, id_: int, rule: StoredRule) -> None:
        own = {"org_id": rule.org_id, "id": id_}
        await self._tx.execute(
            "DELETE FROM alert_rule_source WHERE org_id = :org_id AND rule_id = :id", own
        )
        if rule.sources:
            await self._tx.many(
                "INSERT INTO alert_rule_source (rule_id, org_id, datasource_uid)"
                " VALUES (:id, :org_id, :source)",
                [{**own, "source": source} for source in rule.sources],
            )

    async def _schedule(self, id_: int, rule: StoredRule, now: int) -> None:
        """A new epoch fences off a running evaluation."""
        due = NEVER_DUE if rule.is_paused else now
        await self._tx.execute(
            "INSERT INTO alert_evaluation (rule_id, org_id, rule_uid, rule_version, due_at,"
            " lease_until, epoch, last_owner, slot, health, failure, failure_reason, duration_ms,"
            " evaluated, missed) VALUES (:id, :org_id, :uid, :version, :due, NULL, 0, '', NULL,"
            " '', '', '', 0, 0, 0) ON CONFLICT (rule_id) DO UPDATE SET"
            " rule_uid = excluded.rule_uid, rule_version = excluded.rule_version,"
            " due_at = excluded.due_at, lease_until = NULL, epoch = alert_evaluation.epoch + 1",
            {
                "id": id_,
                "org_id": rule.org_id,
                "uid": rule.uid,
                "version": rule.version,
                "due": due,
            },
        )

    async def _where(
        self, org_id: int, condition: str, params: Mapping[str, object]
    ) -> Sequence[StoredRule]:
        rows = await self._tx.all(
            f"SELECT {_COLUMNS} {_FROM} WHERE r.org_id = :org_id AND {condition} {_ORDER}",
            {"org_id": org_id, **params},
        )
        return await apart(len(rows), lambda: [self._rule(row) for row in rows])

    def _rule(self, row: Row) -> StoredRule:
        group = EvaluationGroup(
            id=row["group_id"],
            org_id=row["org_id"],
            folder_uid=row["folder_uid"],
            folder_title=row["folder_title"],
            name=row["group_name"],
            interval=timedelta(milliseconds=row["interval_ms"]),
        )
        return StoredRule(
            id=row["id"],
            group=group,
            uid=row["uid"],
            position=row["position"],
            text=row["body"],
            provenance=row["provenance"],
            version=row["version"],
            dashboard_uid=row["dashboard_uid"],
            panel_id=row["panel_id"],
            created=row["created"],
            created_by=row["created_by"],
            updated=row["updated"],
            updated_by=row["updated_by"],
            defaults=self._defaults,
        )


def _written(rule: StoredRule) -> dict[str, object]:
    return {
        "org_id": rule.org_id,
        "uid": rule.uid,
        "group_id": rule.group.id,
        "folder_uid": rule.group.folder_uid,
        "position": rule.position,
        "title": rule.title,
        "kind": "alerting" if rule.record is None else "recording",
        "body": rule.text,
        "is_paused": rule.is_paused,
        "dashboard_uid": rule.dashboard_uid,
        "panel_id": rule.panel_id,
        "provenance": rule.provenance,
        "version": rule.version,
        "updated": rule.updated,
        "updated_by": rule.updated_by,
    }


def _receiver(rule: StoredRule) -> str:
    settings = rule.rule.notification
    return settings.receiver if settings else ""
