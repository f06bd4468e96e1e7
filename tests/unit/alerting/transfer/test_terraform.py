"""Resources for Terraform name arguments that the provider for Grafana has, in the form it takes.

The tables are those of its documentation (`contact_point`, `rule_group`, `notification_policy`,
`mute_timing`). An argument that it does not have, or a block where it wants a map, makes
Terraform refuse the whole file.
"""

import json
import re
from importlib import import_module
from typing import Any

import pytest

from vedette.alerting.contacts.secret_settings import split_secrets
from vedette.alerting.transfer.export.terraform import as_hcl
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import SettingField, decode_settings
from vedette.sdk.receiver_testing import open_receiver

REGISTRY = PluginRegistry()
TLS = ("ca_certificate", "client_certificate", "client_key", "insecure_skip_verify")
OAUTH = "http_config.oauth2"
OF_WEBHOOKS = (
    "url http_method max_alerts basic_auth_user basic_auth_password authorization_scheme"
    " authorization_credentials title message"
)
VALUES = {
    "alertmanager": "url basic_auth_user basic_auth_password",
    "dingding": "url message_type title message",
    "discord": "url title message avatar_url use_discord_username",
    "email": "single_email subject message",
    "googlechat": "url title message",
    "jira": "api_url user password api_token project issue_type summary description priority"
    " resolve_transition reopen_transition reopen_duration wont_fix_resolution dedup_key_field",
    "kafka": "rest_proxy_url topic api_version cluster_id username password description details",
    "line": "token title description",
    "mqtt": "broker_url topic client_id message_format username password qos retain",
    "oncall": OF_WEBHOOKS,
    "opsgenie": "api_key url message description auto_close override_priority send_tags_as",
    "pagerduty": "integration_key severity class component group summary source client client_url"
    " url",
    "pushover": "api_token user_key device priority ok_priority retry expire sound ok_sound title"
    " message upload_image",
    "sensugo": "url api_key entity check handler namespace message",
    "slack": "url token recipient username icon_emoji icon_url mention_users mention_groups"
    " mention_channel endpoint_url title text color",
    "sns": "topic auth_provider access_key secret_key assume_role_arn external_id message_format"
    " subject body",
    "teams": "url title section_title message",
    "telegram": "token chat_id message_thread_id message parse_mode disable_web_page_preview"
    " protect_content disable_notifications",
    "threema": "gateway_id recipient_id api_secret title description",
    "victorops": "url message_type title description",
    "webex": "token room_id api_url message",
    "webhook": OF_WEBHOOKS,
    "wecom": "url secret agent_id corp_id msg_type to_user title message",
}
OTHERS: dict[str, dict[str, str]] = {
    "alertmanager": {"settings": "map"},
    "email": {"addresses": "list"},
    "jira": {"labels": "list", "fields": "map"},
    "mqtt": {
        "settings": "map",
        "tls_config": "block",
        **{f"tls_config.{each}": "value" for each in TLS},
    },
    "opsgenie": {
        "settings": "map",
        "responders": "block",
        **{f"responders.{each}": "value" for each in ("type", "id", "name", "username")},
    },
    "pagerduty": {"details": "map"},
    "sns": {"settings": "map"},
    "webhook": {
        "headers": "map",
        "tls_config": "map",
        "hmac_config": "block",
        **{f"hmac_config.{each}": "value" for each in ("secret", "header", "timestamp_header")},
        "payload": "block",
        "payload.template": "value",
        "payload.vars": "map",
        "http_config": "block",
        OAUTH: "block",
        **{f"{OAUTH}.{each}": "value" for each in ("client_id", "client_secret", "token_url")},
        f"{OAUTH}.scopes": "list",
        f"{OAUTH}.endpoint_params": "map",
        f"{OAUTH}.tls_config": "block",
        **{f"{OAUTH}.tls_config.{each}": "value" for each in TLS},
    },
}
OF_A_FORM: dict[str, dict[str, Any]] = {
    "opsgenie": {
        "responders": [{"type": "team", "name": "ops"}, {"type": "u", "id": "1", "username": "a"}]
    },
    "sns": {"message_format": "text"},
}
"""Settings that have no field in the form, or have arguments only in this form."""
POLICY = {
    "contact_point": "value",
    "group_by": "list",
    "group_wait": "value",
    "group_interval": "value",
    "repeat_interval": "value",
}
BELOW = {
    **POLICY,
    "continue": "value",
    "mute_timings": "list",
    "active_timings": "list",
    "matcher": "block",
    "matcher.label": "value",
    "matcher.match": "value",
    "matcher.value": "value",
}
SAMPLES: dict[str, Any] = {
    "list": ["a", "b"],
    "pairs": {"Any-Key": "x", "camelKey": "y"},
    "switch": True,
    "number": 1,
}


def arguments(text: str) -> dict[str, str]:
    """Each argument and block inside the resource by its path, with its kind."""
    found: dict[str, str] = {}
    path: list[str] = []
    in_map = False
    for line in text.splitlines()[1:]:
        opened = re.fullmatch(r"\s*(\w+)( +=)? \{(\})?", line)
        valued = re.match(r"\s*(\w+) += (.)", line)
        if line.strip() == "}":
            path, in_map = (path, False) if in_map else (path[:-1], False)
        elif in_map:
            continue
        elif opened:
            place = ".".join([*path, opened[1]])
            found[place] = "map" if opened[2] else "block"
            in_map = bool(opened[2]) and not opened[3]
            if not opened[2]:
                path.append(opened[1])
        elif valued:
            found[".".join([*path, valued[1]])] = "list" if valued[2] == "[" else "value"
    return found


def whole(fields: tuple[SettingField, ...]) -> dict[str, Any]:
    """Settings in which everything is set."""
    settings: dict[str, Any] = {}
    for field in fields:
        inner = settings
        *outer, last = field.key.split(".")
        for key in outer:
            inner = inner.setdefault(key, {})
        inner[last] = SAMPLES.get(field.kind, "x")
    return settings


def exported(type_: str, settings: dict[str, Any]) -> str:
    receiver = {"type": type_, "settings": settings, "disableResolveMessage": False}
    point = {"orgId": 1, "name": "p", "receivers": [{"uid": "u", **receiver}]}
    return as_hcl({"apiVersion": 1, "contactPoints": [point]}, {}, REGISTRY)


@pytest.mark.parametrize("folder", VALUES)
def test_a_receiver_with_all_its_settings_fits_the_provider(folder: str) -> None:
    plugin = import_module(f"vedette_plugins.receivers.{folder}.receiver").PLUGIN
    type_ = "prometheus-alertmanager" if folder == "alertmanager" else folder
    settings = whole(plugin.fields) | OF_A_FORM.get(folder, {})
    found = arguments(exported(type_, settings))
    expected = dict.fromkeys([*VALUES[folder].split(), "disable_resolve_message"], "value")
    expected |= OTHERS.get(folder, {})
    assert found == {
        "name": "value",
        folder: "block",
        **{f"{folder}.{name}": kind for name, kind in expected.items()},
    }


def texts(exported: str) -> dict[str, str]:
    """The values of the receiver that are texts, those of its map `settings` among them."""
    inside = exported.partition("  sns {\n")[2]
    pairs = re.findall(r'^ +(\w+) += (".*")$', inside, re.MULTILINE)
    return {name: json.loads(value) for name, value in pairs}


def test_sns_has_its_flat_form_and_keeps_what_the_provider_does_not_name() -> None:
    text = exported(
        "sns",
        {
            "topic_arn": "arn:aws:sns:eu-west-1:1:a",
            "message": "{{ .Status }}",
            "sigv4": {"access_key": "k", "secret_key": "s", "role_arn": "r", "region": "eu-west-1"},
        },
    )
    assert 'settings                = {\n      region = "eu-west-1"\n    }' in text
    assert texts(text) == {
        "topic": "arn:aws:sns:eu-west-1:1:a", "message_format": "body", "body": "{{ .Status }}",
        "auth_provider": "keys", "access_key": "k", "secret_key": "s", "assume_role_arn": "r",
        "region": "eu-west-1",
    }  # fmt: skip


@pytest.mark.parametrize("more", [{}, {"role_arn": "arn:aws:iam::1:role/x", "external_id": "e"}])
def test_what_is_exported_of_sns_opens_here(more: dict[str, str]) -> None:
    sigv4 = {"access_key": "AKIAXXXXXXXX", "secret_key": "s", "region": "eu-west-1", **more}
    plugin = import_module("vedette_plugins.receivers.sns.receiver").PLUGIN
    given = {"topic_arn": "arn:aws:sns:eu-west-1:1:a", "message": "m", "sigv4": sigv4}
    found = texts(exported("sns", given))
    open_receiver(plugin, found)
    assert decode_settings(plugin, found) == decode_settings(plugin, given)


def test_maps_keep_the_names_that_people_gave() -> None:
    text = exported("jira", {"fields": {"customField": "x", "Two words": "y"}})
    assert "fields                  = {\n" in text
    assert 'customField = "x"' in text
    assert '"Two words" = "y"' in text


def test_policies_and_timings_fit_the_provider() -> None:
    below = {
        "receiver": "b", "group_by": ["a"], "group_wait": "1s", "group_interval": "1m",
        "repeat_interval": "1h", "continue": True, "mute_time_intervals": ["n"],
        "active_time_intervals": ["d"], "object_matchers": [["a", "=", "b"]],
    }  # fmt: skip
    root = {"orgId": 1, "receiver": "a", "group_by": [], "routes": [{**below, "routes": [below]}]}
    found = arguments(as_hcl({"policies": [root]}, {}, REGISTRY))
    assert {name: kind for name, kind in found.items() if "." not in name} == {
        "contact_point": "value", "group_by": "list", "policy": "block",
    }  # fmt: skip
    for prefix in ("policy.", "policy.policy."):
        inner = {
            name.removeprefix(prefix): kind
            for name, kind in found.items()
            if name.startswith(prefix) and not name.startswith(f"{prefix}policy")
        }
        assert inner == BELOW
    interval = {
        "times": [{"start_time": "22:00", "end_time": "24:00"}], "weekdays": ["monday"],
        "days_of_month": ["1"], "months": ["may"], "years": ["2030"], "location": "Europe/Berlin",
    }  # fmt: skip
    timing = {"orgId": 1, "name": "n", "time_intervals": [interval, {}]}
    found = arguments(as_hcl({"muteTimes": [timing]}, {}, REGISTRY))
    lists = ("weekdays", "days_of_month", "months", "years")
    assert found == {
        "name": "value", "intervals": "block",
        **{f"intervals.{each}": "list" for each in lists}, "intervals.location": "value",
        "intervals.times": "block",
        "intervals.times.start": "value", "intervals.times.end": "value",
    }  # fmt: skip


def test_rules_fit_the_provider() -> None:
    rule = {
        "uid": "u", "title": "CPU", "for": "5m", "keep_firing_for": "1m", "condition": "A",
        "noDataState": "OK", "execErrState": "Error", "isPaused": True,
        "missing_series_evals_to_resolve": 3, "labels": {"a": "b"}, "annotations": {"c": "d"},
        "dashboardUid": "d", "panelId": 1,
        "data": [{"refId": "A", "datasourceUid": "p", "queryType": "q", "model": {},
            "relativeTimeRange": {"from": 600, "to": 0}}],
        "notification_settings": {"receiver": "a", "group_by": ["..."], "group_wait": "1s",
            "group_interval": "1m", "repeat_interval": "1h", "mute_time_intervals": ["n"]},
        "record": {"metric": "m", "from": "A"},
    }  # fmt: skip
    group = {"orgId": 1, "name": "g", "folder": "F", "interval": "1m", "rules": [rule]}
    found = arguments(as_hcl({"groups": [group]}, {("F", ""): "f"}, REGISTRY))
    values = (
        "name for keep_firing_for condition no_data_state exec_err_state is_paused"
        " missing_series_evals_to_resolve data.ref_id data.datasource_uid data.query_type"
        " data.model data.relative_time_range.from data.relative_time_range.to"
        " record.metric record.from notification_settings.contact_point"
        " notification_settings.group_wait notification_settings.group_interval"
        " notification_settings.repeat_interval"
    )
    assert found == {
        **dict.fromkeys(("org_id", "name", "folder_uid", "interval_seconds"), "value"),
        "rule": "block",
        **{f"rule.{each}": "value" for each in values.split()},
        **dict.fromkeys(("rule.labels", "rule.annotations"), "map"),
        **dict.fromkeys(("rule.data", "rule.data.relative_time_range"), "block"),
        **dict.fromkeys(("rule.record", "rule.notification_settings"), "block"),
        "rule.notification_settings.group_by": "list",
        "rule.notification_settings.mute_timings": "list",
    }


def test_a_secret_map_is_written_as_a_map_that_keeps_it() -> None:
    """T10: An export of a secret map is valid HCL, and sent back it keeps the secret."""
    settings = {"url": "http://x", "headers": "[REDACTED]", "payload": {"vars": "[REDACTED]"}}
    receiver = {"uid": "u", "type": "webhook", "settings": settings, "disableResolveMessage": False}
    document = {"contactPoints": [{"orgId": 1, "name": "ops", "receivers": [receiver]}]}
    text = as_hcl(document, {}, REGISTRY)
    assert text.count('"[REDACTED]" = "[REDACTED]"') == 2
    fields = PluginRegistry().receiver("webhook").fields
    sent = {"url": "http://x", "headers": {"[REDACTED]": "[REDACTED]"}}
    assert split_secrets(sent, fields) == ({"url": "http://x"}, {}, frozenset({"headers"}))
