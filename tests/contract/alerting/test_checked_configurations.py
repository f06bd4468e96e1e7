"""An import of Alertmanager's configuration refuses what `amtool check-config` refuses."""

import copy
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from vedette.alerting.transfer.alertmanager.convert import BadAlertmanagerFile, convert
from vedette.plugins.registry import PluginRegistry

AMTOOL = shutil.which("amtool")
pytestmark = pytest.mark.skipif(AMTOOL is None, reason="amtool is not installed")
REGISTRY = PluginRegistry()
INTERVALS = [{"name": "n", "time_intervals": [{"weekdays": ["monday:friday"]}]}]
VALID: dict[str, Any] = {
    "global": {"resolve_timeout": "5m"},
    "route": {
        "receiver": "a",
        "group_by": ["x"],
        "routes": [{"receiver": "b", "matchers": ['s="p"'], "mute_time_intervals": ["n"]}],
    },
    "receivers": [
        {"name": "a", "webhook_configs": [{"url": "http://h.example.org/"}]},
        {"name": "b", "webhook_configs": [{"url": "http://h.example.org/b"}]},
    ],
    "time_intervals": INTERVALS,
    "inhibit_rules": [
        {"source_matchers": ["a=b"], "target_matchers": ["c=d"], "equal": ["instance"]}
    ],
}
DURATIONS = ["1.5h", "5", "soon", "-1m", "1h30m", "30m1h", "0", 0, 5, "0s", "1d", ["1m"]]
ROUTE: list[dict[str, Any]] = [
    {},
    {"receiver": None},
    {"receiver": "nobody"},
    {"matchers": ['a="b"']},
    {"matchers": "a=b"},
    {"matchers": ["a"]},
    {"matchers": ["=b"]},
    {"matchers": ["a=~("]},
    {"matchers": ['a=~"[b-"']},
    {"matchers": ["a!~b|c", "d!=e"]},
    {"matchers": ['{a="b",c=~"d"}']},
    {"match": {"a": "b"}},
    {"match": {"a-b": "c"}},
    {"match": ["a"]},
    {"match": {"a": {"b": "c"}}},
    {"match_re": {"a": "b(?"}},
    {"match_re": {"1a": "b"}},
    {"match_re": {"a": "b.*"}},
    {"mute_time_intervals": ["n"]},
    {"mute_time_intervals": ["none"]},
    {"mute_time_intervals": "n"},
    {"active_time_intervals": ["n"]},
    {"active_time_intervals": ["none"]},
    {"continue": True},
    {"continue": "perhaps"},
    {"group_by": ["x", "x"]},
    {"group_by": ["..."]},
    {"group_by": ["...", "x"]},
    {"group_by": [""]},
    {"group_by": {"a": "b"}},
    {"group_by": ["größe"]},
    {"matchers": ["größe=x"]},
    {"routes": {}},
    {"routes": ["x"]},
    {"routes": [{"routes": [{"receiver": "nobody"}]}]},
    {"repeat": "1h"},
    {"object_matchers": [["a", "=", "b"]]},
    *({key: each} for key in ("group_wait", "repeat_interval") for each in DURATIONS),
    {"group_interval": "0s"},
    {"group_interval": "1.5h"},
]
HTTP: list[Any] = [
    {},
    [],
    {"unknown": 1},
    {"basic_auth": {"username": "a", "password": "b"}},
    {"basic_auth": {"user": "a"}},
    {"basic_auth": {"password": "b", "password_file": "/c"}},
    {"authorization": {"credentials": "a"}},
    {"authorization": {"type": "Basic", "credentials": "a"}},
    {"authorization": {"credentials": "a", "credentials_file": "/b"}},
    {"authorization": {"credentials": "a"}, "basic_auth": {"username": "a"}},
    {"bearer_token": "a"},
    {"bearer_token": "a", "bearer_token_file": "/b"},
    {"bearer_token": "a", "basic_auth": {"username": "a"}},
    {"bearer_token": "a", "authorization": {"credentials": "a"}},
    {"oauth2": {"client_id": "a", "client_secret": "b", "token_url": "http://c/"}},
    {"oauth2": {"client_id": "a"}},
    {"oauth2": {"client_secret": "b", "token_url": "http://c/"}},
    {"oauth2": {"client_id": "a", "client_secret": "b"}},
    {
        "oauth2": {"client_id": "a", "client_secret": "b", "token_url": "http://c/"},
        "basic_auth": {"username": "a"},
    },
    {"tls_config": {"insecure_skip_verify": True}},
    {"tls_config": {"insecure": True}},
    {"tls_config": {"insecure_skip_verify": "perhaps"}},
    {"tls_config": {"cert_file": "/a"}},
    {"tls_config": {"cert_file": "/a", "key_file": "/b"}},
    {"tls_config": {"min_version": "TLS12"}},
    {"tls_config": {"min_version": "1.2"}},
    {"follow_redirects": False},
    {"follow_redirects": "perhaps"},
    {"proxy_url": "http://p:1/"},
    {"enable_http2": False},
]
RECEIVERS: dict[str, dict[str, Any]] = {
    "webhook": {"url": "http://h/"},
    "email": {"to": "a@b.c", "from": "d@e.f", "smarthost": "h:25"},
    "slack": {"api_url": "https://h/", "channel": "#a"},
    "pagerduty": {"routing_key": "k"},
    "opsgenie": {"api_key": "k"},
    "victorops": {"api_key": "k", "routing_key": "r"},
    "pushover": {"user_key": "u", "token": "t"},
    "sns": {"topic_arn": "arn:aws:sns:eu-west-1:1:a", "sigv4": {"region": "eu-west-1"}},
    "telegram": {"bot_token": "t", "chat_id": 1},
    "webex": {"room_id": "r", "http_config": {"authorization": {"credentials": "c"}}},
    "discord": {"webhook_url": "https://h/"},
    "wechat": {"api_secret": "s", "corp_id": "c"},
}
SECTIONS = {
    each.name: each for _, plugin in REGISTRY.loadable_receivers() for each in plugin.alertmanager
}
CHANGES: dict[str, list[dict[str, Any]]] = {
    "webhook": [
        *({"url": each} for each in ("", "h", "ftp://h/", "http://", 5, ["http://h/"], {"a": 1})),
        *({"max_alerts": each} for each in (5, 0, "many", [1])),
        *({"send_resolved": each} for each in (False, "perhaps", 5)),
        *({"http_config": each} for each in HTTP),
    ],
    "email": [
        {"to": ""},
        {"headers": {"Subject": "a", "subject": "b"}},
        {"headers": ["a"]},
        {"headers": {"a": {"b": "c"}}},
        {"smarthost": "host"},
        {"smarthost": ""},
        {"require_tls": False},
        {"require_tls": "perhaps"},
        {"tls_config": {"insecure_skip_verify": True}},
        {"tls_config": {"x": 1}},
        {"html": "", "text": "a"},
        {"auth_password": "a", "auth_password_file": "/b"},
        {"http_config": {}},
    ],
    "slack": [
        {"api_url": "h"},
        {"api_url": "<secret>"},
        {"api_url_file": "/a"},
        {"api_url": None, "api_url_file": "/a"},
        {"actions": [{"type": "button", "text": "a", "url": "http://h/"}]},
        {"actions": [{"type": "button", "text": "a"}]},
        {"actions": [{"type": "button", "url": "http://h/"}]},
        {"actions": [{"text": "a", "url": "http://h/"}]},
        {"actions": "a"},
        {"fields": [{"title": "a", "value": "b"}]},
        {"fields": [{"title": "a"}]},
        {"fields": [{"value": "a"}]},
        {"fields": [{"title": "a", "value": "b", "short": True}]},
        {"mrkdwn_in": ["text"]},
        {"short_fields": "perhaps"},
        {"icon_emoji": ":a:", "thumb_url": "a", "callback_id": "b"},
    ],
    "pagerduty": [
        {"routing_key": None, "service_key": "k"},
        {"routing_key": "", "service_key": ""},
        {"routing_key_file": "/a"},
        {"routing_key": None, "routing_key_file": "/a"},
        {"url": "h"},
        {"details": {"a": "b"}},
        {"details": ["a"]},
        {"images": [{"src": "a"}], "links": [{"href": "b", "text": "c"}]},
        {"class": "a", "component": "b", "group": "c", "severity": "d"},
    ],
    "opsgenie": [
        {"api_key_file": "/a"},
        {"api_key": None, "api_key_file": "/a"},
        {"api_url": "h"},
        {"responders": [{"type": "team", "name": "a"}]},
        {"responders": [{"type": "team"}]},
        {"responders": [{"type": "friend", "name": "a"}]},
        {"responders": [{"type": "{{ .x }}", "name": "a"}]},
        {"update_alerts": True, "priority": "P1", "tags": "a,b", "details": {"a": "b"}},
        {"update_alerts": "perhaps"},
        {"teams": "a"},
    ],
    "victorops": [
        {"routing_key": ""},
        {"api_key": ""},
        {"api_key_file": "/a"},
        {"custom_fields": {"a": "b"}},
        {"custom_fields": {"routing_key": "b"}},
        {"api_url": "h"},
    ],
    "pushover": [
        {"token": ""},
        {"user_key": ""},
        *({"retry": each} for each in ("1m", "1.5h", "5", "soon", "1d", 5)),
        {"expire": "1h", "priority": "2", "html": True, "url": "x"},
        {"html": "perhaps"},
    ],
    "sns": [
        {"topic_arn": None},
        {"topic_arn": None, "phone_number": "1"},
        {"topic_arn": None, "target_arn": "a"},
        {"phone_number": "1"},
        {"phone_number": "1", "target_arn": "a"},
        {"sigv4": {"access_key": "a"}},
        {"sigv4": {"access_key": "a", "secret_key": "b"}},
        {"sigv4": {"keys": "a"}},
        {"sigv4": None},
        {"attributes": {"a": "b"}},
        {"attributes": ["a"]},
    ],
    "telegram": [
        {"chat_id": 0},
        {"chat_id": -100},
        {"chat_id": "a"},
        {"bot_token": ""},
        {"bot_token": None, "bot_token_file": "/a"},
        {"bot_token_file": "/a"},
        *({"parse_mode": each} for each in ("HTML", "Markdown", "MarkdownV2", "", "html")),
        {"disable_notifications": True},
        {"api_url": "h"},
    ],
    "webex": [
        {"room_id": ""},
        {"http_config": None},
        {"http_config": {"basic_auth": {"username": "a"}}},
        {"api_url": "h"},
    ],
    "discord": [{"webhook_url": ""}, {"webhook_url": "h"}, {"title": "a", "message": "b"}],
    "wechat": [
        {"message_type": "text"},
        {"message_type": "html"},
        {"api_secret": ""},
        {"corp_id": ""},
        {"api_url": "h"},
        {"to_user": "a", "to_party": "b", "to_tag": "c", "agent_id": "d"},
    ],
}
GLOBAL: list[dict[str, Any]] = [
    *({"resolve_timeout": each} for each in DURATIONS),
    {"unknown": 1},
    {"smtp_from": "a@b.c", "smtp_smarthost": "h:25", "smtp_require_tls": False},
    {"smtp_require_tls": "perhaps"},
    {"smtp_smarthost": "h"},
    {"slack_api_url": "https://h/"},
    {"slack_api_url": "h"},
    {"slack_api_url": "https://h/", "slack_api_url_file": "/a"},
    {"opsgenie_api_key": "a", "opsgenie_api_key_file": "/a"},
    {"victorops_api_key": "a", "victorops_api_key_file": "/a"},
    {"pagerduty_url": "h"},
    {"opsgenie_api_url": "h"},
    {"wechat_api_secret": "a", "wechat_api_corp_id": "b"},
    {"telegram_api_url": "https://h/"},
    {"http_config": {"unknown": 1}},
    {"http_config": {"follow_redirects": True}},
]
INHIBITIONS: list[dict[str, Any]] = [
    {"source_matchers": ["a"]},
    {"source_matchers": ["a=~("]},
    {"target_matchers": ["=b"]},
    {"target_matchers": "c=d"},
    {"source_match": {"a": "b"}, "target_match_re": {"c": "d.*"}},
    {"source_match": {"a-b": "c"}},
    {"target_match_re": {"a": "b("}},
    {"source_match_re": {"1": "b"}},
    {"equal": "instance"},
    {"equal": ["größe"]},
    {"equal": []},
    {"source_matcher": ["a=b"]},
]
TIMES: list[dict[str, Any]] = [
    {},
    {"times": [{"start_time": "09:00", "end_time": "17:00"}]},
    {"times": [{"start_time": "17:00", "end_time": "09:00"}]},
    {"times": [{"start_time": "9:00", "end_time": "17:00"}]},
    {"times": [{"start_time": "09:00", "end_time": "24:00"}]},
    {"times": [{"start_time": "09:00", "end_time": "24:01"}]},
    {"times": [{"start_time": "09:00"}]},
    {"weekdays": ["monday:wednesday"]},
    {"weekdays": ["wednesday:monday"]},
    {"weekdays": ["mon"]},
    {"weekdays": ["Monday"]},
    {"weekdays": "monday"},
    {"days_of_month": ["1:5"]},
    {"days_of_month": ["5:1"]},
    {"days_of_month": ["-3:-1"]},
    {"days_of_month": ["-1:-3"]},
    {"days_of_month": ["0"]},
    {"days_of_month": ["32"]},
    {"days_of_month": ["-3:1"]},
    {"days_of_month": ["30:-30"]},
    {"months": ["may:august"]},
    {"months": ["5:8"]},
    {"months": ["13"]},
    {"months": ["august:may"]},
    {"years": ["2020:2030"]},
    {"years": ["2030:2020"]},
    {"years": ["soon"]},
    {"location": "Europe/Berlin"},
    {"location": "Mars/Olympus"},
    {"unknown": 1},
]
JUSTIFIED = {
    "webhook {'http_config': {'tls_config': {'cert_file': '/a'}}}": "newer versions refuse it",
    "email {'auth_password': 'a', 'auth_password_file': '/b'}": "newer versions refuse it",
    "telegram {'bot_token': None, 'bot_token_file': '/a'}": "newer versions accept it",
    "email.threading {'a': 'b'}": "newer versions accept it",
    "sns {'phone_number': '1', 'target_arn': 'a'}": "amtool refuses two targets but not three",
    "times {'months': ['13']}": "no such month ever comes",
    "root route {'group_by': ['größe']}": "UTF-8 as in Alertmanager 0.27 and newer",
    "child route {'group_by': ['größe']}": "UTF-8 as in Alertmanager 0.27 and newer",
    "child route {'matchers': ['größe=x']}": "UTF-8 as in Alertmanager 0.27 and newer",
    "inhibit {'equal': ['größe']}": "UTF-8 as in Alertmanager 0.27 and newer",
}
"""Configurations that amtool 0.25 and the import judge differently, with the reason."""


def configurations() -> Iterator[tuple[str, dict[str, Any]]]:
    """What was changed, with the whole configuration; None takes a key away."""
    yield "valid", VALID
    for change in ROUTE:
        for place in ("root", "child"):
            made = copy.deepcopy(VALID)
            above = made if place == "root" else made["route"]["routes"]
            key: Any = "route" if place == "root" else 0
            above[key] = _changed(above[key], change)
            yield f"{place} route {change}", made
    for kind, valid in RECEIVERS.items():
        missing: list[dict[str, Any]] = [{key: None} for key in valid]
        for change in [{}, {"unknown": 1}, *missing, *CHANGES[kind]]:
            made = copy.deepcopy(VALID)
            made["receivers"][0] = {"name": "a", f"{kind}_configs": [_changed(valid, change)]}
            yield f"{kind} {change}", made
        for key in sorted(SECTIONS[f"{kind}_configs"].known.keys() - {"http_config"}):
            for value in (["a"], {"a": "b"}):
                made = copy.deepcopy(VALID)
                entry = {**_changed(valid, {key.removesuffix("_file"): None}), key: value}
                made["receivers"][0] = {"name": "a", f"{kind}_configs": [entry]}
                yield f"{kind}.{key} {value}", made
    for change in GLOBAL:
        yield f"global {change}", {**VALID, "global": change}
    for change in INHIBITIONS:
        made = copy.deepcopy(VALID)
        made["inhibit_rules"][0] |= change
        yield f"inhibit {change}", made
    for change in TIMES:
        intervals = [{"name": "n", "time_intervals": [change]}]
        yield f"times {change}", {**VALID, "time_intervals": intervals}
    a, b = VALID["receivers"]
    others: list[dict[str, Any]] = [
        {"route": None},
        {"receivers": None},
        {"receivers": []},
        {"receivers": {}},
        {"receivers": [a, b, a]},
        {"receivers": [a, b, {}]},
        {"receivers": [a, b, {"name": ""}]},
        {"receivers": [a, b, {"name": "c"}]},
        {"receivers": [a, b, {"name": "c", "carrier_configs": []}]},
        {"receivers": [a, b, {"name": "c", "webhook_configs": {}}]},
        {"receivers": [a, b, {"name": "c", "webhook_configs": ["x"]}]},
        {"time_intervals": INTERVALS * 2},
        {"mute_time_intervals": INTERVALS},
        {"time_intervals": None},
        {"time_intervals": [{"name": "n"}]},
        {"time_intervals": [*INTERVALS, {"time_intervals": []}]},
        {"time_intervals": [*INTERVALS, {"name": "m", "intervals": []}]},
        {"templates": ["*.tmpl"]},
        {"templates": "a"},
        {"inhibit_rules": {}},
        {"unknown": 1},
        {"global": []},
        {"global": {}},
    ]
    for change in others:
        yield f"whole {change}", _changed(VALID, change)


def _changed(given: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in {**given, **change}.items() if value is not None}


def test_imports_refuse_what_amtool_refuses_with_the_line(tmp_path: Path) -> None:
    made = dict(configurations())
    assert len(made) >= 600
    texts = {
        name: yaml.dump(each, Dumper=yaml.CSafeDumper, sort_keys=False)
        for name, each in made.items()
    }
    names = {}
    for place, (name, text) in enumerate(texts.items()):
        file = tmp_path / f"alertmanager{place}.yml"
        file.write_text(text)
        names[str(file)] = name
    done = subprocess.run(
        [str(AMTOOL), "check-config", *names], capture_output=True, text=True, timeout=120
    )
    verdicts = dict(re.findall(r"^Checking '(.+)'  (SUCCESS|FAILED)", done.stdout, re.MULTILINE))
    assert len(verdicts) == len(names)
    different = {}
    for file, name in names.items():
        refusal = ""
        try:
            convert(texts[name], "am.yml", tmp_path, REGISTRY)
        except BadAlertmanagerFile as error:
            refusal = error.public
            assert re.match(r"am\.yml:\d+: .+\.$", refusal), refusal
        if (verdicts[file] == "SUCCESS") is bool(refusal):
            different[name] = f"amtool {verdicts[file]}, import {refusal or 'accepts'}"
    assert different.keys() == JUSTIFIED.keys(), different
