"""Clients that make API keys go on working: a key is a service account with one token."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from tests.fixtures.app import Client, Clients, clients_of, start

from vedette.db.settings import DatabaseSettings

KEYS, ACCOUNTS = "/api/auth/keys", "/api/serviceaccounts"


async def made(client: Client, **key: Any) -> Any:
    reply = await client.post(KEYS, {"role": "Viewer", **key})
    assert reply.status == 200, reply.body
    return reply.json()


async def test_a_key_may_what_its_role_may_until_it_is_deleted(clients: Clients) -> None:
    key = await made(clients.admin, name="ci", role="Editor", secondsToLive=None)
    assert set(key) == {"id", "name", "key"} and key["name"] == "ci"
    bearer = Client(clients.admin.app, {"authorization": f"Bearer {key['key']}"})
    assert (await bearer.post("/api/folders", {"title": "By key"})).status == 200
    assert (await bearer.get("/api/org/users")).status == 403
    (listed,) = (await clients.admin.get(KEYS)).json()
    assert {**listed, "lastUsedAt": None} == {
        "id": key["id"],
        "name": "ci",
        "role": "Editor",
        "expiration": None,
        "lastUsedAt": None,
    }
    gone = await clients.admin.delete(f"{KEYS}/{key['id']}")
    assert (gone.status, gone.json()) == (200, {"message": "API key deleted"})
    assert (await bearer.get("/api/folders")).status == 401
    assert (await clients.admin.get(KEYS)).json() == []
    assert (await clients.admin.get(f"{ACCOUNTS}/search")).json()["totalCount"] == 0


async def test_a_key_is_found_among_service_accounts_and_they_are_no_keys(
    clients: Clients,
) -> None:
    key = await made(clients.admin, name="of a key", secondsToLive=3600)
    other = (await clients.admin.post(ACCOUNTS, {"name": "key-like"})).json()
    token = f"{ACCOUNTS}/{other['id']}/tokens"
    own = (await clients.admin.post(token, {"name": "t"})).json()
    (listed,) = (await clients.admin.get(KEYS)).json()
    assert listed["id"] == key["id"] and listed["expiration"] is not None
    found = (await clients.admin.get(f"{ACCOUNTS}/search")).json()["serviceAccounts"]
    assert {one["name"]: one["tokens"] for one in found} == {"key-like": 1, "of a key": 1}
    for unknown in (own["id"], 999):
        reply = await clients.admin.delete(f"{KEYS}/{unknown}")
        assert (reply.status, reply.json()["message"]) == (404, "API key not found")
    assert len((await clients.admin.get(token)).json()) == 1


async def test_other_tokens_of_a_keys_service_account_outlive_the_key(clients: Clients) -> None:
    key = await made(clients.admin, name="first")
    (account,) = (await clients.admin.get(f"{ACCOUNTS}/search")).json()["serviceAccounts"]
    path = f"{ACCOUNTS}/{account['id']}/tokens"
    second = (await clients.admin.post(path, {"name": "second"})).json()
    assert (await clients.admin.delete(f"{KEYS}/{key['id']}")).status == 200
    bearer = Client(clients.admin.app, {"authorization": f"Bearer {second['key']}"})
    assert (await bearer.get("/api/folders")).status == 200


async def test_a_name_that_is_taken_and_what_makes_no_key_is_refused(clients: Clients) -> None:
    await made(clients.admin, name="ci")
    again = await clients.admin.post(KEYS, {"name": "CI", "role": "Viewer"})
    assert again.status == 409
    for wrong in (
        {"name": "a"},
        {"name": "a", "role": "Owner"},
        {"name": "", "role": "Viewer"},
        {"name": "a", "role": "Viewer", "secondsToLive": -1},
    ):
        assert (await clients.admin.post(KEYS, wrong)).status == 400, wrong
    assert len((await clients.admin.get(KEYS)).json()) == 1
    assert (await clients.editor.post(KEYS, {"name": "b", "role": "Viewer"})).status == 403


async def test_expired_keys_are_listed_where_they_are_asked_for(clients: Clients) -> None:
    key = await made(clients.admin, name="short", secondsToLive=1)
    async with clients.admin.app.database.transaction() as tx:
        await tx.execute("UPDATE api_token SET expires = 1 WHERE id = :id", {"id": key["id"]})
    assert (await clients.admin.get(KEYS)).json() == []
    (listed,) = (await clients.admin.get(KEYS, includeExpired="true")).json()
    assert listed["expiration"] == "1970-01-01T00:00:00Z"
    assert (await clients.admin.delete(f"{KEYS}/{key['id']}")).status == 200


async def test_keys_last_no_longer_than_configured(
    database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        words = ("cfg:auth.api_key_max_seconds_to_live=60",)
        clients = await clients_of(await start(stack, database_settings, tmp_path, *words))
        for life, status in ((0, 400), (61, 400), (60, 200)):
            key = {"name": "k", "role": "Viewer", "secondsToLive": life}
            assert (await clients.admin.post(KEYS, key)).status == status
