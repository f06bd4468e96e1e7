"""WeCom is written to by robots and apps, and its code counts."""

import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import BadRequest, TryLater, Undeliverable
from vedette.sdk.receiver_testing import (
    alert,
    delivery,
    message,
    open_receiver,
    receiver_conformance,
)
from vedette_plugins.receivers.wecom.receiver import PLUGIN

APP = {"corp_id": "c", "agent_id": 1000, "secret": CANARY}


def test_the_contract_of_receivers_is_kept():
    settings = {"url": f"https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={CANARY}"}
    receiver_conformance(PLUGIN, settings=settings, secrets=["url", "secret"])


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(
        PLUGIN,
        lambda url: {"url": f"{url}/cgi-bin/webhook/send?key={CANARY}"},
        [b'{"errcode": 0, "errmsg": "ok"}'],
    )
    await check_statuses(PLUGIN, lambda url: APP)


async def test_a_robot_gets_markdown_in_which_labels_are_text():
    async with collector() as found:
        settings = {"url": found.url, "message": "{{ .CommonLabels.x }}"}
        await delivered(PLUGIN, settings, found, alert(x="<@all> [a](http://evil)"))
    assert found.last.json == {
        "msgtype": "markdown",
        "markdown": {"content": "# [FIRING:1] DiskFull\n<\u200b@all> [a]\u200b(http://evil)\n"},
    }


async def test_texts_are_cut_by_bytes():
    async with collector() as found:
        settings = {"url": found.url, "msgtype": "text", "message": "ä" * 3000}
        await delivered(PLUGIN, settings, found)
    assert 2040 <= len(found.last.json["text"]["content"].encode()) <= 2048


class App:
    """Gives the tokens t1, t2, ...; takes only the newest."""

    def __init__(self):
        self.given = 0

    def __call__(self, posted):
        if "/gettoken?" in posted.target:
            assert posted.target == f"/cgi-bin/gettoken?corpid=c&corpsecret={CANARY}"
            self.given += 1
            body = b'{"errcode": 0, "access_token": "t%d", "expires_in": 7200}' % self.given
            return Says(body=body)
        if posted.target != f"/cgi-bin/message/send?access_token=t{self.given}":
            return Says(body=b'{"errcode": 42001, "errmsg": "access_token expired"}')
        return Says(body=b'{"errcode": 0, "msgid": "m1"}')


async def test_an_app_writes_to_whom_a_label_names():
    async with collector(App()) as found:
        for whom in ("{{ .CommonLabels.owner }}", "{{ fail }}"):
            await delivered(PLUGIN, {**APP, "touser": whom}, found, alert(owner="ann|bob"))
    told = [it.json["touser"] for it in found.posted if "/message/send" in it.target]
    assert told == ["ann|bob", "@all"]


async def test_an_app_asks_for_a_token_once_and_again_when_it_ended():
    app = App()
    async with collector(app) as found:
        receiver = open_receiver(PLUGIN, APP, found.host)
        receipt = await receiver.deliver(message(), delivery())
        await receiver.deliver(message(), delivery())
        assert receipt.remote_id == "m1" and app.given == 1
        assert found.origins == ["https://qyapi.weixin.qq.com"]
        assert found.last.json["touser"] == "@all" and found.last.json["agentid"] == 1000
        app.given += 1
        with pytest.raises(TryLater, match="expired"):
            await receiver.deliver(message(), delivery())
        await receiver.deliver(message(), delivery())


@pytest.mark.parametrize(
    ("code", "kind"), [(45009, TryLater), (-1, TryLater), (93000, Undeliverable)]
)
async def test_the_code_of_wecom_decides(code, kind):
    async with collector(Says(body=b'{"errcode": %d, "errmsg": "no."}' % code)) as found:
        with pytest.raises(kind, match=rf"WeCom rejected the message: no \({code}\)"):
            await delivered(PLUGIN, {"url": found.url}, found)


@pytest.mark.parametrize("settings", [{}, {"corp_id": "c", "secret": "s"}])
def test_settings_that_cannot_work_are_refused(settings):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, settings)
