"""Secrets among settings go apart, come back, and follow no edit to another server."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.contacts.model import REDACTED, Integration, IntegrationDraft
from vedette.alerting.contacts.secret_settings import (
    destinations,
    merge_secrets,
    shown,
    split_secrets,
    with_secrets,
)
from vedette.sdk import SettingField

FIELDS = (
    SettingField("url", "URL", secret=False),
    SettingField("password", "Password"),
    SettingField("tlsConfig.clientKey", "Key", secret=True, kind="lines"),
    SettingField("tokens", "Tokens", kind="pairs"),
    SettingField("channels", "Channels", secret=False, kind="list"),
    SettingField("message", "Message", template=True),
)
SETTINGS = {
    "url": "https://hooks.example.org/a",
    "password": "p4ss",
    "tlsConfig": {"clientKey": "KEY", "insecureSkipVerify": True},
    "tokens": {"a": "t1"},
    "message": "see https://example.org/runbook",
    "other": True,
}


def test_secrets_leave_the_settings_and_nothing_else_does() -> None:
    left, secrets, stay = split_secrets(SETTINGS, FIELDS)
    assert left == {
        "url": "https://hooks.example.org/a",
        "tlsConfig": {"insecureSkipVerify": True},
        "message": "see https://example.org/runbook",
        "other": True,
    }
    assert secrets == {"password": "p4ss", "tlsConfig.clientKey": "KEY", "tokens": '{"a":"t1"}'}
    assert not stay
    assert merge_secrets(left, secrets, FIELDS) == SETTINGS
    assert SETTINGS["password"] == "p4ss", "what was given is not changed"


def test_an_answer_shows_where_secrets_are_and_not_what() -> None:
    left, secrets, _ = split_secrets(SETTINGS, FIELDS)
    answer = shown(left, secrets)
    assert answer["password"] == answer["tlsConfig"]["clientKey"] == answer["tokens"] == REDACTED
    again, none, stay = split_secrets(answer, FIELDS)
    assert (again, none) == (left, {})
    assert stay == {"password", "tlsConfig.clientKey", "tokens"}


def test_secrets_that_came_apart_stand_in_their_places() -> None:
    whole = with_secrets({"url": "u"}, {"password": "p", "tlsConfig.clientKey": "K", "x": ""})
    assert whole == {"url": "u", "password": "p", "tlsConfig": {"clientKey": "K"}}


def test_servers_are_found_wherever_they_stand() -> None:
    settings = {
        "url": "HTTPS://Hooks.example.org/secret?x=1",
        "kafkaRestProxy": "proxy:8082/path, https://b.example.org",
        "http_config": {"oauth2": {"token_url": "https://login.example.org/t"}},
        "message": "https://runbook.example.org",
        "channel": "#ops",
    }
    assert destinations(settings, FIELDS) == {
        "https://hooks.example.org",
        "proxy:8082/path",
        "https://b.example.org",
        "https://login.example.org",
    }


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*SETTINGS, "zz"]), _JSON))
def test_no_settings_let_a_secret_stay_in_sight(settings: dict[str, object]) -> None:
    """Proves T10, CVE-2025-3415."""
    left, _, _ = split_secrets(settings, FIELDS)
    assert "password" not in left and "tokens" not in left
    tls = left.get("tlsConfig")
    assert not isinstance(tls, dict) or "clientKey" not in tls


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example.org",
        "https://hooks.example.org:8443/",
        "http://10.0.0.1/alert",
        "https://example.org/api/v1/grafana-alerts/team_2",
        "https://a.example.org/hook, https://b.example.org/hook",
        "https://example.org/Alerts/Prod.v2",
        "mqtt://broker.example.org:1883",
        "no address at all: T0K3N",
    ],
)
def test_an_address_of_plain_words_stays_visible(url: str) -> None:
    assert split_secrets({"url": url}, FIELDS) == ({"url": url}, {}, frozenset())


@pytest.mark.parametrize(
    "url",
    [
        "https://user:pass@hooks.example.org/alert",
        "https://user@hooks.example.org/alert",
        "https://hooks.example.org/alert?token=x",
        "https://hooks.example.org/alert#x",
        "https://hooks.example.org/services/T024BE7LD/B01/x8Zq2",
        "https://hooks.example.org/hook/8f14e45fceea167a5a36dedd4bea2543",
        "https://hooks.example.org/0b9b5b1e-6d5e-4d6b-9c47-0cdb1a1c0e5f",
        "https://hooks.example.org/bot123456:AAH-x/sendMessage",
        "https://hooks.example.org/abcdefghijklmnopqrstuvwxyz",
        "https://a.example.org/hook, https://b.example.org/hook?t=1",
        "mqtt://user:pass@broker.example.org",
        "https://[broken/x",
    ],
)
def test_an_address_that_may_hold_a_token_is_secret(url: str) -> None:
    """T10: A login, a query or a path that is no plain word makes an address a secret."""
    assert split_secrets({"url": url}, FIELDS) == ({}, {"url": url}, frozenset())
    assert merge_secrets({}, {"url": url}, FIELDS) == {"url": url}


def test_settings_are_secret_unless_declared_public() -> None:
    """T10: What no field declares public is secret, also where the plugin does not know it."""
    settings = {
        "channels": ["a", "b"],
        "apiToken": "t1",
        "deep": {"er": {"key": "t2", "flag": False}, "list": ["t3"]},
        "number": 4711,
        "a.b": "t4",
    }
    left, secrets, _ = split_secrets(settings, FIELDS)
    assert left == {"channels": ["a", "b"], "deep": {"er": {"flag": False}}}
    assert secrets == {
        "apiToken": "t1",
        "deep.er.key": "t2",
        "deep.list": '["t3"]',
        "number": "4711",
        "a.b": "t4",
    }
    whole = merge_secrets(left, secrets, FIELDS)
    assert whole["deep"] == settings["deep"] and whole["apiToken"] == "t1"


def test_a_field_is_secret_by_default() -> None:
    """T10: A receiver lists what is public, not what is secret."""
    kinds = ("text", "lines", "pairs", "list")
    assert all(SettingField("x", "X", kind=kind).secret for kind in kinds)
    assert not any(SettingField("x", "X", kind=kind).secret for kind in ("switch", "number"))
    assert not SettingField("x", "X", template=True).secret
    assert not SettingField("x", "X", secret=False).secret


def test_what_prints_an_integration_shows_no_secret():
    draft = IntegrationDraft(
        "ops", "webhook", {"password": "hunter2"}, secrets={"token": "hunter2"}
    )
    kept = Integration(
        1, 1, "u", "ops", "webhook", {"url": "http://hook/hunter2"}, {"password": "hunter2"},
        False, "", 0, 1, 0, 0,
    )  # fmt: skip
    assert "hunter2" not in f"{draft!r} {kept!r} {[draft, kept]}"
    assert "ops" in repr(draft) and "ops" in repr(kept)
