"""Whatever is sent as the settings of a receiver is taken, or refused in one sentence."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.plugins.test_receivers import KEYS

from vedette.alerting.contacts.drafts import Drafts
from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.host import Lender
from vedette.alerting.contacts.model import IntegrationDraft
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.templates.engine import defaults
from vedette.alerting.templates.texts import OrgTexts
from vedette.crypto.vault import Vault
from vedette.kernel.clock import SystemClock
from vedette.kernel.secret import Secret
from vedette.outbound.client import Outbound
from vedette.outbound.mail import MailOptions, SmtpServer
from vedette.outbound.mail_message import MailSender
from vedette.outbound.policy import Egress
from vedette.outbound.settings import DataproxySettings, EgressSettings
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import PluginKind

CLOCK = SystemClock()
REGISTRY = PluginRegistry()
TYPES = [each.id for each in REGISTRY.manifests(PluginKind.RECEIVER)]


def receiver_types() -> ReceiverTypes:
    egress = Egress(EgressSettings(resolve_cache=timedelta(0)), loopback_by_default=True)
    outbound = Outbound(DataproxySettings(), egress, CLOCK)
    mail = MailOptions(False, "localhost:25", MailSender("a@b.org", "", {}, ()), "me")
    texts = OrgTexts(None, lambda: defaults("http://x/", CLOCK.now), "1")  # type: ignore[arg-type]
    return ReceiverTypes(REGISTRY, Lender(outbound, CLOCK, texts, SmtpServer(mail, CLOCK)))


KINDS = receiver_types()
DRAFTS = Drafts(KINDS, Vault(Secret("k" * 40), CLOCK), CLOCK)


async def opened(kind: str, sent: dict[str, Any]) -> None:
    """Raises `BadContact`."""
    draft = IntegrationDraft("ops", kind, sent)
    prepared = await DRAFTS.prepared(None, draft, None)  # type: ignore[arg-type]
    _, clients = KINDS.open("ops", kind, prepared.whole, is_trusted=False)
    for client in clients:
        await client.aclose()


@pytest.mark.parametrize(
    ("kind", "sent", "refusal"),
    [
        (
            "webhook",
            {
                "url": "http://h.example.org/",
                "http_config": {
                    "oauth2": {
                        "client_id": "me",
                        "client_secret": "s",
                        "token_url": "http://t.example.org/",
                        "proxy_config": {"proxy_from_environment": True},
                    }
                },
            },
            "proxy_config cannot be followed",
        ),
        (
            "sns",
            {
                "topic": "arn:aws:sns:eu-west-1:1:a",
                "access_key": "AKIAXXXXXXXX",
                "secret_key": "s",
                "auth_provider": "default",
            },
            "cannot use the auth_provider",
        ),
    ],
)
def test_what_is_refused_today_and_was_stored_before_still_delivers(
    kind: str, sent: dict[str, Any], refusal: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(BadContact, match=refusal):
        asyncio.run(opened(kind, sent))
    caplog.clear()
    _, clients = KINDS.open("ops", kind, sent, is_trusted=False)
    for client in clients:
        asyncio.run(client.aclose())
    assert refusal in caplog.text and "Contact point 'ops'" in caplog.text


_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 70_000)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "x", "http://h.example.org/a?b=c", "{{ .Status", "1", "true", "\r\n"])
    | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.parametrize("kind", TYPES)
@given(st.data())
@settings(max_examples=40)
def test_strange_settings_are_refused_and_never_break(kind: str, data: st.DataObject) -> None:
    keys = sorted(
        {field.key.partition(".")[0] for field in REGISTRY.receiver(kind).fields} | {"other"}
    )
    sent = data.draw(st.dictionaries(st.sampled_from(keys), _VALUES))
    try:
        asyncio.run(opened(kind, sent))
    except BadContact as error:
        assert error.public.startswith("Contact point 'ops'")
        assert "\n" not in error.public


@pytest.mark.parametrize("kind", [each for each in TYPES if each != "prometheus-alertmanager"])
def test_missing_settings_are_named(kind: str) -> None:
    with pytest.raises(BadContact, match=f"Contact point 'ops', {kind}: "):
        asyncio.run(opened(kind, {}))


@pytest.mark.parametrize("kind", TYPES)
def test_settings_that_a_receiver_does_not_know_are_named_and_no_others(kind: str) -> None:
    sent: dict[str, Any] = {}
    for path in KEYS[kind].split():
        *above, key = path.split(".")
        place = sent
        for each in above:
            place = place.setdefault(each, {})
        place[key] = "x"
    assert KINDS.inert(IntegrationDraft("ops", kind, sent)) == []
    found = KINDS.inert(
        IntegrationDraft("ops", kind, {**sent, "messsage": "a", "unknown": 1, "off": False})
    )
    assert [each.partition(" ")[0] for each in found] == ["messsage", "unknown"]


def test_a_misspelt_setting_of_a_receiver_is_shown_the_nearest_one() -> None:
    sent = {"adresses": "a@example.org", "addresses": "b@example.org"}
    assert KINDS.inert(IntegrationDraft("ops", "email", sent)) == [
        "adresses (did you mean addresses?)"
    ]
    assert KINDS.inert(IntegrationDraft("ops", "pigeon", sent)) == []
