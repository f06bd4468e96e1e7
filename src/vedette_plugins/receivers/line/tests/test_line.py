"""LINE gets one text."""

from urllib.parse import parse_qs

from tests.fixtures.collector import CANARY, check_statuses, collector, delivered

from vedette.sdk.receiver_testing import receiver_conformance
from vedette_plugins.receivers.line.receiver import PLUGIN


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(PLUGIN, settings={"token": CANARY}, secrets=["token"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(
        PLUGIN, lambda url: {"token": CANARY}, [b'{"status": 200, "message": "ok"}']
    )


async def test_title_and_description_are_one_text():
    async with collector() as found:
        await delivered(PLUGIN, {"token": CANARY, "description": "d" * 2000}, found)
    assert found.origins == ["https://notify-api.line.me"]
    assert found.last.target == "/api/notify"
    assert found.last.headers["authorization"] == f"Bearer {CANARY}"
    (text,) = parse_qs(found.last.body.decode())["message"]
    assert text.startswith("[FIRING:1] DiskFull\nddd") and len(text) == 1000
