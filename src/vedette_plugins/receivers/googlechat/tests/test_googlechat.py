"""Google Chat gets a card."""

from tests.fixtures.collector import CANARY, check_statuses, collector, delivered

from vedette.sdk.receiver_testing import alert, receiver_conformance
from vedette.sdk.testing import StoppedClock
from vedette_plugins.receivers.googlechat.receiver import PLUGIN


def test_the_contract_of_receivers_is_kept():
    settings = {"url": f"https://chat.googleapis.com/v1/spaces/A/messages?key={CANARY}"}
    receiver_conformance(PLUGIN, settings=settings, secrets=["url"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(
        PLUGIN, lambda url: {"url": f"{url}/v1/spaces/A/messages?key=k&token={CANARY}"}, [b"{}"]
    )


async def test_the_message_is_a_card():
    async with collector(clock=StoppedClock()) as found:
        settings = {
            "url": f"{found.url}/v1/spaces/A/messages?key=k&token=t%3D",
            "message": "<b>{{ .CommonLabels.x }}</b>",
        }
        await delivered(PLUGIN, settings, found, alert(x="<users/all> & co"))
    assert found.last.target == "/v1/spaces/A/messages?key=k&token=t%3D"
    body = found.last.json
    (card,) = body.pop("cardsV2")
    assert body == {"previewText": "[FIRING:1] DiskFull", "fallbackText": "[FIRING:1] DiskFull"}
    assert len(card["cardId"]) == 64
    assert card["card"] == {
        "header": {"title": "[FIRING:1] DiskFull"},
        "sections": [
            {
                "widgets": [
                    {"textParagraph": {"text": "<b>&lt;users/all&gt; &amp; co</b>"}},
                    {
                        "buttonList": {
                            "buttons": [
                                {
                                    "text": "Open in Vedette",
                                    "onClick": {
                                        "openLink": {"url": "https://dash.test/alerting/list"}
                                    },
                                }
                            ]
                        }
                    },
                    {"textParagraph": {"text": "Vedette | 2026-05-04 12:00 UTC"}},
                ]
            }
        ],
    }
