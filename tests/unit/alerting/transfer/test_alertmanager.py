"""`alertmanager.yml` becomes contact points, policies and timings; the rest is named."""

from pathlib import Path
from typing import Any

import pytest

from vedette.alerting.transfer.alertmanager.convert import (
    ALWAYS_MUTED,
    BadAlertmanagerFile,
    ConversionResult,
    convert,
)
from vedette.alerting.transfer.export.formats import as_yaml
from vedette.alerting.transfer.provision.entries import PolicyEntry
from vedette.alerting.transfer.provision.reading import READING, AlertingFileReader
from vedette.plugins.registry import PluginRegistry
from vedette.provisioning.document import read_document
from vedette.provisioning.entry import Entry
from vedette.provisioning.problems import Report

REGISTRY = PluginRegistry()
ROUTE = "route: {receiver: ops}\nreceivers:\n- name: ops\n  "


def made(text: str, directory: Path = Path()) -> ConversionResult:
    result = convert(text, "am.yml", directory, REGISTRY)
    report = Report("am.yaml")
    written = as_yaml(result.document).replace("$__file{", "file{")
    content = AlertingFileReader().read(
        Entry(read_document(written, {}, report, READING.scope), report)
    )
    assert (content.refusals, report.problems) == ((), [])
    return result


def settings(receiver: str, *, is_global: str = "") -> dict[str, Any]:
    result = made(f"{is_global}\n{ROUTE}{receiver}")
    (point,) = result.document["contactPoints"]
    (integration,) = point["receivers"]
    return {"type": integration["type"], **integration["settings"]}


@pytest.mark.parametrize(
    ("receiver", "is_global", "wanted"),
    [
        (
            "slack_configs: [{channel: '#a'}]",
            "global: {slack_api_url: https://hooks.slack.com/x}",
            {"type": "slack", "recipient": "#a", "url": "https://hooks.slack.com/x"},
        ),
        (
            "slack_configs: [{channel: a, http_config: {authorization: {credentials: xoxb}}}]",
            "global: {slack_api_url: https://slack.com/api/chat.postMessage}",
            {"type": "slack", "recipient": "a", "token": "xoxb"},
        ),
        (
            "webhook_configs: [{url: http://a/, max_alerts: 5, http_config:"
            " {basic_auth: {username: u, password: p}, tls_config: {insecure_skip_verify: true}}}]",
            "",
            {
                "type": "webhook", "url": "http://a/", "maxAlerts": "5", "username": "u",
                "password": "p", "tlsConfig": {"insecureSkipVerify": True},
            },
        ),
        (
            "opsgenie_configs: [{message: m, entity: e}]",
            "global: {opsgenie_api_key: k, opsgenie_api_url: 'https://api.eu.opsgenie.com/'}",
            {
                "type": "opsgenie", "message": "m", "entity": "e", "apiKey": "k",
                "apiUrl": "https://api.eu.opsgenie.com/v2/alerts",
            },
        ),
        (
            "victorops_configs: [{api_key: k, routing_key: r, message_type: WARNING}]",
            "",
            {
                "type": "victorops", "messageType": "WARNING",
                "url": "https://alert.victorops.com/integrations/generic/20131114/alert/k/r",
            },
        ),
        (
            "pushover_configs: [{user_key: u, token: t, retry: 1m, expire: 1h}]",
            "",
            {"type": "pushover", "userKey": "u", "apiToken": "t", "retry": 60, "expire": 3600},
        ),
        (
            "telegram_configs: [{bot_token_file: /run/t, chat_id: -100}]",
            "",
            {"type": "telegram", "bottoken": "$__file{/run/t}", "chatid": "-100"},
        ),
        (
            "webex_configs: [{room_id: r, http_config: {authorization: {credentials: t}}}]",
            "",
            {"type": "webex", "room_id": "r", "bot_token": "t"},
        ),
        (
            "email_configs: [{to: a@b.c, headers: {subject: s}, text: t}]",
            "global: {smtp_from: a@b.c, smtp_smarthost: 'b:25'}",
            {"type": "email", "addresses": "a@b.c", "subject": "s", "message": "t"},
        ),
        (
            "pagerduty_configs: [{service_key: k, details: {a: b}, description: d}]",
            "",
            {"type": "pagerduty", "integrationKey": "k", "details": {"a": "b"}, "summary": "d"},
        ),
        (
            "msteams_configs: [{webhook_url: https://a/, text: t}]",
            "",
            {"type": "teams", "url": "https://a/", "message": "t"},
        ),
        (
            "discord_configs: [{webhook_url: https://a/}]", "",
            {"type": "discord", "url": "https://a/"},
        ),
        (
            "wechat_configs: [{api_secret: s, corp_id: c, to_user: u, agent_id: 7}]", "",
            {
                "type": "wecom", "secret": "s", "corp_id": "c", "touser": "u", "agent_id": "7",
                "msgtype": "text",
            },
        ),
        (
            "jira_configs: [{api_url: https://a/, project: p, issue_type: Bug, labels: [x],"
            " http_config: {basic_auth: {username: u, password: p}}}]", "",
            {
                "type": "jira", "api_url": "https://a/", "project": "p", "issue_type": "Bug",
                "labels": ["x"], "user": "u", "password": "p",
            },
        ),
        (
            "sns_configs: [{topic_arn: a, sigv4: {region: r}}]", "",
            {"type": "sns", "topic_arn": "a", "sigv4": {"region": "r"}},
        ),
    ],
)  # fmt: skip
def test_each_receiver_has_its_settings_here(
    receiver: str, is_global: str, wanted: dict[str, Any]
) -> None:
    assert settings(receiver, is_global=is_global) == wanted


def test_resolved_messages_are_sent_where_they_were() -> None:
    result = made(
        ROUTE + "webhook_configs: [{url: http://a/}, {url: http://b/, send_resolved: false}]\n"
        "  email_configs: [{to: a@b.c, from: b@b.c, smarthost: 'b:25'}]\n"
    )
    (point,) = result.document["contactPoints"]
    assert [each["disableResolveMessage"] for each in point["receivers"]] == [False, True, True]
    uids = {each["uid"] for each in point["receivers"]}
    assert len(uids) == 3


def test_routes_timings_and_inhibitions_are_the_same(tmp_path: Path) -> None:
    (tmp_path / "own.tmpl").write_text('{{ define "t" }}$1{{ end }}')
    result = made(
        "route:\n  receiver: ops\n  routes:\n"
        "  - matchers: ['a=~\"b|c\"', d!=e]\n    mute_time_intervals: [nights]\n"
        "    continue: true\n"
        "  - match_re: {x: y.*}\n    group_by: ['...']\n    repeat_interval: 1d\n"
        "receivers: [{name: ops, webhook_configs: [{url: http://a/}]}]\n"
        "mute_time_intervals:\n- name: nights\n  time_intervals:\n"
        "  - times: [{start_time: 22:00, end_time: 24:00}]\n"
        "inhibit_rules:\n- source_match: {severity: critical}\n  target_match_re: {severity: w.*}\n"
        "templates: ['*.tmpl', missing.tmpl]\n",
        tmp_path,
    )
    (tree,) = result.document["policies"]
    assert tree == {
        "orgId": 1,
        "receiver": "ops",
        "group_by": [],
        "routes": [
            {
                "object_matchers": [["a", "=~", "b|c"], ["d", "!=", "e"]],
                "continue": True,
                "mute_time_intervals": ["nights"],
            },
            {
                "group_by": ["..."],
                "object_matchers": [["x", "=~", "y.*"]],
                "repeat_interval": "1d",
            },
        ],
    }
    assert result.document["templates"][0]["name"] == "own"
    assert result.document["inhibitRules"][0]["target_matchers"] == ['severity=~"w.*"']
    (said,) = result.warnings
    assert "missing.tmpl" in said


def test_words_and_numbers_mean_what_they_mean_to_alertmanager() -> None:
    """`yes` is a flag of YAML 1.1, and the text of a matcher is what is written."""
    result = made(
        "route:\n  receiver: ops\n  routes:\n  - {continue: yes, match: {code: 1e3}}\n"
        "receivers:\n- name: ops\n"
        "  telegram_configs: [{bot_token: t, chat_id: 1, disable_notifications: yes}]\n"
        "inhibit_rules: [{source_match: {code: 1e3}, target_match: {code: 0x1}}]\n"
    )
    (tree,) = result.document["policies"]
    assert tree["routes"] == [{"object_matchers": [["code", "=", "1e3"]], "continue": True}]
    (inhibition,) = result.document["inhibitRules"]
    assert inhibition["source_matchers"] == ['code="1e3"']
    assert inhibition["target_matchers"] == ['code="0x1"']
    (point,) = result.document["contactPoints"]
    assert point["receivers"][0]["settings"]["disable_notifications"] is True


def test_matchers_of_newer_versions_are_read() -> None:
    result = made(
        "route:\n  receiver: ops\n  routes:\n"
        "  - matchers: [foo🙂=bar, f.o=~x+, 'a=b}']\n"
        "receivers: [{name: ops, webhook_configs: [{url: http://a/}]}]\n"
        "inhibit_rules:\n"
        "- {source_matchers: [größe=x], target_matchers: [a=b]}\n"
    )
    (tree,) = result.document["policies"]
    assert tree["routes"] == [
        {"object_matchers": [["foo🙂", "=", "bar"], ["f.o", "=~", "x+"], ["a", "=", "b"]]}
    ]
    (inhibition,) = result.document["inhibitRules"]
    assert inhibition["source_matchers"] == ['"größe"="x"']
    assert result.warnings == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("a=b", "team=~web(", "am.yml:4: route.routes[0]: The regular expression 'web('"),
        ("c: d", "c: d(", "am.yml:5: route.routes[0].routes[0]: The regular expression 'd('"),
        ("c: d", "c-x: d", "am.yml:5: route.routes[0].routes[0].match_re: 'c-x' is not the name"),
        ("e=f", "team", "am.yml:8: inhibit_rules[0]: 'team' is not a matcher"),
        ("receiver: ops", "recevier: ops", "am.yml:2: route: the key recevier is not known."),
        ("name: ops", "nam: ops", "am.yml:6: name is missing."),
        ("group_wait: 5s", "group_wait: 1.5h", "am.yml:3: route.group_wait must be a duration"),
    ],
)
def test_a_mistake_in_routes_is_refused_with_its_line(old: str, new: str, said: str) -> None:
    text = (
        "route:\n  receiver: ops\n  group_wait: 5s\n  routes: [{matchers: [a=b],\n"
        "    routes: [{match_re: {c: d}}]}]\n"
        "receivers: [{name: ops, webhook_configs: [{url: http://a/}]}]\n"
        "inhibit_rules:\n- {source_matchers: [e=f], target_matchers: [a=b]}\n"
    )
    with pytest.raises(BadAlertmanagerFile) as raised:
        convert(text.replace(old, new, 1), "am.yml", Path(), REGISTRY)
    assert raised.value.public.startswith(said)


def test_a_receiver_that_reaches_nobody_stays_silent() -> None:
    silent = "receivers: [{name: none}, {name: ops, webhook_configs: [{url: http://a/}]}]\n"
    below = made(
        "route: {receiver: ops, routes: [{receiver: none, match: {a: b}, routes:"
        " [{match: {c: d}}, {match: {e: f}, receiver: ops}]}]}\n" + silent
    )
    (tree,) = below.document["policies"]
    (first,) = tree["routes"]
    assert first["mute_time_intervals"] == [ALWAYS_MUTED]
    assert [each.get("mute_time_intervals") for each in first["routes"]] == [[ALWAYS_MUTED], None]
    above = made("route: {receiver: none, routes: [{receiver: ops, match: {a: b}}]}\n" + silent)
    (tree,) = above.document["policies"]
    assert [each.get("mute_time_intervals") for each in tree["routes"]] == [None, [ALWAYS_MUTED]]
    assert above.document["muteTimes"] == [
        {"orgId": 1, "name": ALWAYS_MUTED, "time_intervals": [{}]}
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("slack_configs: [{api_url: https://a/, actions: []}]", "actions is not imported"),
        ("rocketchat_configs: [{channel: a}]\n  webhook_configs: [{url: http://a/}]", "rocketchat"),
        ("webhook_configs: [{url: <secret>}]", "hidden as <secret>"),
        ("email_configs: [{to: a, from: a, smarthost: b:25}]", "[smtp]"),
        ("pushover_configs: [{user_key: u, token: t, priority: '{{ 1 }}'}]", "is a template"),
        ("webhook_configs: [{url: http://a/}]\nglobal: {resolve_timeout: 5m}", "resolve_timeout"),
        ("webhook_configs: [{url: http://a/}]\ntracing: {endpoint: a}", "tracing"),
    ],
)
def test_what_is_not_carried_over_is_named(text: str, said: str) -> None:
    assert said in " ".join(made(ROUTE + text).warnings)


def test_templates_that_nothing_defines_are_named(tmp_path: Path) -> None:
    (tmp_path / "own.tmpl").write_text(
        '{{ define "ours" }}{{ if .Status }}{{ template "gone" . }}{{ end }}{{ end }}'
    )
    (tmp_path / "broken.tmpl").write_text('{{ define "x" }}')
    result = made(
        ROUTE + "slack_configs: [{api_url: 'https://a/',"
        ' title: \'{{ template "slack.default.title" . }} {{ template "ours" . }}\','
        " text: '{{ template \"theirs\" . }}', color: '{{ if'}]\n"
        "  pagerduty_configs: [{routing_key: k, client_url: '{{ template"
        " \"pagerduty.default.clientURL\" . }}', details: {firing: '{{ template"
        ' "pagerduty.default.instances" .Alerts.Firing }}\', x: \'{{ template "y" . }}\'}}]\n'
        "templates: ['*.tmpl']\n",
        tmp_path,
    )
    said = [each for each in result.warnings if "templat" in each or "read" in each]
    assert said[0].startswith("templates: broken cannot be read: ")
    assert said[1] == "templates: ours uses the template 'gone', which is not defined."
    at = "The receiver 'ops', "
    assert said[2] == f"{at}slack: text uses the template 'theirs', which is not defined."
    assert said[3].startswith(f"{at}slack: color cannot be read: ")
    assert said[4:] == [f"{at}pagerduty: details.x uses the template 'y', which is not defined."]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("receivers: []", "am.yml:1: route is missing"),
        ("route: {receiver: a}\nreceivers: []", "the receiver 'a', which does not exist"),
        (
            "route: {receiver: a, routes: 3}\nreceivers: [{name: a}]",
            "am.yml:1: route.routes must be a list of mappings.",
        ),
        ("route: [", "am.yml:1: Not valid YAML"),
        ("route: {receiver: a}\nreceivers: 3", "am.yml:2: receivers must be a list"),
    ],
)
def test_a_broken_file_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadAlertmanagerFile) as raised:
        convert(text, "am.yml", Path(), REGISTRY)
    assert said in raised.value.public


def test_the_policies_read_back_as_one_tree() -> None:
    result = convert(ROUTE + "webhook_configs: [{url: http://a/}]", "am.yml", Path(), REGISTRY)
    report = Report("x")
    document = read_document(as_yaml(result.document), {}, report, READING.scope)
    content = AlertingFileReader().read(Entry(document, report))
    assert sum(isinstance(each, PolicyEntry) for each in content.wanted) == 1
