"""Publishes to an Amazon SNS topic, a phone number or an endpoint."""

import re
from collections.abc import Mapping

import msgspec

from vedette.sdk import (
    BadRequest,
    Delivery,
    Message,
    Receipt,
    Receiver,
    ReceiverHost,
    ReceiverPlugin,
    TerraformNames,
    TryLater,
    plain_text,
    plain_title,
)
from vedette.sdk.receiver_json import webhook_object
from vedette.sdk.receiver_text import (
    DEFAULT_MESSAGE,
    DEFAULT_TITLE,
    cut_bytes,
    cut_runes,
    stable_key,
)
from vedette_plugins.receivers.sns.credentials import AwsApi, Role, element
from vedette_plugins.receivers.sns.settings import FIELDS, SnsSettings, check, upgrade
from vedette_plugins.receivers.sns.signing import Credentials, Scope
from vedette_plugins.receivers.sns.transfer import SECTIONS, flat

_MOST_SUBJECT = 100
_MOST_MESSAGE = 256 * 1024
_MOST_SMS = 1_600
_FOR_ATTRIBUTES = 8 * 1024
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
_REGION = re.compile(r"[a-z]{2}(-[a-z]+)+-\d")


class Sns:
    def __init__(self, settings: SnsSettings, region: str, host: ReceiverHost) -> None:
        sigv4 = settings.sigv4
        suffix = "amazonaws.com.cn" if region.startswith("cn-") else "amazonaws.com"
        url = settings.api_url or f"https://sns.{region}.{suffix}/"
        secrets = (sigv4.secret_key, sigv4.access_key)
        scope = Scope(region, "sns")
        self._api = AwsApi(host, "AWS SNS", url, scope, secrets)
        self._own = Credentials(sigv4.access_key, sigv4.secret_key)
        self._role = Role(sigv4, scope, host, suffix) if sigv4.role_arn else None
        self._settings = settings
        self._texts = host.texts

    async def deliver(self, message: Message, delivery: Delivery) -> Receipt:
        form = await self._form(message, delivery)
        credentials = self._own
        if self._role is not None:
            credentials = await self._role.credentials(delivery, self._own)
        try:
            answer = await self._api.post(delivery, form, credentials)
        except TryLater:
            if self._role is not None:
                self._role.forget()
            raise
        return Receipt(f"AWS SNS answered {answer.status}.", element(answer, "MessageId"))

    async def _form(self, message: Message, delivery: Delivery) -> Mapping[str, str]:
        settings, texts = self._settings, self._texts
        subject = await texts.text(
            settings.subject or DEFAULT_TITLE, message, otherwise=plain_title
        )
        text = await texts.text(settings.message or DEFAULT_MESSAGE, message, otherwise=plain_text)
        if settings.message_format == "json":
            text = _whole_json(message, subject, text)
        form = {"Action": "Publish", "Version": "2010-03-31", **self._target()}
        if line := _CONTROL.sub(" ", subject).strip():
            form["Subject"] = cut_runes(line, _MOST_SUBJECT)
        attributes = {}
        for place, (name, template) in enumerate(settings.attributes.items(), 1):
            value = await texts.text(template, message, otherwise=plain_title)
            entry = f"MessageAttributes.entry.{place}"
            attributes[f"{entry}.Name"] = name
            attributes[f"{entry}.Value.DataType"] = "String"
            attributes[f"{entry}.Value.StringValue"] = value or " "
        limit = _MOST_MESSAGE - (_FOR_ATTRIBUTES if attributes else 0)
        most = _MOST_SMS if settings.phone_number else limit
        form["Message"] = cut_bytes(text.strip() or plain_title(message), most)
        if settings.topic_arn.endswith(".fifo"):
            form["MessageGroupId"] = stable_key(message)
            form["MessageDeduplicationId"] = cut_runes(delivery.key, 128)
        return form | attributes

    def _target(self) -> Mapping[str, str]:
        settings = self._settings
        if settings.topic_arn:
            return {"TopicArn": settings.topic_arn}
        if settings.phone_number:
            return {"PhoneNumber": settings.phone_number}
        return {"TargetArn": settings.target_arn}


def _whole_json(message: Message, subject: str, text: str) -> str:
    """Return as many alerts as fit."""
    for most in (0, 200, 50, 10, 1):
        found = msgspec.json.encode(webhook_object(message, subject, text, most))
        if len(found) <= _MOST_MESSAGE - _FOR_ATTRIBUTES:
            return found.decode()
    return found.decode()


def open_sns(settings: SnsSettings, host: ReceiverHost) -> Receiver:
    sigv4 = settings.sigv4
    if sum(map(bool, (settings.topic_arn, settings.phone_number, settings.target_arn))) != 1:
        raise BadRequest("AWS SNS needs one target: a topic ARN, a phone number or a target ARN.")
    if not sigv4.access_key or not sigv4.secret_key:
        raise BadRequest(
            "AWS SNS needs an access key and a secret key: those of this machine are not lent to"
            " contact points."
        )
    arn = (settings.topic_arn or settings.target_arn).split(":")
    region = sigv4.region or (arn[3] if len(arn) > 3 else "")
    if not _REGION.fullmatch(region):
        raise BadRequest("AWS SNS needs a region, such as eu-west-1.")
    return Sns(settings, region, host)


PLUGIN = ReceiverPlugin(
    settings=SnsSettings,
    fields=FIELDS,
    open=open_sns,
    upgrade=upgrade,
    check=check,
    terraform=TerraformNames(
        names={"topic_arn": "topic", "role_arn": "assume_role_arn"},
        unnamed=frozenset({"region", "phone_number", "target_arn", "api_url"}),
        prepare=flat,
    ),
    alertmanager=SECTIONS,
)
