"""Secrets among settings go apart, come back, and follow no edit to another server."""

from hypothesis import given
from hypothesis import strategies as st

from vedette.alerting.contacts.model import REDACTED, Draft, Integration
from vedette.alerting.contacts.secret_settings import (
    destinations,
    put_back,
    shown,
    taken_out,
    with_secrets,
)
from vedette.sdk import SettingField

FIELDS = (
    SettingField("url", "URL"),
    SettingField("password", "Password", secret=True),
    SettingField("tlsConfig.clientKey", "Key", secret=True, kind="lines"),
    SettingField("tokens", "Tokens", secret=True, kind="pairs"),
    SettingField("message", "Message", template=True),
)
SETTINGS = {
    "url": "https://hooks.example.org/a",
    "password": "p4ss",
    "tlsConfig": {"clientKey": "KEY", "insecureSkipVerify": True},
    "tokens": {"a": "t1"},
    "message": "see https://example.org/runbook",
    "other": [1, {"x": None}],
}


def test_secrets_leave_the_settings_and_nothing_else_does() -> None:
    left, secrets, stay = taken_out(SETTINGS, FIELDS)
    assert left == {
        "url": "https://hooks.example.org/a",
        "tlsConfig": {"insecureSkipVerify": True},
        "message": "see https://example.org/runbook",
        "other": [1, {"x": None}],
    }
    assert secrets == {"password": "p4ss", "tlsConfig.clientKey": "KEY", "tokens": '{"a":"t1"}'}
    assert not stay
    assert put_back(left, secrets, FIELDS) == SETTINGS
    assert SETTINGS["password"] == "p4ss", "what was given is not changed"


def test_an_answer_shows_where_secrets_are_and_not_what() -> None:
    left, secrets, _ = taken_out(SETTINGS, FIELDS)
    answer = shown(left, secrets)
    assert answer["password"] == answer["tlsConfig"]["clientKey"] == answer["tokens"] == REDACTED
    again, none, stay = taken_out(answer, FIELDS)
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
    left, _, _ = taken_out(settings, FIELDS)
    assert "password" not in left and "tokens" not in left
    tls = left.get("tlsConfig")
    assert not isinstance(tls, dict) or "clientKey" not in tls


def test_what_prints_an_integration_shows_no_secret():
    draft = Draft("ops", "webhook", {"password": "hunter2"}, secrets={"token": "hunter2"})
    kept = Integration(
        1, 1, "u", "ops", "webhook", {"url": "http://hook/hunter2"}, {"password": "hunter2"},
        False, "", 0, 1, 0, 0,
    )  # fmt: skip
    assert "hunter2" not in f"{draft!r} {kept!r} {[draft, kept]}"
    assert "ops" in repr(draft) and "ops" in repr(kept)
