"""Discord gets a message within its limits, in which labels mention nobody."""

import msgspec
from tests.fixtures.collector import CANARY, check_statuses, collector, delivered

from vedette.sdk.receiver_testing import alert, receiver_conformance
from vedette_plugins.receivers.discord.receiver import PLUGIN


def test_the_contract_of_receivers_is_kept():
    settings = {"url": "https://discord.com/api/webhooks/1/" + CANARY}
    receiver_conformance(PLUGIN, settings=settings, secrets=["url"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(PLUGIN, lambda url: {"url": f"{url}/api/webhooks/1/{CANARY}"})


async def test_the_message_has_an_embed():
    async with collector() as found:
        await delivered(PLUGIN, {"url": f"{found.url}/x?thread_id=5"}, found)
    body = found.last.json
    assert found.last.target == "/x?thread_id=5"
    assert "about DiskFull" in body.pop("content")
    assert body == {
        "username": "Vedette",
        "embeds": [
            {
                "title": "\\[FIRING:1\\] DiskFull".replace("\\", ""),
                "type": "rich",
                "url": "https://dash.test/alerting/list",
                "color": 0xD63232,
                "footer": {"text": "Vedette"},
            }
        ],
    }


async def test_the_webhooks_own_name_and_another_avatar():
    own = {"use_discord_username": "true", "avatar_url": "https://x/y.png"}
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url, **own}, found)
    assert "username" not in found.last.json
    assert found.last.json["avatar_url"] == "https://x/y.png"


async def test_a_label_may_choose_the_avatar():
    async with collector() as found:
        for avatar in ("https://x/{{ .CommonLabels.team }}.png", "{{ fail }}"):
            settings = {"url": found.url, "avatar_url": avatar}
            await delivered(PLUGIN, settings, found, alert(team="blue"))
    assert found.posted[0].json["avatar_url"] == "https://x/blue.png"
    assert "avatar_url" not in found.last.json


async def test_a_label_cannot_mention_or_format():
    async with collector() as found:
        settings = {"url": found.url, "message": "**{{ .CommonLabels.x }}**"}
        await delivered(PLUGIN, settings, found, alert(x="@everyone [a](http://evil) <@1> **b"))
    assert found.last.json["content"] == (
        "**@\u200beveryone \\[a\\](http://evil) \\<@\u200b1\\> \\*\\*b**"
    )


async def test_long_texts_are_cut_as_discord_counts():
    async with collector() as found:
        settings = {"url": found.url, "message": "😀" * 1500, "title": "x" * 300}
        await delivered(PLUGIN, settings, found)
    assert found.last.json["content"] == "😀" * 999 + "…"
    assert len(found.last.json["embeds"][0]["title"]) == 256


async def test_images_are_attached_as_files():
    with_image = msgspec.structs.replace(alert(), image=b"\x89PNG...")
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url}, found, with_image)
    kind = found.last.headers["content-type"]
    boundary = kind.removeprefix("multipart/form-data; boundary=")
    parts = found.last.body.split(b"--" + boundary.encode())
    assert b'name="payload_json"' in parts[1] and b'"embeds"' in parts[1]
    assert b'"image":{"url":"attachment://image0.png"}' in parts[1]
    assert b'name="files[0]"; filename="image0.png"' in parts[2]
    assert parts[2].endswith(b"\r\n\r\n\x89PNG...\r\n") and parts[3] == b"--\r\n"
