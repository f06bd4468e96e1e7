"""Receivers with what the server really lends them: its client, its policy, its templates."""

from datetime import UTC, datetime

import pytest
from tests.fixtures.collector import CANARY, Says, collector

from vedette.alerting.contacts.errors import BadContact
from vedette.alerting.contacts.host import Lender
from vedette.alerting.contacts.receiver_types import ReceiverTypes
from vedette.alerting.templates.engine import defaults
from vedette.alerting.templates.texts import OrgTexts
from vedette.kernel.clock import SystemClock
from vedette.outbound.client import Outbound
from vedette.outbound.policy import Egress
from vedette.outbound.settings import DataproxySettings, EgressSettings
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import Delivery, TryLater
from vedette.sdk.receiver_testing import RecordedMail, alert, delivery, message


class NoGroups:
    async def version(self, org_id):
        return 1

    async def texts(self, org_id):
        return {}


def types(mail=None, *, loopback=True):
    clock = SystemClock()
    outbound = Outbound(
        DataproxySettings(), Egress(EgressSettings(), loopback_by_default=loopback), clock
    )
    base = defaults("https://dash.test/", lambda: datetime(2026, 5, 4, tzinfo=UTC))
    lender = Lender(
        outbound, clock, OrgTexts(NoGroups(), lambda: base, "1.0"), mail or RecordedMail()
    )
    return ReceiverTypes(PluginRegistry(), lender)


def soon():
    return Delivery("d-0001", 1, 1, SystemClock().now().replace(year=2100))


async def told(type, settings, *alerts):
    receiver, clients = types().open("on call", type, settings, is_trusted=False)
    try:
        return await receiver.deliver(message(*alerts), soon())
    finally:
        for client in clients:
            await client.aclose()


@pytest.mark.parametrize("target", ["/a/b?key=k&token=t%3D", "/integration/", "/?x=1", "/"])
async def test_addresses_are_asked_byte_for_byte(target):
    async with collector() as found:
        await told("webhook", {"url": found.url + target})
    assert found.last.target == target
    assert found.last.headers["idempotency-key"] == "d-0001"


async def test_the_flat_form_of_a_chat_webhook():
    settings = {
        "title": "{{ .GroupLabels.alertname }} on {{ .CommonLabels.host }}",
        "text": "{{ range .Alerts }}{{ .Annotations.summary }}!{{ end }}",
    }
    async with collector() as found:
        await told("slack", {"url": found.url, **settings}, alert(host="<web>"))
    attachment = found.last.json["attachments"][0]
    assert attachment["title"] == "DiskFull on &lt;web&gt;"
    assert attachment["text"] == "about DiskFull!"


async def test_the_flat_form_of_an_incident():
    settings = {
        "integrationKey": CANARY,
        "severity": "{{ .CommonLabels.severity }}",
        "summary": "{{ .CommonAnnotations.summary }}",
    }
    async with collector() as found:
        await told("pagerduty", {**settings, "url": found.url}, alert(severity="warning"))
    payload = found.last.json["payload"]
    assert payload["severity"] == "warning" and payload["summary"] == "about DiskFull"
    assert found.last.json["client_url"] == "https://dash.test/"


async def test_the_flat_form_of_a_mail():
    mail = RecordedMail()
    settings = {
        "addresses": "a@x.test",
        "subject": "{{ len .Alerts.Firing }} firing",
        "message": "{{ range .Alerts }}{{ .Labels.alertname }} & co{{ end }}",
    }
    receiver, _ = types(mail).open("on call", "email", settings, is_trusted=False)
    await receiver.deliver(message(), soon())
    assert mail.sent[0]["subject"] == "1 firing"
    assert mail.sent[0]["text"] == "DiskFull & co"
    assert "DiskFull &amp; co" in mail.sent[0]["html"]


async def test_a_body_of_ones_own_has_variables():
    payload = {"template": '{"team": "{{ .Vars.team }}"}', "vars": {"team": "blue"}}
    async with collector() as found:
        await told("webhook", {"url": found.url, "payload": payload})
        assert found.last.json == {"team": "blue"}
        payload["template"] = "{{ .Nothing.At.All }}"
        await told("webhook", {"url": found.url, "payload": payload})
    assert found.last.json["status"] == "firing" and "template" in found.last.json["payloadError"]


async def test_a_failing_text_goes_out_with_its_reason():
    async with collector() as found:
        settings = {"url": found.url, "message": "{{ .Nothing.At.All }}"}
        await told("discord", settings, alert(host="a*b"))
    content = found.last.json["content"]
    assert "host=a\\*b" in content and "The template of this notification failed" in content


async def test_failures_name_the_contact_point_and_no_secret():
    async with collector() as found:
        url = f"{found.url}/services/{CANARY}?token={CANARY}"
    with pytest.raises(TryLater, match="The contact point 'on call' cannot be reached") as raised:
        await told("slack", {"url": url})
    assert CANARY not in str(raised.value)
    async with collector(Says(403, CANARY.encode())) as found:
        with pytest.raises(Exception, match="403") as raised:
            await told("slack", {"url": f"{found.url}/{CANARY}"})
    assert CANARY not in str(raised.value)


async def test_the_policy_is_asked_before_anything_is_sent():
    """Proves T02."""
    async with collector() as found:
        with pytest.raises(BadContact, match="it is a loopback address"):
            types(loopback=False).open("p", "webhook", {"url": found.url}, is_trusted=False)
        mqtt = {"brokerUrl": found.url.replace("http", "mqtt"), "topic": "t"}
        receiver, _ = types(loopback=False).open("p", "mqtt", mqtt, is_trusted=False)
        with pytest.raises(Exception, match="it is a loopback address"):
            await receiver.deliver(message(), delivery())
    assert not found.posted
