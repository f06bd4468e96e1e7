"""All receivers are installed and documented, and their default texts work."""

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from vedette.alerting.templates.engine import defaults
from vedette.alerting.templates.texts import OrgTexts
from vedette.plugins.loading import built_in_folder
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import PluginKind, plain_text
from vedette.sdk.receiver_testing import (
    RecordedMail,
    alert,
    delivery,
    message,
    open_receiver,
    receiver_host,
)
from vedette.sdk.testing import ScriptedHttp, ScriptedReply

REGISTRY = PluginRegistry()
FOLDERS = sorted(file.parent for file in built_in_folder().glob("receivers/*/plugin.json"))
KEYS = {
    "email": "addresses singleEmail subject message",
    "slack": "token recipient url username icon_emoji icon_url mentionUsers mentionGroups"
    " mentionChannel endpointUrl title text color",
    "pagerduty": "integrationKey severity class component group summary source client client_url"
    " details url",
    "webhook": "url httpMethod username password authorization_scheme authorization_credentials"
    " maxAlerts title message headers tlsConfig.insecureSkipVerify tlsConfig.caCertificate"
    " tlsConfig.clientCertificate tlsConfig.clientKey hmacConfig.secret hmacConfig.header"
    " hmacConfig.timestampHeader http_config.oauth2.client_id http_config.oauth2.client_secret"
    " http_config.oauth2.token_url http_config.oauth2.scopes http_config.oauth2.endpoint_params"
    " payload.template payload.vars",
    "oncall": "url httpMethod maxAlerts username password authorization_scheme"
    " authorization_credentials title message",
    "teams": "url title sectiontitle message",
    "discord": "url avatar_url use_discord_username title message",
    "telegram": "bottoken chatid message_thread_id message parse_mode disable_web_page_preview"
    " protect_content disable_notifications",
    "opsgenie": "apiKey apiUrl message description autoClose overridePriority sendTagsAs"
    " responders",
    "victorops": "url messageType title description",
    "pushover": "apiToken userKey device priority okPriority retry expire sound okSound title"
    " message uploadImage",
    "googlechat": "url title message",
    "line": "token title description",
    "prometheus-alertmanager": "url basicAuthUser basicAuthPassword",
    "sns": "sigv4.region sigv4.access_key sigv4.secret_key sigv4.profile sigv4.role_arn api_url"
    " topic_arn phone_number target_arn subject message attributes",
    "kafka": "kafkaRestProxy kafkaTopic apiVersion kafkaClusterId username password description"
    " details",
    "mqtt": "brokerUrl topic clientId messageFormat username password qos retain message"
    " tlsConfig.insecureSkipVerify tlsConfig.caCertificate tlsConfig.clientCertificate"
    " tlsConfig.clientKey",
    "jira": "api_url project issue_type summary description labels priority resolve_transition"
    " reopen_transition reopen_duration wont_fix_resolution fields dedup_key_field user password"
    " api_token",
    "webex": "bot_token room_id api_url message",
    "wecom": "url secret agent_id corp_id msgtype touser title message",
    "dingding": "url msgType title message",
    "sensugo": "url apikey entity check handler namespace message",
    "threema": "gateway_id recipient_id api_secret title description",
}
"""The keys in files of Grafana 10.4."""
SMALLEST = {
    "dingding": {"url": "https://h.test/x"},
    "discord": {"url": "https://h.test/x"},
    "email": {"addresses": "a@x.test"},
    "googlechat": {"url": "https://h.test/x"},
    "jira": {
        "api_url": "https://h.test/rest/api/3",
        "project": "P",
        "issue_type": "Bug",
        "api_token": "secret",
        "labels": ["{{ .CommonLabels.x }}"],
    },
    "kafka": {"kafkaRestProxy": "https://h.test", "kafkaTopic": "t"},
    "line": {"token": "secret"},
    "oncall": {"url": "https://h.test/x"},
    "opsgenie": {"apiKey": "secret", "sendTagsAs": "both"},
    "pagerduty": {"integrationKey": "secret", "severity": "{{ .CommonLabels.x }}"},
    "prometheus-alertmanager": {"url": "https://h.test"},
    "pushover": {"apiToken": "secret", "userKey": "secret"},
    "sensugo": {"url": "https://h.test", "apikey": "secret", "entity": "{{ .CommonLabels.x }}"},
    "slack": {"token": "secret", "recipient": "#{{ .CommonLabels.x }}"},
    "sns": {
        "topic_arn": "arn:aws:sns:eu-west-1:1:t",
        "sigv4": {"access_key": "secret", "secret_key": "secret"},
        "attributes": {"x": "{{ .CommonLabels.x }}"},
    },
    "teams": {"url": "https://h.test/x"},
    "telegram": {"bottoken": "1:a", "chatid": "1"},
    "threema": {"gateway_id": "*VEDETTE", "recipient_id": "ABCD1234", "api_secret": "secret"},
    "victorops": {"url": "https://h.test/x", "messageType": "{{ .CommonLabels.x }}"},
    "webex": {"bot_token": "secret", "room_id": "r"},
    "webhook": {"url": "https://h.test/x", "hmacConfig": {"secret": "secret"}},
    "wecom": {"url": "https://h.test/x"},
}
"""Settings of receivers whose fields need more than their placeholders."""
INSTALLED = sorted({each.id for each in REGISTRY.manifests(PluginKind.RECEIVER)} - {"mqtt"})
"""MQTT is left out: it frames its payload by length and sends no HTTP or mail."""
ACCEPTED = b'{"ok": true, "errcode": 0, "issues": [], "key": "P-1", "offsets": []}'
HOSTILE = [
    "\r\nX-Evil: 1\r\n\r\n",
    "\x00\x01\x1b[31m",
    "<script>alert(1)</script><!channel> @everyone ]]> &amp; %s {{ .x }}",
    "\u202egnp.exe \u2028 \ufeff \U0001f600",
    "y" * 300_000,
    "",
]
EXTERNAL_URL = "https://dash.test/"
each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


class NoGroups:
    async def version(self, org_id):
        return 1

    async def texts(self, org_id):
        return {}


def smallest(type):
    required = [field for field in REGISTRY.receiver(type).fields if field.required]
    return SMALLEST.get(type) or {field.key: field.placeholder or "x" for field in required}


def plugin_of(folder):
    manifest = next(
        each
        for each in REGISTRY.manifests(PluginKind.RECEIVER)
        if each.id == folder.name or each.id == f"prometheus-{folder.name}"
    )
    return REGISTRY.receiver(manifest.id)


def test_every_documented_type_is_installed():
    assert set(KEYS) <= {each.id for each in REGISTRY.manifests(PluginKind.RECEIVER)}


def test_each_section_of_an_alertmanager_file_belongs_to_one_receiver():
    """A receiver copied from another one does not take over its part of imported files."""
    readers: dict[str, list[str]] = {}
    for manifest, plugin in REGISTRY.loadable_receivers():
        for section in plugin.alertmanager:
            readers.setdefault(section.name, []).append(manifest.id)
    assert readers["webex_configs"] == ["webex"]
    assert {name: ids for name, ids in readers.items() if len(ids) > 1} == {}


@pytest.mark.parametrize("type", KEYS)
def test_every_key_of_files_is_known(type):
    known = {field.key for field in REGISTRY.receiver(type).fields}
    assert set(KEYS[type].split()) <= known


@each_folder
def test_every_setting_is_documented(folder):
    page = (folder / "README.md").read_text()
    named = set(re.findall(r"[\w.]+", " ".join(re.findall(r"`([^`]*)`", page))))
    named |= {part for name in named for part in name.split(".")}
    for field in plugin_of(folder).fields:
        assert {field.key, field.key.rpartition(".")[2]} & named, f"{field.key} is not on its page"


def test_the_page_of_receivers_links_to_all_of_them():
    page = Path(__file__).parents[3] / "docs/receivers.md"
    for folder in FOLDERS:
        assert f"receivers/{folder.name}/README.md" in page.read_text()


@each_folder
async def test_default_texts_can_be_rendered(folder):
    base = defaults(EXTERNAL_URL, lambda: datetime(2026, 5, 4, tzinfo=UTC))
    texts = OrgTexts(NoGroups(), lambda: base, "1.0")
    told = message(alert(host="web-1"), alert(resolved=True))
    for field in plugin_of(folder).fields:
        if field.template and field.default:
            text = await texts.text(field.default, told, otherwise=plain_text)
            assert text.strip() and "failed" not in text, f"{field.key}: {text}"


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("type", INSTALLED)
async def test_a_notification_is_well_formed_whatever_a_label_contains(type, value):
    """Proves T62."""
    http = ScriptedHttp(lambda request: ScriptedReply(ACCEPTED))
    mail = RecordedMail()
    plugin = REGISTRY.receiver(type)
    lent = receiver_host(lambda options: http, mail=mail)
    told = message(alert(x=value), alert(x=value, resolved=True))
    receipt = await open_receiver(plugin, smallest(type), lent).deliver(told, delivery())
    assert receipt.summary
    assert len(http.requests) + len(mail.sent) in (1, 2)
    for request in http.requests:
        for name, header in request.headers.items():
            assert not re.search(r"[\r\n\x00]", name + header)
        assert not re.search(r"[\s\x00]", request.path)
        kind = request.headers.get("Content-Type", "")
        if "json" in kind:
            assert msgspec.json.decode(request.body)
        request.body.decode()
    for sent in mail.sent:
        assert "\n" not in sent["subject"] and "<script" not in sent["html"]


def test_listing_receivers_imports_no_heavy_module():
    code = (
        "import sys; from vedette.plugins.registry import PluginRegistry;"
        "r = PluginRegistry(); found = [r.receiver(each) for each in sys.argv[1:]];"
        "print([name for name in ('aiohttp', 'websockets', 'numpy', 'aiosmtplib', 'hypothesis')"
        " if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *sorted(KEYS)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() in ("[]", "['numpy']"), done.stdout
