"""Teams gets an Adaptive Card, and what it answers with status 200 is read."""

import msgspec
import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import TryLater, Undeliverable
from vedette.sdk.receiver_testing import alert, receiver_conformance
from vedette_plugins.receivers.teams.receiver import PLUGIN

CONNECTOR = {"url": f"https://acme.webhook.office.com/webhookb2/{CANARY}"}


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(PLUGIN, settings=CONNECTOR, secrets=["url"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(PLUGIN, lambda url: {"url": f"{url}/workflows?sig={CANARY}"}, [b"", b"1"])


async def test_the_message_is_an_adaptive_card():
    with_url = msgspec.structs.replace(alert(), image_url="https://x/y.png")
    async with collector(Says(202)) as found:
        settings = {"url": f"{found.url}/w?api-version=1&sig=a%2Fb", "sectiontitle": "Look"}
        receipt = await delivered(PLUGIN, settings, found, with_url)
    assert receipt.summary == "Teams returned 202."
    assert found.last.target == "/w?api-version=1&sig=a%2Fb"
    body = found.last.json
    assert body["type"] == "message" and body["summary"] == "[FIRING:1] DiskFull"
    (attachment,) = body["attachments"]
    assert attachment["contentType"] == "application/vnd.microsoft.card.adaptive"
    card = attachment["content"]
    blocks = card.pop("body")
    assert card == {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "msTeams": {"width": "Full"},
    }
    assert [block["type"] for block in blocks] == [
        *["TextBlock"] * 3,
        "ImageSet",
        "ActionSet",
    ]
    assert blocks[0]["color"] == "attention" and blocks[1]["text"] == "Look"
    assert blocks[4]["actions"][0]["url"] == "https://dash.test/alerting/list"


async def test_a_label_cannot_format_or_link():
    async with collector() as found:
        settings = {"url": found.url, "message": "**{{ .CommonLabels.x }}**"}
        await delivered(PLUGIN, settings, found, alert(x="[free](http://evil) <at>all</at>"))
    text = found.last.json["attachments"][0]["content"]["body"][1]["text"]
    assert text == "**\\[free\\](http://evil) \\<at\\>all\\</at\\>**"


async def test_cards_stay_below_the_limit_of_teams():
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url, "message": "ä" * 30_000}, found)
    assert len(found.last.body) < 28_000


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (b"Webhook message delivery failed with error: HTTP error 429 with ContextId x", TryLater),
        (b"Webhook message delivery failed with error: HTTP error 503 with ContextId x", TryLater),
        (b"Webhook message delivery failed with error: HTTP error 400 with x", Undeliverable),
        (b"", TryLater),
    ],
)
async def test_a_connector_that_does_not_say_1_took_nothing(said, kind):
    async with collector(Says(200, said)) as found:
        with pytest.raises(kind) as raised:
            await delivered(PLUGIN, CONNECTOR, found)
    assert CANARY not in str(raised.value)


@pytest.mark.parametrize("says", [Says(200, b"1"), Says(202)])
async def test_a_connector_says_1_where_it_took_the_message(says):
    async with collector(says) as found:
        assert (await delivered(PLUGIN, CONNECTOR, found)).summary
