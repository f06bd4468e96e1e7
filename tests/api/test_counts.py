"""What a server admin reads of how much there is, and an admin of how much there may be."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, Clients, sign_in, start
from tests.unit.alerting.rules.bodies import body

from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock

RULES = "/api/v1/provisioning/alert-rules"
DAY_MS = 86_400_000


async def stats(client: Client) -> dict[str, int]:
    reply = await client.get("/api/admin/stats")
    assert reply.status == 200, reply.body
    found: dict[str, int] = reply.json()
    return found


async def add_rule(client: Client, uid: str) -> int:
    await client.post("/api/folders", {"uid": "infra", "title": "Infra"})
    rule = body(uid=uid, title=uid, folderUID="infra", ruleGroup="minutely")
    return (await client.post(RULES, rule)).status


async def test_statistics_count_what_is_there(clients: Clients) -> None:
    before = await stats(clients.server_admin)
    assert before["dashboards"] == before["alerts"] == before["tags"] == before["stars"] == 0
    admin = clients.admin
    for uid, tags in (("a", ["x", "y"]), ("b", ["x"])):
        model = {"title": uid, "uid": uid, "tags": tags}
        assert (await admin.post("/api/dashboards/db", {"dashboard": model})).status == 200
    assert (await admin.post("/api/user/stars/dashboard/uid/a")).status == 200
    source = {"name": "Made up", "type": "testdata"}
    assert (await admin.post("/api/datasources", source)).status == 200
    assert await add_rule(admin, "cpu") == 201
    after = await stats(clients.server_admin)
    changed = {name: after[name] - before[name] for name in after if after[name] != before[name]}
    assert changed == {"dashboards": 2, "tags": 2, "stars": 1, "datasources": 1, "alerts": 1}


async def test_users_count_once_in_their_highest_role_and_active_where_they_were_there(
    clients: Clients,
) -> None:
    """Two admins, an editor and a viewer; service accounts are no users."""
    app, now = clients.admin.app, SystemClock().now_ms()
    assert (await clients.admin.post("/api/serviceaccounts", {"name": "ci"})).status == 201
    async with app.database.transaction() as tx:
        org_id = await tx.value(
            "INSERT INTO org (name, created, updated) VALUES ('Second', 0, 0) RETURNING id"
        )
        await tx.execute(
            "INSERT INTO org_member (org_id, account_id, role, created, updated)"
            " SELECT :org, id, 'Viewer', 0, 0 FROM account WHERE login = 'editor-user'",
            {"org": org_id},
        )
        seen = {"admin": now, "admin-user": now, "editor-user": now - 2 * DAY_MS}
        await tx.execute("UPDATE account SET last_seen = NULL")
        await tx.execute("UPDATE session SET seen = 0")
        for login, moment in seen.items():
            values = {"login": login, "moment": moment}
            of_login = "SELECT id FROM account WHERE login = :login"
            await tx.execute("UPDATE account SET last_seen = :moment WHERE login = :login", values)
            await tx.execute(
                f"UPDATE session SET seen = :moment WHERE account_id = ({of_login})", values
            )
        await tx.execute(
            "UPDATE account SET last_seen = :moment WHERE login = 'viewer-user'",
            {"moment": now - 31 * DAY_MS},
        )
    found = await stats(clients.server_admin)
    assert found["orgs"] == 2
    assert [found[name] for name in ("users", "admins", "editors", "viewers")] == [4, 2, 1, 1]
    active = ("activeUsers", "activeAdmins", "activeEditors", "activeViewers", "activeSessions")
    assert [found[name] for name in active] == [3, 2, 1, 0, 3]
    daily = [name.replace("active", "dailyActive") for name in active]
    assert [found[name] for name in daily] == [2, 2, 0, 0, 2]
    assert found["monthlyActiveUsers"] == 3


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ((), -1),
        (("cfg:quota.enabled=true", "cfg:quota.org_alert_rule=1"), 1),
        (("cfg:quota.enabled=true", "cfg:quota.org_alert_rule=-1"), -1),
    ],
)
async def test_quotas_say_what_is_limited_and_how_much_of_it_is_used(
    database_settings: DatabaseSettings, tmp_path: Path, words: tuple[str, ...], limit: int
) -> None:
    async with AsyncExitStack() as stack:
        admin = await sign_in(
            await start(stack, database_settings, tmp_path, *words), "admin", ADMIN_PASSWORD
        )

        def rows(**used: int) -> list[dict[str, Any]]:
            targets = ("org_user", "dashboard", "data_source", "api_key", "alert_rule")
            return [
                {
                    "org_id": 1,
                    "target": target,
                    "limit": limit if target == "alert_rule" else -1,
                    "used": used.get(target, 0),
                }
                for target in targets
            ]

        before = {"org_user": 1, "data_source": len((await admin.get("/api/datasources")).json())}
        for path in ("/api/org/quotas", "/api/orgs/1/quotas"):
            assert (await admin.get(path)).json() == rows(**before)
        assert await add_rule(admin, "first") == 201
        assert (await admin.post("/api/dashboards/db", {"dashboard": {"title": "T"}})).status == 200
        key = {"name": "k", "role": "Viewer"}
        assert (await admin.post("/api/auth/keys", key)).status == 200
        now = rows(**before, dashboard=1, api_key=1, alert_rule=1)
        for path in ("/api/org/quotas", "/api/orgs/1/quotas"):
            assert (await admin.get(path)).json() == now
        assert await add_rule(admin, "second") == (403 if limit == 1 else 201)
        assert (await admin.get("/api/orgs/9/quotas")).status == 404


async def test_statistics_and_others_quotas_are_for_server_admins(clients: Clients) -> None:
    """Whoever has a role in the organization reads how much room it has."""
    for path in ("/api/admin/stats", "/api/orgs/1/quotas"):
        assert (await clients.admin.get(path)).status == 403
    for client in (clients.admin, clients.editor, clients.viewer):
        assert (await client.get("/api/org/quotas")).status == 200
    assert (await clients.anonymous.get("/api/org/quotas")).status == 401
