"""Sends messages to WeCom through a group robot or an app."""

import re
from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlencode

import msgspec

from vedette.sdk import (
    BadRequest,
    Delivery,
    HttpOptions,
    Message,
    Receipt,
    Receiver,
    ReceiverHost,
    ReceiverPlugin,
    SettingField,
    TerraformNames,
    TryLater,
    Undeliverable,
    plain_text,
    plain_title,
)
from vedette.sdk.receiver_http import Endpoint, HttpAnswer
from vedette.sdk.receiver_text import DEFAULT_MESSAGE, DEFAULT_TITLE, cut_bytes, one_line
from vedette_plugins.receivers.wecom.transfer import SECTIONS

API = "https://qyapi.weixin.qq.com"
_EVERYBODY = "@all"
_MOST_MARKDOWN = 4_096
_MOST_TEXT = 2_048
_BUSY = frozenset({-1, 45009, 45033})
_BAD_TOKEN = frozenset({40001, 40014, 41001, 42001})
_EARLY = 60.0


class WeComSettings(msgspec.Struct, frozen=True):
    url: str = ""
    secret: str = ""
    agent_id: str = ""
    corp_id: str = ""
    msgtype: Literal["markdown", "text"] = "markdown"
    touser: str = _EVERYBODY
    title: str = ""
    message: str = ""


FIELDS = (
    SettingField(
        "url",
        "URL",
        help="URL of a group robot. Without it, an app is required.",
        placeholder="https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=...",
        secret=True,
    ),
    SettingField("corp_id", "Corporation id", help="Required for an app.", secret=False),
    SettingField("agent_id", "Agent id", help="Required for an app.", secret=False),
    SettingField("secret", "Secret", help="Required for an app.", secret=True),
    SettingField(
        "touser", "To users", help="For an app.", template=True, default="@all", advanced=True
    ),
    SettingField(
        "msgtype", "Message type", kind="choice", choices=("markdown", "text"), default="markdown"
    ),
    SettingField("title", "Title", template=True, default=DEFAULT_TITLE),
    SettingField("message", "Message", kind="lines", template=True, default=DEFAULT_MESSAGE),
)


class WeCom:
    def __init__(self, settings: WeComSettings, host: ReceiverHost) -> None:
        options = HttpOptions(settings.url or API)
        self._endpoint = Endpoint(host, "WeCom", options, (settings.secret,))
        self._settings = settings
        self._host = host
        agent = settings.agent_id.strip()
        self._agent: int | str = int(agent) if agent.isdecimal() else agent
        self._token = ""
        self._until = 0.0

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        body, path = await self._body(message), ""
        if not self._settings.url:
            query = urlencode({"access_token": await self._access_token(delivery)})
            path = f"cgi-bin/message/send?{query}"
            whom = await one_line(self._host.texts, self._settings.touser, message, _EVERYBODY)
            body = {"touser": whom, "agentid": self._agent, **body}
        answer = await self._endpoint.post_json(delivery, body, path=path)
        self._check(answer)
        return Receipt(f"WeCom answered {answer.status}.", str(answer.object().get("msgid", "")))

    async def _access_token(self, delivery: Delivery) -> str:
        now = self._host.clock.monotonic()
        if not self._token or now >= self._until:
            settings = self._settings
            query = urlencode({"corpid": settings.corp_id, "corpsecret": settings.secret})
            path = f"cgi-bin/gettoken?{query}"
            answer = await self._endpoint.send(delivery, method="GET", path=path, part="token")
            self._check(answer)
            reply = answer.object()
            self._token = str(reply.get("access_token", ""))
            lasts = reply.get("expires_in")
            self._until = now + (lasts if isinstance(lasts, int) else 7_200) - _EARLY
        return self._token

    def _check(self, answer: HttpAnswer) -> None:
        """WeCom reports errors with status 200."""
        reply = answer.object()
        code = reply.get("errcode", 0)
        if code == 0:
            return
        why = str(reply.get("errmsg", "no reason given"))
        if self._token:
            why = why.replace(self._token, "***")
        why = self._endpoint.shown(why)[:200].rstrip(".")
        sentence = f"WeCom rejected the message: {why} ({code})."
        if code in _BAD_TOKEN and self._token:
            self._token = ""
            raise TryLater(sentence)
        if code in _BUSY:
            raise TryLater(sentence)
        raise Undeliverable(sentence)

    async def _body(self, message: Message) -> Mapping[str, object]:
        settings, texts = self._settings, self._host.texts
        is_markdown = settings.msgtype == "markdown"
        escape = escape_wecom if is_markdown else None
        title = await texts.text(
            settings.title or DEFAULT_TITLE, message, otherwise=plain_title, escape=escape
        )
        text = await texts.text(
            settings.message or DEFAULT_MESSAGE, message, otherwise=plain_text, escape=escape
        )
        whole = f"{'# ' if is_markdown else ''}{title}\n{text}\n"
        content = cut_bytes(whole, _MOST_MARKDOWN if is_markdown else _MOST_TEXT)
        return {"msgtype": settings.msgtype, settings.msgtype: {"content": content}}


def escape_wecom(text: str) -> str:
    """Return text without mentions, tags and links: WeCom has no escapes, so a zero-width character
    is inserted into each."""
    return re.sub(r"<|\](?=\(|\Z)", "\\g<0>\u200b", text)


def open_wecom(settings: WeComSettings, host: ReceiverHost) -> Receiver:
    if not settings.url and not (settings.secret and settings.agent_id and settings.corp_id):
        raise BadRequest(
            "WeCom needs the URL of a robot, or an app's corporation id, agent id and secret."
        )
    return WeCom(settings, host)


PLUGIN = ReceiverPlugin(
    settings=WeComSettings,
    fields=FIELDS,
    open=open_wecom,
    terraform=TerraformNames(names={"msgtype": "msg_type", "touser": "to_user"}),
    alertmanager=SECTIONS,
)
