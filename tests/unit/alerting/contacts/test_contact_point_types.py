"""Contact points of Grafana 10.4 keep their meaning: every type, key, secret and default."""

import asyncio
from typing import Any

import msgspec
import pytest
from tests.unit.alerting.contacts.test_settings_of_receivers import DRAFTS, KINDS, opened

from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.model import IntegrationDraft
from vedette.sdk import decode_settings

TYPES = {
    "dingding": "url! msgType title message",
    "kafka": "kafkaRestProxy! kafkaTopic! username password* apiVersion kafkaClusterId"
    " description details",
    "email": "singleEmail addresses! message subject",
    "pagerduty": "integrationKey*! severity class component group summary source client"
    " client_url details",
    "victorops": "url! messageType title description",
    "oncall": "url! httpMethod username password* authorization_scheme"
    " authorization_credentials* maxAlerts title message",
    "pushover": "apiToken*! userKey*! device priority okPriority retry expire sound okSound"
    " title message",
    "slack": "recipient token* username icon_emoji icon_url mentionUsers mentionGroups"
    " mentionChannel url* endpointUrl title text",
    "sensugo": "url! apikey*! entity check namespace handler message",
    "teams": "url! title sectiontitle message",
    "telegram": "bottoken*! chatid! message_thread_id message parse_mode"
    " disable_web_page_preview protect_content disable_notifications",
    "webhook": "url! httpMethod username password* authorization_scheme"
    " authorization_credentials* maxAlerts title message",
    "wecom": "url* agent_id corp_id secret* msgtype message title touser",
    "prometheus-alertmanager": "url! basicAuthUser basicAuthPassword*",
    "discord": "title message url*! avatar_url use_discord_username",
    "googlechat": "url! title message",
    "LINE": "token*! title description",
    "threema": "gateway_id! recipient_id! api_secret*! title description",
    "opsgenie": "apiKey*! apiUrl message description autoClose overridePriority sendTagsAs"
    " responders",
    "webex": "api_url room_id! bot_token*! message",
}
"""Keys of 10.4: `*` is secret, `!` required."""
SECRET_HERE = {
    ("dingding", "url"),
    ("kafka", "kafkaRestProxy"),
    ("victorops", "url"),
    ("teams", "url"),
    ("googlechat", "url"),
}
"""Addresses that hold a token."""
VALID: dict[str, dict[str, Any]] = {
    "dingding": {"url": "https://h.example.org/a", "msgType": "actionCard"},
    "kafka": {
        "kafkaRestProxy": "http://k:1",
        "kafkaTopic": "t",
        "kafkaClusterId": "c",
        "apiVersion": "v3",
    },
    "email": {"addresses": "a@example.org", "singleEmail": True},
    "pagerduty": {"integrationKey": "k", "client_url": "http://h.example.org"},
    "victorops": {"url": "http://h.example.org/v", "messageType": "WARNING"},
    "oncall": {"url": "http://h.example.org", "maxAlerts": "5", "httpMethod": "PUT"},
    "pushover": {"apiToken": "a", "userKey": "b", "priority": "1", "okPriority": "-1"},
    "slack": {"recipient": "#a", "token": "xoxb-1", "mentionChannel": "here"},
    "sensugo": {"url": "http://h.example.org", "apikey": "k"},
    "teams": {"url": "http://h.example.org/x"},
    "telegram": {"bottoken": "1:a", "chatid": "-100", "parse_mode": "html"},
    "webhook": {"url": "http://h.example.org", "maxAlerts": "3", "httpMethod": "PUT"},
    "wecom": {"agent_id": "1", "corp_id": "c", "secret": "s", "msgtype": "text"},
    "prometheus-alertmanager": {"url": "http://h.example.org", "basicAuthUser": "u"},
    "discord": {"url": "http://h.example.org/x", "use_discord_username": "true"},
    "googlechat": {"url": "http://h.example.org/x"},
    "LINE": {"token": "t"},
    "threema": {"gateway_id": "*ABCDEFG", "recipient_id": "ABCDEFGH", "api_secret": "s"},
    "opsgenie": {"apiKey": "k", "autoClose": "false", "sendTagsAs": "both"},
    "webex": {"room_id": "r", "bot_token": "b"},
}


@pytest.mark.parametrize("kind", TYPES)
def test_every_key_is_in_the_form_secret_and_required_as_clients_know_it(kind: str) -> None:
    fields = {field.key: field for field in KINDS.plugin("ops", kind).fields}
    found, expected = [], []
    for word in TYPES[kind].split():
        key = word.rstrip("*!")
        is_secret = "*" in word or (kind, key) in SECRET_HERE
        expected.append((key, is_secret, "!" in word))
        field = fields.get(key)
        found.append((key, field and field.secret, field and field.required))
    assert found == expected


@pytest.mark.parametrize("change", [str, str.lower, str.upper])
@pytest.mark.parametrize("kind", TYPES)
def test_keys_are_read_in_any_case(kind: str, change: Any) -> None:
    sent = {change(key): value for key, value in VALID[kind].items()}
    asyncio.run(opened(kind, sent))
    draft = IntegrationDraft("ops", kind, sent)
    prepared = asyncio.run(DRAFTS.prepared(None, draft, None))  # type: ignore[arg-type]
    plugin = KINDS.plugin("ops", kind)
    assert decode_settings(plugin, prepared.whole) == decode_settings(plugin, VALID[kind])
    secret = {field.key for field in plugin.fields if field.secret} & VALID[kind].keys()
    assert set(prepared.secrets) == secret


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("dingding", "msg_type", "link"),
        ("kafka", "api_version", "v2"),
        ("email", "single_email", False),
        ("pagerduty", "severity", "critical"),
        ("oncall", "http_method", "POST"),
        ("oncall", "max_alerts", 0),
        ("webhook", "authorization_scheme", "Bearer"),
        ("opsgenie", "auto_close", True),
        ("opsgenie", "override_priority", False),
        ("opsgenie", "send_tags_as", "tags"),
        ("wecom", "msgtype", "markdown"),
        ("discord", "use_discord_username", False),
    ],
)
def test_what_is_left_out_means_the_same(kind: str, key: str, value: object) -> None:
    plugin = KINDS.plugin("ops", kind)
    sent = {
        name: its
        for name, its in VALID[kind].items()
        if name.lower().replace("_", "") != key.replace("_", "")
    }
    names = {field.name for field in msgspec.structs.fields(plugin.settings)}
    assert key in names
    assert getattr(decode_settings(plugin, sent), key) == value


@pytest.mark.parametrize(
    ("sent", "chat", "thread", "mode", "is_silent"),
    [
        ({"chatid": -1001234567890, "message_thread_id": 7}, "-1001234567890", "7", "HTML", False),
        ({"chatid": "@ops", "parse_mode": "markdownv2"}, "@ops", "", "MarkdownV2", False),
        ({"chatid": "1", "disable_notification": "true"}, "1", "", "HTML", True),
        ({"chatid": "1", "disable_notifications": True}, "1", "", "HTML", True),
    ],
)
def test_telegram_reads_ids_as_numbers_and_both_names_of_the_silent_switch(
    sent: dict[str, Any], chat: str, thread: str, mode: str, is_silent: bool
) -> None:
    plugin = KINDS.plugin("ops", "telegram")
    read = decode_settings(plugin, {"bottoken": "1:a", **sent})
    assert (read.chat, read.thread, read.parse_mode) == (chat, thread, mode)
    assert read.disable_notifications is is_silent


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        ("telegram", {"message_thread_id": "x"}),
        ("telegram", {"parse_mode": "bbcode"}),
        ("webhook", {"username": "u", "authorization_credentials": "c"}),
        ("slack", {"recipient": ""}),
        ("wecom", {"secret": ""}),
        ("threema", {"gateway_id": "ABCDEFGH"}),
        ("kafka", {"kafkaClusterId": ""}),
    ],
)
def test_settings_that_exclude_each_other_or_need_more_are_refused(
    kind: str, sent: dict[str, Any]
) -> None:
    with pytest.raises(BadContact):
        asyncio.run(opened(kind, VALID[kind] | sent))
