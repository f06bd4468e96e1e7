"""A page that shows a dashboard hears who saves, deletes and edits it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.api.live.conftest import Browser, Live
from tests.fixtures.app import start

from vedette.dashboards.service.dashboards import Save
from vedette.db.settings import DatabaseSettings
from vedette.kernel.principal import Principal
from vedette.live.model import Subscribe

CHANNEL = "grafana/dashboard/uid/u"


@asynccontextmanager
async def watching(live: Live) -> AsyncIterator[None]:
    service = asyncio.create_task(live.app.dashboard_feeds.run())
    try:
        yield
    finally:
        service.cancel()


async def save(live: Live, **model: Any) -> None:
    dashboard = {"title": "U", "uid": "u", **model}
    body = {"dashboard": dashboard, "overwrite": True}
    assert (await live.clients.admin.post("/api/dashboards/db", body)).status == 200


async def follow(page: Browser, **more: Any) -> None:
    await page.say("subscribe", id="d", channel=CHANNEL, **more)
    assert await page.hear() == {"type": "subscribed", "id": "d"}


async def event(page: Browser, action: str) -> dict[str, Any]:
    while True:
        data: dict[str, Any] = (await page.hear("event"))["data"]
        if data["action"] == action:
            return data


async def logins(page: Browser, wanted: list[str]) -> None:
    """Wait until exactly these edit."""
    while [each["login"] for each in (await event(page, "presence"))["editors"]] != wanted:
        pass


async def test_saving_and_deleting_is_told_to_open_pages(live: Live) -> None:
    await save(live)
    async with watching(live), live.browser() as page:
        await follow(page)
        first = await event(page, "presence")
        assert (first["version"], first["editors"], first["session"]) == (1, [], "")
        await save(live)
        saved = await event(page, "saved")
        assert (saved["uid"], saved["version"], saved["savedBy"]) == ("u", 2, "admin-user")
        await live.clients.admin.delete("/api/dashboards/uid/u")
        deleted = await event(page, "deleted")
        assert (deleted["uid"], deleted["deletedBy"]) == ("u", "admin-user")
        assert await page.hear("ended") == {"type": "ended", "id": "d"}


async def test_editors_are_named_while_they_edit(live: Live) -> None:
    await save(live)
    async with watching(live), live.browser() as reader:
        await follow(reader)
        async with live.browser(live.clients.editor) as editor:
            await follow(editor, editing=True)
            own = await event(editor, "presence")
            assert own["session"] in [each["session"] for each in own["editors"]]
            await logins(reader, ["editor-user"])
            await editor.say("unsubscribe", id="d")
            await logins(reader, [])
            await follow_again(editor)
            await logins(reader, ["editor-user"])
        await logins(reader, [])


async def follow_again(page: Browser) -> None:
    await page.hear("ended")
    await follow(page, editing=True)


async def test_a_dashboard_that_is_not_there_has_no_channel(live: Live) -> None:
    async with live.browser() as page:
        for channel, code in (
            (CHANNEL, "dashboards.not_found"),
            ("grafana/other", "live.unknown_channel"),
        ):
            await page.say("subscribe", id="d", channel=channel)
            message = await page.hear("error")
            assert (message["code"], message["status"]) == (code, 404)
        await page.say("subscribe", id="d")
        assert (await page.hear("error"))["code"] == "live.bad_message"


async def test_viewers_cannot_announce_that_they_edit(live: Live) -> None:
    await save(live)
    async with live.browser() as page:
        await page.say("subscribe", id="d", channel=CHANNEL, editing=True)
        assert (await page.hear("error"))["status"] == 403


async def test_a_dashboard_of_another_organization_has_no_channel(live: Live) -> None:
    await save(live)
    admin = live.clients.server_admin
    org = (await admin.post("/api/orgs", {"name": "Other"})).json()["orgId"]
    async with live.browser(admin, **{"x-grafana-org-id": str(org)}) as page:
        await page.say("subscribe", id="d", channel=CHANNEL)
        assert (await page.hear("error"))["code"] == "dashboards.not_found"


@pytest.mark.parametrize("database_settings", ["postgres"], indirect=True)
async def test_events_arrive_from_other_instances(
    live: Live, database_settings: DatabaseSettings, tmp_path: Path
) -> None:
    await save(live)
    who = Principal("user", 1, 1, "Editor", login="far", name="Far away")
    async with AsyncExitStack() as stack:
        other = await start(stack, database_settings, tmp_path)
        await stack.enter_async_context(watching(live))
        page = await stack.enter_async_context(live.browser())
        await follow(page)
        await logins(page, [])
        asked = Subscribe("d", channel=CHANNEL, editing=True)
        feed = await other.dashboard_feeds.open(who, {}, asked)
        frames = feed.frames()
        editing = asyncio.ensure_future(anext(frames))
        await logins(page, ["far"])
        editing.cancel()
        await asyncio.gather(editing, return_exceptions=True)
        await logins(page, [])
        await other.boards.save(who, Save(b'{"title":"U","uid":"u"}', overwrite=True))
        saved = await event(page, "saved")
        assert (saved["version"], saved["savedBy"]) == (2, "far")
