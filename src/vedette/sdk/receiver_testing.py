"""Tools for tests of receivers: notifications, a host, and a conformance check."""

import html as html_text
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, get_args, get_origin

import msgspec

from vedette.sdk import (
    AlertView,
    BadRequest,
    Clock,
    Delivery,
    HttpClient,
    HttpOptions,
    Json,
    Message,
    Network,
    Receiver,
    ReceiverHost,
    ReceiverPlugin,
    decode_settings,
    plain_text,
    plain_title,
)
from vedette.sdk.testing import START, AnyNetwork, ScriptedHttp, ScriptedReply, StoppedClock

_SOUNDS_SECRET = re.compile(r"(password|secret|token|secret_?key|apikey|api_key)$", re.IGNORECASE)
_PRINTED = re.compile(
    r'\{\{\s*(?:template "([^"]*)" \.|\.(CommonLabels|Vars)\.(\w+)|(\.ExternalURL)|(fail))\s*\}\}'
)


def alert(name: str = "DiskFull", *, resolved: bool = False, **labels: str) -> AlertView:
    """Return an alert that started at `START`; a resolved one ended 10 minutes later."""
    return AlertView(
        status="resolved" if resolved else "firing",
        labels={"alertname": name, **labels},
        annotations={"summary": f"about {name}"},
        values={"B": 22.5},
        value_text="[ var='B' labels={} value=22.5 ]",
        starts_at=START,
        ends_at=START + timedelta(minutes=10) if resolved else None,
        fingerprint="c0ffee" + name,
        generator_url="https://dash.test/alerting/grafana/u1/view",
        silence_url="https://dash.test/alerting/silence/new?matcher=alertname%3D" + name,
        dashboard_url="https://dash.test/d/abc",
        panel_url="https://dash.test/d/abc?viewPanel=2",
        rule_uid="u1",
    )


def message(*alerts: AlertView, group_key: str = '{}:{alertname="DiskFull"}') -> Message:
    """Return a notification; by default with one firing alert. All labels of the first are
    common."""
    alerts = alerts or (alert(),)
    return Message(
        org_id=1,
        group_key=group_key,
        receiver="on call",
        alerts=alerts,
        group_labels={"alertname": alerts[0].labels["alertname"]},
        common_labels=alerts[0].labels,
        common_annotations=alerts[0].annotations,
        external_url="https://dash.test/",
    )


def delivery(*, attempt: int = 1, seconds: float = 30.0) -> Delivery:
    return Delivery("d-0001", attempt, 7, START + timedelta(seconds=seconds))


class PlainTexts:
    """Renders default texts, `.CommonLabels.x`, `.Vars.x`, `.ExternalURL`; `{{ fail }}` fails."""

    async def text(
        self,
        template: str,
        message: Message,
        *,
        otherwise: Callable[[Message], str],
        html: bool = False,
        escape: Callable[[str], str] | None = None,
        variables: Mapping[str, object] | None = None,
    ) -> str:
        safe = escape or (html_text.escape if html else str)

        def printed(found: re.Match[str]) -> str:
            name, root, key, url, _ = found.groups()
            if url:
                return safe(message.external_url)
            if name and name.endswith("title"):
                head, *values = plain_title(message).split(" ")
                return " ".join([head, *map(safe, values)])
            if name:
                return safe(plain_text(message))
            data = message.common_labels if root == "CommonLabels" else (variables or {})
            return safe(str(data.get(key, "")))

        if any(found[5] for found in _PRINTED.finditer(template)):
            text = otherwise(message) + "\nThe template failed on purpose."
            return escape(text) if escape else text
        return _PRINTED.sub(printed, template)


@dataclass(slots=True)
class RecordedMail:
    """A mail server that records mails."""

    sent: list[Mapping[str, Any]] = field(default_factory=list)
    failure: Exception | None = None

    async def send(
        self,
        recipients: Sequence[str],
        subject: str,
        *,
        text: str,
        html: str,
        message_id: str,
        images: Mapping[str, bytes] | None = None,
        timeout: float = 30.0,
    ) -> str:
        if self.failure is not None:
            raise self.failure
        mail = {"recipients": tuple(recipients), "subject": subject, "text": text, "html": html}
        self.sent.append({**mail, "message_id": message_id, "images": dict(images or {})})
        return "250 OK"


def receiver_host(
    http: Callable[[HttpOptions], HttpClient] | None = None,
    *,
    mail: RecordedMail | None = None,
    clock: Clock | None = None,
    network: Network | None = None,
) -> ReceiverHost:
    """Return a host; without `http` every request is refused with 503."""
    refusing = ScriptedHttp(lambda request: ScriptedReply(status=503))
    return ReceiverHost(
        clock=clock or StoppedClock(),
        http=http or (lambda options: refusing),
        network=network or AnyNetwork(),
        log=logging.getLogger("vedette.receiver.test"),
        texts=PlainTexts(),
        mail=mail or RecordedMail(),
    )


def open_receiver(
    plugin: ReceiverPlugin[Any], settings: Json, lent: ReceiverHost | None = None
) -> Receiver:
    """Open a receiver with decoded settings, like the server for a test."""
    if plugin.check:
        plugin.check(settings)
    return plugin.open(decode_settings(plugin, settings), lent or receiver_host())


def receiver_conformance(
    plugin: ReceiverPlugin[Any], *, settings: Json, secrets: Sequence[str]
) -> None:
    """Raise `AssertionError` if a receiver violates the contract with the server.

    `settings` are the smallest valid ones, `secrets` the keys that must be encrypted. The form and
    the settings must agree, opening must do no I/O, unknown and empty keys must be accepted, and a
    missing value must be reported in one sentence without secrets.
    """
    _check_fields(plugin, secrets)
    _check_opening(plugin, settings)
    for key in [each.key for each in plugin.fields if each.required] or list(settings)[:1]:
        _check_refusal(plugin, _without(settings, key))
    _check_refusal(plugin, {})


def _check_fields(plugin: ReceiverPlugin[Any], secrets: Sequence[str]) -> None:
    keys = [each.key for each in plugin.fields]
    assert len(set(keys)) == len(keys), "a key has two fields"
    known = dict(_leaves(plugin.settings))
    assert set(keys) == set(known), f"form and settings differ: {set(keys) ^ set(known)}"
    assert {each.key for each in plugin.fields if each.secret} == set(secrets)
    for each in plugin.fields:
        assert each.label.strip(), f"{each.key} has no label"
        assert bool(each.choices) == (each.kind == "choice"), f"{each.key} offers no choice"
        assert not each.choices or each.default in ("", *each.choices)
        assert each.secret or not _SOUNDS_SECRET.search(each.key), f"{each.key} is no secret"
        if each.default and not each.template:
            default = known[each.key]
            shown = str(default).lower() if isinstance(default, bool) else str(default)
            assert shown == each.default, f"{each.key} has two defaults"


def _check_opening(plugin: ReceiverPlugin[Any], settings: Json) -> None:
    http = ScriptedHttp(lambda request: ScriptedReply())
    mail = RecordedMail()
    host = receiver_host(lambda options: http, mail=mail)
    empty = {each.key: None for each in plugin.fields if "." not in each.key}
    for given in (settings, {**settings, "unknownKey": [1]}, {**empty, **settings}):
        assert callable(open_receiver(plugin, given, host).deliver)
    assert not http.requests and not mail.sent, "opening does I/O"


def _check_refusal(plugin: ReceiverPlugin[Any], settings: Json) -> None:
    try:
        open_receiver(plugin, settings)
    except BadRequest as error:
        said = error.public
        assert said[:1].isupper() and said.endswith("."), f"no sentence: {said}"
        known = [value for value in _texts(settings) if len(value) > 5]
        assert not any(value in said for value in known), f"a setting is shown: {said}"
    else:
        raise AssertionError(f"{settings} are enough")


def _leaves(kind: type, prefix: str = "") -> Iterator[tuple[str, object]]:
    """Return keys with dots, and their defaults."""
    for each in msgspec.structs.fields(kind):
        inner = next((t for t in _alternatives(each.type) if _is_struct(t)), None)
        if inner is not None:
            yield from _leaves(inner, f"{prefix}{each.encode_name}.")
        else:
            yield prefix + each.encode_name, each.default


def _alternatives(kind: object) -> Sequence[Any]:
    """Return the types of `X | None`, or the single type."""
    return (kind,) if _is_struct(kind) or get_origin(kind) in (list, dict) else get_args(kind)


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _without(settings: Json, key: str) -> Json:
    first, _, rest = key.partition(".")
    left = {name: value for name, value in settings.items() if name != first}
    return {**left, first: _without(settings[first], rest)} if rest else left


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from _texts(each)
