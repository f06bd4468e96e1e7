"""A configuration of Alertmanager, imported as a file, works on a server."""

from pathlib import Path

from tests.api.provisioning.alerting_files import read, reload
from tests.fixtures.app import Clients

from vedette.alerting.transfer.alertmanager.convert import convert
from vedette.alerting.transfer.export.formats import as_yaml
from vedette.plugins.registry import PluginRegistry

REGISTRY = PluginRegistry()
CONFIGURATION = """
global:
  slack_api_url: https://hooks.slack.com/services/a/b/c
  opsgenie_api_key: key
  smtp_from: vedette@example.org
  smtp_smarthost: mail.example.org:25
route:
  receiver: ops
  group_by: [alertname, cluster]
  group_wait: 10s
  repeat_interval: 3h
  routes:
  - receiver: blackhole
    match: {severity: none}
  - matchers: [severity=~"critical|page"]
    receiver: pager
    mute_time_intervals: [weekends]
receivers:
- name: blackhole
- name: ops
  slack_configs:
  - {channel: '#ops', send_resolved: true, title: '{{ template "own.title" . }}'}
  - {channel: '#ops', http_config: {authorization: {credentials: xoxb-1}},
     api_url: 'https://slack.com/api/chat.postMessage'}
  email_configs:
  - to: a@example.org, b@example.org
    headers: {Subject: 'Alert $1'}
- name: pager
  webhook_configs:
  - {url: 'http://db.example.org/', http_config: {basic_auth: {username: u, password: p$$}}}
  - {url: 'https://db.example.org/', http_config: {authorization: {credentials: token}}}
  opsgenie_configs:
  - message: '{{ .CommonLabels.alertname }}'
    responders: [{name: team, type: team}]
  pagerduty_configs:
  - {routing_key: k, severity: '{{ .CommonLabels.severity }}', details: {a: b}}
  telegram_configs:
  - {bot_token: '1:a', chat_id: -100123, parse_mode: HTML, message_thread_id: 7,
     disable_notifications: true}
  victorops_configs:
  - {api_key: vk, routing_key: rk, message_type: CRITICAL}
  pushover_configs:
  - {user_key: u, token: t, retry: 1m, expire: 1h, priority: '2'}
  sns_configs:
  - topic_arn: 'arn:aws:sns:eu-west-1:123456789012:x'
    sigv4: {region: eu-west-1, access_key: a, secret_key: b}
    attributes: {key: '{{ .Status }}'}
  webex_configs:
  - {room_id: r, http_config: {authorization: {credentials: wx}}}
  discord_configs:
  - {webhook_url: 'https://discord.com/api/webhooks/1/a', message: m}
  msteams_configs:
  - {webhook_url: 'https://x.webhook.office.com/a', text: hi}
inhibit_rules:
- {source_matchers: [severity=critical], target_matchers: [severity=warning], equal: [alertname]}
time_intervals:
- name: weekends
  time_intervals:
  - {weekdays: ['saturday', 'sunday'], location: Europe/Berlin}
templates: ['*.tmpl']
"""


async def test_every_receiver_opens_and_nothing_is_lost(
    directory: Path, clients: Clients, tmp_path: Path
) -> None:
    (tmp_path / "own.tmpl").write_text(
        '{{ define "own.title" }}{{ $s := .Status }}{{ $s }}{{ end }}'
    )
    result = convert(CONFIGURATION, "alertmanager.yml", tmp_path, REGISTRY)
    assert [each for each in result.warnings if "[smtp]" not in each] == []
    (directory / "am.yaml").write_text(as_yaml(result.document))
    assert await reload(clients) == []
    points = await read(clients, "contact-points")
    types = [each["type"] for each in points if each["name"] == "pager"]
    assert types == [
        "webhook", "webhook", "opsgenie", "pagerduty", "telegram", "victorops", "pushover", "sns",
        "webex", "discord", "teams",
    ]  # fmt: skip
    ops = {each["type"]: each["settings"] for each in points if each["name"] == "ops"}
    assert ops["email"]["subject"] == "Alert $1"
    policies = await read(clients, "policies")
    assert (policies["receiver"], policies["group_wait"]) == ("ops", "10s")
    assert [each.get("mute_time_intervals") for each in policies["routes"]] == [
        ["always muted"],
        ["weekends"],
    ]
    (template,) = await read(clients, "templates")
    assert template["name"] == "own"
    assert await reload(clients) == []
