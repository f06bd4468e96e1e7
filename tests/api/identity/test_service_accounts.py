"""Service accounts and tokens as Terraform and scripts for Grafana 10.4 use them."""

from contextlib import AsyncExitStack
from pathlib import Path

from tests.fixtures.app import Client, Clients, clients_of, start
from tests.fixtures.clocks import StoppedClock

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings

BASE = "/api/serviceaccounts"


async def made(clients: Clients, name: str, **body: object) -> str:
    answer = await clients.admin.post(BASE, {"name": name, **body})
    assert answer.status == 201, answer.body
    return f"{BASE}/{answer.json()['id']}"


async def test_a_name_that_is_taken_is_a_bad_request_with_its_code(clients: Clients) -> None:
    account = await made(clients, "ci")
    again = await clients.admin.post(BASE, {"name": "ci"})
    assert (again.status, again.json()["messageId"]) == (400, "serviceaccounts.ErrAlreadyExists")
    assert (await clients.admin.post(f"{account}/tokens", {"name": "deploy"})).status == 200
    again = await clients.admin.post(f"{account}/tokens", {"name": "deploy"})
    assert (again.status, again.json()["messageId"]) == (
        400, "serviceaccounts.ErrTokenAlreadyExists",
    )  # fmt: skip


async def test_what_does_not_exist_is_not_found_with_its_code(clients: Clients) -> None:
    account = await made(clients, "ci")
    person = (await clients.viewer.get("/api/user")).json()["id"]
    for path in (f"{BASE}/999", f"{BASE}/{person}"):
        reply = await clients.admin.get(path)
        assert (reply.status, reply.json()["messageId"]) == (404, "serviceaccounts.ErrNotFound")
    reply = await clients.admin.delete(f"{account}/tokens/999")
    assert (reply.status, reply.json()["messageId"]) == (404, "serviceaccounts.ErrTokenNotFound")


async def test_listed_tokens_have_the_known_fields(clients: Clients) -> None:
    account = await made(clients, "ci")
    await clients.admin.post(f"{account}/tokens", {"name": "lasting"})
    await clients.admin.post(f"{account}/tokens", {"name": "short", "secondsToLive": 60})
    lasting, short = (await clients.admin.get(f"{account}/tokens")).json()
    assert set(lasting) == {
        "id", "name", "created", "lastUsedAt", "expiration", "secondsUntilExpiration",
        "hasExpired", "isRevoked",
    }  # fmt: skip
    assert (lasting["expiration"], lasting["secondsUntilExpiration"]) == (None, 0)
    assert 0 < short["secondsUntilExpiration"] <= 60


async def test_the_search_finds_disabled_accounts_and_expired_tokens(tmp_path: Path) -> None:
    """An administrator who cleans up sees what no longer works."""
    async with AsyncExitStack() as stack:
        clock = StoppedClock()
        app = await start(stack, DatabaseSettings(), tmp_path, clock=clock)
        clients = await clients_of(app)
        await made(clients, "off", isDisabled=True)
        old, fresh = await made(clients, "old"), await made(clients, "fresh")
        await clients.admin.post(f"{old}/tokens", {"name": "t", "secondsToLive": 60})
        await clients.admin.post(f"{fresh}/tokens", {"name": "u", "secondsToLive": 6000})
        clock.seconds += 120
        for query, names in (
            ({"disabled": "true"}, ["off"]),
            ({"expiredTokens": "true"}, ["old"]),
            ({"disabled": "true", "expiredTokens": "true"}, []),
            ({"disabled": "false"}, ["fresh", "off", "old"]),
        ):
            found = (await clients.admin.get(f"{BASE}/search", **query)).json()
            assert [each["name"] for each in found["serviceAccounts"]] == names, query
            assert found["totalCount"] == len(names)


async def test_a_refused_token_says_why(app: App, clients: Clients) -> None:
    account = await made(clients, "ci")
    key = (await clients.admin.post(f"{account}/tokens", {"name": "t"})).json()["key"]
    machine = Client(app, {"authorization": f"Bearer {key}"})

    async def refusal(client: Client) -> tuple[int, str]:
        reply = await client.get("/api/search")
        return reply.status, reply.json()["messageId"]

    unknown = Client(app, {"authorization": "Bearer glsa_unknown"})
    assert await refusal(unknown) == (401, "api-key.invalid")
    assert await refusal(Client(app)) == (401, "auth.unauthorized")
    elsewhere = Client(app, {**machine.headers, "x-grafana-org-id": "99"})
    assert await refusal(elsewhere) == (401, "api-key.organization-mismatch")
    await clients.admin.patch(account, {"isDisabled": True})
    assert await refusal(machine) == (401, "identity.disabled")
