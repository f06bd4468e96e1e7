"""Signing in and out, and what happens to those who guess."""

from base64 import b64encode
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import ADMIN_PASSWORD, Client, Clients, sign_in, start

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings


async def test_a_login_opens_a_session_that_a_logout_ends(app: App) -> None:
    """Proves T29."""
    admin = await sign_in(app, "admin", ADMIN_PASSWORD)
    assert (await admin.get("/api/user")).json()["login"] == "admin"
    out = await admin.get("/logout")
    assert out.status == 302
    assert out.headers["location"] == "/login"
    assert (await admin.get("/api/user")).status == 401


async def test_the_session_cookie_is_hidden_from_scripts_and_from_other_sites(app: App) -> None:
    reply = await Client(app).post("/login", {"user": "admin", "password": ADMIN_PASSWORD})
    session = next(cookie for cookie in reply.cookies if cookie.startswith("vedette_session="))
    assert "HttpOnly" in session
    assert "SameSite=Lax" in session
    assert "Path=/" in session
    assert "Domain" not in session


async def test_every_wrong_login_gets_the_same_answer(app: App, clients: Clients) -> None:
    """Proves T31."""
    me = (await clients.viewer.get("/api/user")).json()
    await clients.server_admin.post(f"/api/admin/users/{me['id']}/disable")
    wrong = [
        {"user": "admin", "password": "wrong"},
        {"user": "nobody", "password": "wrong"},
        {"user": "viewer-user", "password": "password-of-Viewer"},
    ]
    replies = [await Client(app).post("/login", body) for body in wrong]
    assert {reply.status for reply in replies} == {401}
    assert len({reply.json()["message"] for reply in replies}) == 1


async def test_five_wrong_passwords_close_the_door_for_a_while(app: App) -> None:
    """Proves T30."""
    guesser = Client(app)
    for _ in range(5):
        reply = await guesser.post("/login", {"user": "Admin", "password": "guess"})
        assert reply.status == 401
    closed = await guesser.post("/login", {"user": "admin", "password": ADMIN_PASSWORD})
    assert closed.status == 429
    assert int(closed.headers["retry-after"]) > 200


async def test_a_disabled_user_is_out_at_once(app: App, clients: Clients) -> None:
    """Proves T29."""
    me = (await clients.editor.get("/api/user")).json()
    assert (await clients.server_admin.post(f"/api/admin/users/{me['id']}/disable")).status == 200
    assert (await clients.editor.get("/api/user")).status == 401


async def test_a_page_of_another_site_cannot_write_with_the_users_cookie(clients: Clients) -> None:
    body = {"theme": "light"}
    path = "/api/user/preferences"
    for origin in ("http://evil.example", "null", "http://localhost.evil.example", ""):
        forged = Client(clients.viewer.app, {**clients.viewer.headers, "origin": origin})
        assert (await forged.put(path, body)).status == 403, origin
    assert (await clients.viewer.put(path, body)).status == 200


async def test_a_page_of_another_site_cannot_sign_its_visitor_in_as_somebody_else(app: App) -> None:
    mine = {"user": "admin", "password": ADMIN_PASSWORD}
    for header, value in (("origin", "http://evil.example"), ("sec-fetch-site", "cross-site")):
        forged = await Client(app, {header: value}).post("/login", mine)
        assert (forged.status, forged.cookies) == (403, [])
    own = Client(app, {"origin": "http://localhost", "host": "localhost"})
    assert (await own.post("/login", mine)).status == 200
    assert (await Client(app).post("/login", mine)).status == 200


async def test_basic_auth_and_tokens_need_no_origin(app: App, clients: Clients) -> None:
    account = await clients.admin.post("/api/serviceaccounts", {"name": "ci", "role": "Editor"})
    assert account.status == 201
    path = f"/api/serviceaccounts/{account.json()['id']}/tokens"
    made = (await clients.admin.post(path, {"name": "first"})).json()
    assert made["key"].startswith("vedette_sa_")
    machine = Client(app, {"authorization": f"Bearer {made['key']}"})
    assert (await machine.get("/api/search")).status == 200
    assert (await machine.get("/api/org/users")).status == 403
    listed = (await clients.admin.get(path)).json()
    assert made["key"] not in str(listed)
    await clients.admin.delete(f"{path}/{made['id']}")
    assert (await machine.get("/api/search")).status == 401


async def test_a_token_dies_when_its_time_is_over_or_its_letters_are_wrong(
    app: App, clients: Clients
) -> None:
    """Proves T38."""
    account = (await clients.admin.post("/api/serviceaccounts", {"name": "ci"})).json()
    path = f"/api/serviceaccounts/{account['id']}/tokens"
    key = (await clients.admin.post(path, {"name": "t", "secondsToLive": 3600})).json()["key"]
    flipped = key[:-1] + ("0" if key[-1] != "0" else "1")
    for token in ("", "glsa_x", flipped, key + "x"):
        stranger = Client(app, {"authorization": f"Bearer {token}"})
        assert (await stranger.get("/api/search")).status == 401
    assert (await Client(app, {"authorization": f"Bearer {key}"}).get("/api/search")).status == 200


async def test_nobody_makes_a_service_account_above_the_own_role(clients: Clients) -> None:
    """Proves T42."""
    refused = await clients.editor.post("/api/serviceaccounts", {"name": "x", "role": "Admin"})
    assert refused.status == 403


async def test_a_changed_password_ends_every_other_session(clients: Clients) -> None:
    """Proves T29."""
    viewer = clients.viewer
    change = {
        "oldPassword": "password-of-Viewer",
        "newPassword": "a new and long one",
        "confirmNew": "a new and long one",
    }
    other = await sign_in(viewer.app, "viewer-user", "password-of-Viewer")
    assert (await viewer.put("/api/user/password", {**change, "oldPassword": "x"})).status == 401
    short = await viewer.put("/api/user/password", {**change, "newPassword": "short"})
    assert short.status == 400
    assert (await viewer.put("/api/user/password", change)).status == 200
    assert (await viewer.get("/api/user")).status == 200
    assert (await other.get("/api/user")).status == 401


@pytest.mark.parametrize(
    ("mode", "password", "is_asked"),
    [
        ("production", "admin", True),
        ("production", "Prom-Operator", True),
        ("production", "short", True),
        ("production", "a password of ours", False),
        ("development", "admin", False),
    ],
)
async def test_a_first_password_that_anybody_guesses_is_named_and_asked_to_be_changed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, mode: str, password: str, is_asked: bool
) -> None:
    """Proves T13."""
    words = (f"cfg:security.admin_password={password}", f"cfg:DEFAULT.app_mode={mode}")
    for start_number in (1, 2):
        caplog.clear()
        async with AsyncExitStack() as stack:
            app = await start(stack, DatabaseSettings(), tmp_path, *words)
            body = {"user": "admin", "password": password}
            answer = (await Client(app).post("/login", body)).json()
            assert answer["mustChangePassword"] is is_asked
            sent = b64encode(f"admin:{password}".encode()).decode()
            script = Client(app, {"authorization": f"Basic {sent}"})
            made = await script.post("/api/folders", {"title": f"by a script {start_number}"})
            assert made.status == 200
        said = [each for each in caplog.messages if "admin_password" in each]
        assert len(said) == (1 if is_asked and start_number == 1 else 0)
