"""DingTalk gets a link or a card, and its code counts."""

import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import TryLater, Undeliverable
from vedette.sdk.receiver_testing import alert, receiver_conformance
from vedette_plugins.receivers.dingding.receiver import PLUGIN

URL = (
    "dingtalk://dingtalkclient/page/link?pc_slide=false"
    "&url=https%3A%2F%2Fdash.test%2Falerting%2Flist"
)


def test_the_contract_of_receivers_is_kept():
    settings = {"url": f"https://oapi.dingtalk.com/robot/send?access_token={CANARY}"}
    receiver_conformance(PLUGIN, settings=settings, secrets=["url"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(
        PLUGIN,
        lambda url: {"url": f"{url}/robot/send?access_token={CANARY}"},
        [b'{"errcode": 0, "errmsg": "ok"}'],
    )


async def test_a_link():
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url, "message": "m"}, found)
    assert found.last.json == {
        "msgtype": "link",
        "link": {"title": "[FIRING:1] DiskFull", "text": "m", "messageUrl": URL},
    }


async def test_a_card_in_which_labels_are_text():
    async with collector() as found:
        settings = {
            "url": found.url,
            "msgType": "actionCard",
            "message": "**{{ .CommonLabels.x }}**",
        }
        await delivered(PLUGIN, settings, found, alert(x="[a](http://evil)"))
    assert found.last.json == {
        "msgtype": "actionCard",
        "actionCard": {
            "title": "[FIRING:1] DiskFull",
            "text": "**\\[a\\](http://evil)**",
            "singleTitle": "More",
            "singleURL": URL,
        },
    }


@pytest.mark.parametrize(("code", "kind"), [(130101, TryLater), (310000, Undeliverable)])
async def test_the_code_of_dingtalk_decides(code, kind):
    async with collector(Says(body=b'{"errcode": %d, "errmsg": "no."}' % code)) as found:
        with pytest.raises(kind, match=rf"DingDing rejected the message: no \({code}\)"):
            await delivered(PLUGIN, {"url": found.url}, found)
