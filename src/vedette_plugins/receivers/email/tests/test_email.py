"""Mails reach everybody once, and nothing in them is more than text."""

import msgspec
import pytest

from vedette.sdk import BadRequest, TryLater, Undeliverable
from vedette.sdk.receiver_testing import (
    RecordedMail,
    alert,
    delivery,
    message,
    open_receiver,
    receiver_conformance,
    receiver_host,
)
from vedette_plugins.receivers.email.receiver import PLUGIN

TWO = {"addresses": "a@x.test; b@x.test"}


async def mailed(settings, *alerts, mail=None):
    mail = mail or RecordedMail()
    receipt = await open_receiver(PLUGIN, settings, receiver_host(mail=mail)).deliver(
        message(*alerts), delivery()
    )
    return mail.sent, receipt


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(PLUGIN, settings=TWO, secrets=[])


@pytest.mark.parametrize(
    "text",
    ["a@x.test;b@x.test", "a@x.test, b@x.test,", "a@x.test\nb@x.test", ["a@x.test", "b@x.test"]],
)
async def test_everybody_gets_a_mail_of_their_own(text):
    sent, receipt = await mailed({"addresses": text})
    assert [mail["recipients"] for mail in sent] == [("a@x.test",), ("b@x.test",)]
    assert len({mail["message_id"] for mail in sent}) == 2
    assert all(mail["message_id"].startswith("d-0001.") for mail in sent)
    assert receipt.summary == "250 OK"


async def test_one_mail_to_all():
    sent, _ = await mailed({**TWO, "singleEmail": True})
    (mail,) = sent
    assert mail["recipients"] == ("a@x.test", "b@x.test") and mail["message_id"] == "d-0001"
    assert mail["subject"] == "[FIRING:1] DiskFull"
    assert "about DiskFull" in mail["text"]


async def test_one_mail_to_more_than_a_mail_may_have_becomes_several():
    """T61: A mail has at most 50 recipients, and nobody is left out."""
    addresses = [f"t{number}@x.test" for number in range(120)]
    sent, _ = await mailed({"addresses": ";".join(addresses), "singleEmail": True})
    assert [len(mail["recipients"]) for mail in sent] == [50, 50, 20]
    assert [each for mail in sent for each in mail["recipients"]] == addresses
    assert len({mail["message_id"] for mail in sent}) == 3


async def test_the_flat_form_has_subject_and_message():
    settings = {
        "addresses": "Ops Team <ops@x.test>",
        "subject": "{{ .CommonLabels.host }} is\ndown",
        "message": "See http://x.test/a?b=1&c=2.\n<b>{{ .CommonLabels.host }}</b>",
    }
    sent, _ = await mailed(settings, alert(host="web-1"))
    (mail,) = sent
    assert mail["recipients"] == ("Ops Team <ops@x.test>",)
    assert mail["subject"] == "web-1 is down"
    assert mail["text"] == "See http://x.test/a?b=1&c=2.\n<b>web-1</b>"
    assert '<a href="http://x.test/a?b=1&amp;c=2"' in mail["html"]
    assert "</a>.<br>&lt;b&gt;web-1&lt;/b&gt;" in mail["html"]
    assert "DiskFull" not in mail["html"]


async def test_alerts_are_listed_with_their_links():
    firing = msgspec.structs.replace(alert(host="web-1"), values={"A": 123_456_789.25, "B": 22.5})
    sent, _ = await mailed(TWO, firing, alert("Over", resolved=True))
    html = sent[0]["html"]
    assert "Firing (1)" in html and "Resolved (1)" in html
    assert 'href="https://dash.test/alerting/silence/new?matcher=alertname%3DDiskFull"' in html
    assert "2026-05-04 12:00:00 UTC to 2026-05-04 12:10:00 UTC" in html
    assert "A=123456789.25, B=22.5" in html


async def test_labels_are_text():
    evil = msgspec.structs.replace(
        alert(host='<img src=x onerror="alert(1)">'),
        annotations={"summary": "</td><script>x</script>"},
        panel_url="javascript:alert(1)",
    )
    sent, _ = await mailed({**TWO, "subject": "{{ .CommonLabels.host }}"}, evil)
    html = sent[0]["html"]
    assert "<img" not in html and "<script" not in html and "javascript:" not in html
    assert "&lt;script&gt;" in html


async def test_images_are_attached():
    with_image = msgspec.structs.replace(alert(), image=b"PNG")
    sent, _ = await mailed(TWO, with_image)
    assert sent[0]["images"] == {"alert-0.png": b"PNG"}
    assert '<img src="cid:alert-0.png" alt="Graph" width="600"' in sent[0]["html"]
    assert "alert-0.png" not in sent[0]["text"]


async def test_images_with_a_url_are_linked():
    for url, shown in (("https://x/a?b&c", True), ("javascript:x", False)):
        sent, _ = await mailed(TWO, msgspec.structs.replace(alert(), image_url=url))
        assert ('<img src="https://x/a?b&amp;c"' in sent[0]["html"]) is shown


async def test_a_failing_template_never_stops_its_alert():
    sent, _ = await mailed({**TWO, "subject": "{{ fail }}", "message": "{{ fail }}"})
    assert sent[0]["subject"].startswith("[FIRING:1] DiskFull")
    assert "The template failed" in sent[0]["text"]


class Picky(RecordedMail):
    __slots__ = ("refuses",)

    """Refuses some recipients, as a mail server does."""

    async def send(self, recipients, subject, **more):
        if failure := self.refuses.get(recipients[0]):
            raise failure
        return await super().send(recipients, subject, **more)


async def test_who_was_reached_gets_no_second_mail():
    mail = Picky()
    mail.refuses = {
        "a@x.test": TryLater("450 busy."),
        "c@x.test": Undeliverable("550 unknown.", is_final=True),
    }
    settings = {"addresses": "a@x.test;b@x.test;c@x.test"}
    receiver = open_receiver(PLUGIN, settings, receiver_host(mail=mail))
    with pytest.raises(TryLater, match="2 of 3 e-mails were rejected: 450 busy"):
        await receiver.deliver(message(), delivery())
    del mail.refuses["a@x.test"]
    with pytest.raises(Undeliverable, match="1 of 3 e-mails were rejected: 550 unknown") as raised:
        await receiver.deliver(message(), delivery(attempt=2))
    assert raised.value.is_final
    assert [each["recipients"][0] for each in mail.sent] == ["b@x.test", "a@x.test"]


@pytest.mark.parametrize("addresses", ["", " ; ", "nobody", "a@x.test;b b@x.test", "a@b@c"])
def test_wrong_addresses_are_refused(addresses):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, {"addresses": addresses})
