"""SNS gets signed forms, in order and once on FIFO topics."""

from urllib.parse import parse_qsl

import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered

from vedette.sdk import BadRequest, TryLater, Undeliverable
from vedette.sdk.receiver_testing import (
    alert,
    delivery,
    message,
    open_receiver,
    receiver_conformance,
)
from vedette.sdk.testing import START, StoppedClock
from vedette_plugins.receivers.sns.receiver import PLUGIN
from vedette_plugins.receivers.sns.signing import Credentials, Scope, signed_headers

TOPIC = "arn:aws:sns:eu-west-1:123456789012:alerts"
KEYS = {"access_key": "AKIA" + CANARY, "secret_key": CANARY}
SETTINGS = {"topic_arn": TOPIC, "sigv4": KEYS}
TOOK = b"<PublishResponse><PublishResult><MessageId>m1</MessageId></PublishResult>"


def form(posted):
    return dict(parse_qsl(posted.body.decode(), keep_blank_values=True))


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(
        PLUGIN, settings=SETTINGS, secrets=["sigv4.access_key", "sigv4.secret_key"]
    )


async def test_every_answer_means_the_same_as_for_other_receivers():
    await check_statuses(PLUGIN, lambda url: SETTINGS, [TOOK])


async def test_a_topic_gets_a_signed_form():
    async with collector(Says(body=TOOK), clock=StoppedClock()) as found:
        more = {"api_url": found.url, "attributes": {"team": "{{ .CommonLabels.team }}"}}
        receipt = await delivered(PLUGIN, {**SETTINGS, **more}, found, alert(team="blue"))
    assert receipt.remote_id == "m1"
    sent = form(found.last)
    assert "about DiskFull" in sent.pop("Message")
    assert sent == {
        "Action": "Publish",
        "Version": "2010-03-31",
        "TopicArn": TOPIC,
        "Subject": "[FIRING:1] DiskFull",
        "MessageAttributes.entry.1.Name": "team",
        "MessageAttributes.entry.1.Value.DataType": "String",
        "MessageAttributes.entry.1.Value.StringValue": "blue",
    }
    wanted = signed_headers(
        Credentials(KEYS["access_key"], CANARY),
        Scope("eu-west-1", "sns"),
        START,
        method="POST",
        host=found.last.headers["host"],
        path="/",
        body=found.last.body,
        headers={"Content-Type": found.last.headers["content-type"]},
    )
    assert found.last.headers["authorization"] == wanted["Authorization"]
    assert found.last.headers["x-amz-date"] == "20260504T120000Z"


async def test_a_fifo_topic_gets_a_group_and_a_key():
    async with collector(Says(body=TOOK)) as found:
        await delivered(PLUGIN, {**SETTINGS, "topic_arn": TOPIC + ".fifo"}, found)
    assert found.origins == ["https://sns.eu-west-1.amazonaws.com"]
    sent = form(found.last)
    assert len(sent["MessageGroupId"]) == 64 and sent["MessageDeduplicationId"] == "d-0001"


async def test_the_flat_form_and_a_phone():
    flat = {
        "phone_number": "+49123",
        "region": "eu-west-1",
        "auth_provider": "keys",
        **KEYS,
        "message_format": "body",
        "body": "ä" * 3000,
        "subject": "s\n" * 100,
    }
    async with collector(Says(body=TOOK)) as found:
        await delivered(PLUGIN, flat, found)
    sent = form(found.last)
    assert sent["PhoneNumber"] == "+49123"
    assert len(sent["Message"].encode()) <= 1600
    assert len(sent["Subject"]) == 100 and "\n" not in sent["Subject"]


@pytest.mark.parametrize("provider", ["default", "arn"])
def test_credentials_of_the_machine_are_not_lent(provider):
    with pytest.raises(BadRequest, match="of this machine are not lent to contact points"):
        open_receiver(PLUGIN, {"topic": TOPIC, "auth_provider": provider})


async def test_a_whole_message_is_json_that_fits():
    alerts = [alert(x="y" * 2000, n=str(number)) for number in range(300)]
    async with collector(Says(body=TOOK)) as found:
        settings = {**SETTINGS, "message_format": "json", "message": "m"}
        await delivered(PLUGIN, settings, found, *alerts)
    assert '"truncatedAlerts":250' in form(found.last)["Message"]


async def test_a_role_is_assumed_once_and_its_token_signs():
    reply = (
        b"<AssumeRoleResponse><Credentials><AccessKeyId>ASIA</AccessKeyId><SecretAccessKey>s"
        b"</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2026-05-04T13:00:00Z"
        b"</Expiration></Credentials></AssumeRoleResponse>"
    )

    def answer(posted):
        return Says(body=reply if b"AssumeRole" in posted.body else TOOK)

    role = {**KEYS, "role_arn": "arn:aws:iam::1:role/r", "external_id": "x"}
    async with collector(answer, clock=StoppedClock()) as found:
        receiver = open_receiver(PLUGIN, {**SETTINGS, "sigv4": role}, found.host)
        await receiver.deliver(message(), delivery())
        await receiver.deliver(message(), delivery())
    assert found.origins[1] == "https://sts.eu-west-1.amazonaws.com"
    assume, first, second = found.posted
    assert form(assume)["RoleArn"] == "arn:aws:iam::1:role/r" and form(assume)["ExternalId"] == "x"
    for posted in (first, second):
        assert posted.headers["x-amz-security-token"] == "t"
        assert "Credential=ASIA/" in posted.headers["authorization"]


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "Throttling", TryLater),
        (403, "ExpiredToken", TryLater),
        (500, "InternalFailure", TryLater),
        (400, "InvalidParameter", Undeliverable),
        (403, "AuthorizationError", Undeliverable),
    ],
)
async def test_the_code_of_aws_decides(status, code, kind):
    reply = f"<ErrorResponse><Error><Code>{code}</Code><Message>no {CANARY}.</Message></Error>"
    async with collector(Says(status, reply.encode())) as found:
        with pytest.raises(kind) as raised:
            await delivered(PLUGIN, SETTINGS, found)
    assert str(raised.value) == f"AWS SNS answered {status}: {code}: no ***."


@pytest.mark.parametrize(
    "settings",
    [
        {"sigv4": KEYS},
        {**SETTINGS, "phone_number": "+1"},
        {"topic_arn": TOPIC},
        {"phone_number": "+1", "sigv4": KEYS},
        {**SETTINGS, "sigv4": {**KEYS, "region": "evil.test/"}},
    ],
)
def test_settings_that_cannot_work_are_refused(settings):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, settings)
