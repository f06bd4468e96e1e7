"""The page of numbers: every key of [metrics] changes what it shows, or asks for."""

import asyncio
import base64
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.fixtures.app import Client, Reply, start

from vedette.db.settings import DatabaseSettings
from vedette.server.lifecycle import run_until

FAMILIES = {
    "disable_total_stats": "vedette_stat_totals",
    "disable_alerting_stats": "vedette_alerting_",
    "disable_usage_stats": "vedette_active_users",
}


async def page(path: Path, *words: str, **headers: str) -> Reply:
    """The page when the first round of housekeeping is over."""
    async with AsyncExitStack() as stack:
        app = await start(stack, DatabaseSettings(), path, *(f"cfg:{word}" for word in words))
        stop = asyncio.Event()
        services = [each for each in app.services if each.name == "housekeeping"]
        working = asyncio.create_task(run_until(stop, services, app.supervisor))
        for _ in range(400):
            reply = await Client(app, headers).get("/metrics")
            if "version=0.0.4" not in reply.headers["content-type"]:
                break
            if b"vedette_database_connections{" in reply.body:
                break
            await asyncio.sleep(0.05)
        stop.set()
        await working
        return reply


@pytest.mark.parametrize("key", [None, *FAMILIES])
async def test_what_is_left_out_is_gone_and_nothing_else(tmp_path: Path, key: str | None) -> None:
    shown = (await page(tmp_path, *([f"metrics.{key}=true"] if key else []))).body.decode()
    lines = [line for line in shown.splitlines() if not line.startswith("#")]
    for each, family in FAMILIES.items():
        assert any(line.startswith(family) for line in lines) == (each != key), family


async def test_image_metrics_are_left_out_with_those_of_alerting(tmp_path: Path) -> None:
    words = ["unified_alerting.screenshots.capture=true"]
    assert b"vedette_alerting_pictures" in (await page(tmp_path / "a", *words)).body
    words.append("metrics.disable_alerting_stats=true")
    assert b"vedette_alerting_" not in (await page(tmp_path / "b", *words)).body


async def test_the_page_is_off_or_asks_for_a_password(tmp_path: Path) -> None:
    off = await page(tmp_path / "a", "metrics.enabled=false")
    assert off.status == 404
    assert off.headers["content-type"].startswith("application/json")
    words = ("metrics.basic_auth_username=scraper", "metrics.basic_auth_password=s3cret")
    assert (await page(tmp_path / "b", *words)).status == 401
    for wrong in (b"scraper:guess", b"other:s3cret", b"scraper:", b"\xff"):
        guessed = f"Basic {base64.b64encode(wrong).decode()}"
        assert (await page(tmp_path / "b", *words, authorization=guessed)).status == 401
    sent = base64.b64encode(b"scraper:s3cret").decode()
    assert (await page(tmp_path / "c", *words, authorization=f"Basic {sent}")).status == 200
    labelled = await page(tmp_path / "d", "metrics.environment_info.zone=eu")
    assert b'vedette_environment_info{zone="eu"} 1.0' in labelled.body
