"""Alerts are kept until everybody was told of their end, and routed whenever that may matter."""

from datetime import UTC, datetime, timedelta
from math import inf, isnan, nan

import pytest
from msgspec.structs import replace

from vedette.alerting.alerts import version_store
from vedette.alerting.alerts.acknowledgement_store import Acknowledgement, AcknowledgementStore
from vedette.alerting.alerts.model import Alert
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.model import NotificationSettings, fingerprint
from vedette.db.database import Database

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
MS = 1_772_366_400_000


@pytest.fixture
async def org(database: Database) -> int:
    async with database.transaction() as tx:
        return await tx.value(
            "INSERT INTO org (name, created, updated) VALUES ('main', 1, 1) RETURNING id"
        )


def alert(org_id: int, host: str = "a", **changes: object) -> Alert:
    labels = {"alertname": "Load", "host": host}
    return replace(Alert(org_id, fingerprint(labels), labels, {"summary": "high"}, NOW), **changes)


async def put(database: Database, *alerts: Alert) -> None:
    async with database.transaction() as tx:
        await AlertStore(tx).put(alerts, MS)


async def taken(database: Database) -> list[str]:
    async with database.transaction() as tx:
        return sorted(each.labels["host"] for each in await AlertStore(tx).take_unrouted(100))


async def test_what_is_put_is_read_back_whole(database: Database, org: int) -> None:
    sent = alert(
        org,
        values={"A": 1.5, "B": inf},
        rule_uid="r",
        generator_url="http://there",
        expires_at=NOW + timedelta(minutes=5),
        notification=NotificationSettings("mail", ("host",), timedelta(seconds=30)),
    )
    await put(database, sent)
    async with database.reading() as tx:
        found = await AlertStore(tx).active(org)
    assert found == [replace(sent, updated=NOW)]


async def test_a_value_that_is_no_number_stays_one(database: Database, org: int) -> None:
    await put(database, alert(org, values={"A": nan}))
    async with database.reading() as tx:
        (found,) = await AlertStore(tx).active(org)
    assert isnan(found.values["A"])


async def test_an_alert_is_routed_once_and_again_when_it_ends_and_fires_anew(
    database: Database, org: int
) -> None:
    first = alert(org)
    await put(database, first)
    assert await taken(database) == ["a"]
    await put(database, replace(first, annotations={"summary": "higher"}, values={"A": 2.0}))
    assert await taken(database) == []
    ended = replace(first, ends_at=NOW)
    await put(database, ended)
    assert await taken(database) == ["a"]
    await put(database, ended)
    assert await taken(database) == []
    await put(database, first)
    assert await taken(database) == ["a"]


async def test_another_contact_point_of_the_rule_routes_its_alerts_again(
    database: Database, org: int
) -> None:
    await put(database, alert(org))
    assert await taken(database) == ["a"]
    await put(database, alert(org, notification=NotificationSettings("pager")))
    assert await taken(database) == ["a"]


async def test_the_end_of_an_unknown_alert_is_no_news(database: Database, org: int) -> None:
    await put(database, alert(org, ends_at=NOW))
    assert await taken(database) == []


async def test_an_edit_of_the_policies_routes_what_fires(database: Database, org: int) -> None:
    await put(database, alert(org), alert(org, "b"))
    await put(database, alert(org, "b", ends_at=NOW))
    assert await taken(database) == ["a", "b"]
    async with database.transaction() as tx:
        await AlertStore(tx).mark_unrouted(org)
    assert await taken(database) == ["a"]


async def test_an_alert_that_nobody_posts_again_ends(database: Database, org: int) -> None:
    posted = alert(org, origin="posted", expires_at=NOW + timedelta(minutes=4))
    await put(database, posted, alert(org, "b"))
    late, lasts = MS + 240_000, 240_000
    await taken(database)
    async with database.transaction() as tx:
        store = AlertStore(tx)
        assert await store.expire(late - 1, lasts) == 0
        assert await store.expire(late, lasts - 1) == 0
        assert await store.expire(late, lasts) == 1
        (found,) = await store.take_unrouted(10)
        assert (found.labels["host"], found.ends_at) == ("a", posted.expires_at)


async def test_an_alert_that_ended_stays_while_a_group_owes_the_news(
    database: Database, org: int
) -> None:
    await put(database, alert(org), alert(org, "b"))
    await put(database, alert(org, ends_at=NOW))
    async with database.transaction() as tx:
        store = AlertStore(tx)
        assert await store.delete_settled(10) == 0, "not routed yet"
        await store.take_unrouted(10)
        group = await tx.value(
            "INSERT INTO alert_group (org_id, group_key, receiver, labels, route, created, due_at,"
            " epoch, last_owner) VALUES (:org, 'k', 'r', '{}', '{}', 1, 1, 0, '') RETURNING id",
            {"org": org},
        )
        await tx.execute(
            "INSERT INTO alert_group_member (group_id, org_id, fingerprint, has_left)"
            " VALUES (:group, :org, :fp, FALSE)",
            {"group": group, "org": org, "fp": alert(org).fingerprint},
        )
        assert await store.delete_settled(10) == 0, "a member"
        await tx.execute("DELETE FROM alert_group_member")
        assert await store.delete_settled(10) == 1
        assert [each.labels["host"] for each in await store.active(org)] == ["b"]


async def test_two_instances_never_route_the_same_alert(database: Database, org: int) -> None:
    if database.dialect == "sqlite":
        pytest.skip("one writer")
    await put(database, *(alert(org, str(n)) for n in range(10)))
    async with database.transaction() as one, database.transaction() as two:
        mine = await AlertStore(one).take_unrouted(6)
        theirs = await AlertStore(two).take_unrouted(6)
    assert len(mine) == 6
    assert len(theirs) == 4
    assert not {each.fingerprint for each in mine} & {each.fingerprint for each in theirs}


async def test_alerts_are_found_by_fingerprint_and_by_rule(database: Database, org: int) -> None:
    await put(database, alert(org, rule_uid="r"), alert(org, "b"))
    async with database.reading() as tx:
        store = AlertStore(tx)
        wanted = alert(org, "b").fingerprint
        assert set(await store.by_fingerprints(org, [wanted, "unknown"])) == {wanted}
        assert [each.labels["host"] for each in await store.of_rules(org, ["r"])] == ["a"]
        assert await store.by_fingerprints(org + 1, [wanted]) == {}


async def test_an_acknowledgement_goes_with_its_alert(database: Database, org: int) -> None:
    await put(database, alert(org))
    given = Acknowledgement(alert(org).fingerprint, NOW, "ann", "on it", NOW)
    async with database.transaction() as tx:
        store = AcknowledgementStore(tx)
        await store.put(org, given)
        assert await store.of(org, [given.fingerprint]) == {given.fingerprint: given}
        assert await store.delete_orphans() == 0
        await AlertStore(tx).put([alert(org, starts_at=NOW + timedelta(hours=1))], MS)
        assert await store.delete_orphans() == 1


async def test_versions_count_the_changes_of_a_part(database: Database, org: int) -> None:
    async with database.transaction() as tx:
        await version_store.bump(tx, org, "routing")
        await version_store.bump(tx, org, "routing")
        await version_store.bump(tx, org, "rules")
        assert await version_store.versions(tx, "routing") == {org: 2}
        assert await version_store.of_org(tx, org) == {"routing": 2, "rules": 1}
