"""Webhooks get the documented JSON, signed where wanted, by every way to log in."""

import hashlib
import hmac
import ssl

import pytest
from tests.fixtures.collector import CANARY, Says, check_statuses, collector, delivered
from tests.fixtures.http_server import Authority

from vedette.sdk import BadRequest, TryLater, Undeliverable
from vedette.sdk.receiver_testing import (
    alert,
    delivery,
    message,
    open_receiver,
    receiver_conformance,
)
from vedette.sdk.testing import START, StoppedClock
from vedette_plugins.receivers.webhook.receiver import PLUGIN

SECRETS = [
    "password",
    "authorization_credentials",
    "hmacConfig.secret",
    "http_config.oauth2.client_secret",
    "http_config.oauth2.endpoint_params",
    "headers",
    "payload.vars",
    *(
        f"{place}.{key}"
        for place in ("tlsConfig", "http_config.oauth2.tls_config")
        for key in ("caCertificate", "clientCertificate", "clientKey")
    ),
]


def test_the_contract_of_receivers_is_kept():
    receiver_conformance(
        PLUGIN, settings={"url": "https://hook.test/x", "password": CANARY}, secrets=SECRETS
    )


async def test_every_answer_means_the_same_as_for_other_receivers():
    def settings(url):
        return {
            "url": f"{url}/hook/{CANARY}?token={CANARY}",
            "username": "a",
            "password": CANARY,
            "hmacConfig": {"secret": CANARY},
        }

    await check_statuses(PLUGIN, settings, accepted=[b"", b"ok " + CANARY.encode(), b"<html>"])


async def test_the_body_is_the_documented_object():
    async with collector() as found:
        receipt = await delivered(
            PLUGIN, {"url": f"{found.url}/hook?a=b"}, found, alert(host="web-1")
        )
    assert receipt.summary == "The webhook returned 200."
    assert found.last.method == "POST" and found.last.target == "/hook?a=b"
    assert found.last.headers["content-type"] == "application/json"
    assert found.last.json == {
        "receiver": "on call",
        "status": "firing",
        "orgId": 1,
        "alerts": [
            {
                "status": "firing",
                "labels": {"alertname": "DiskFull", "host": "web-1"},
                "annotations": {"summary": "about DiskFull"},
                "startsAt": "2026-05-04T12:00:00Z",
                "endsAt": "0001-01-01T00:00:00Z",
                "values": {"B": 22.5},
                "generatorURL": "https://dash.test/alerting/grafana/u1/view",
                "fingerprint": "c0ffeeDiskFull",
                "silenceURL": "https://dash.test/alerting/silence/new?matcher=alertname%3DDiskFull",
                "dashboardURL": "https://dash.test/d/abc",
                "panelURL": "https://dash.test/d/abc?viewPanel=2",
                "valueString": "[ var='B' labels={} value=22.5 ]",
            }
        ],
        "groupLabels": {"alertname": "DiskFull"},
        "commonLabels": {"alertname": "DiskFull", "host": "web-1"},
        "commonAnnotations": {"summary": "about DiskFull"},
        "externalURL": "https://dash.test/",
        "version": "1",
        "groupKey": '{}:{alertname="DiskFull"}',
        "truncatedAlerts": 0,
        "title": "[FIRING:1] DiskFull",
        "state": "alerting",
        "message": found.last.json["message"],
    }
    assert "summary: about DiskFull" in found.last.json["message"]


async def test_a_resolved_message_says_when_it_ended():
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url}, found, alert(resolved=True))
    assert found.last.json["state"] == "ok" and found.last.json["status"] == "resolved"
    assert found.last.json["alerts"][0]["endsAt"] == "2026-05-04T12:10:00Z"


async def test_more_alerts_than_wanted_are_counted():
    alerts = [alert(host=str(number)) for number in range(5)]
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url, "maxAlerts": "2"}, found, *alerts)
        assert len(found.last.json["alerts"]) == 2 and found.last.json["truncatedAlerts"] == 3
        await delivered(PLUGIN, {"url": found.url, "maxAlerts": 5}, found, *alerts)
        assert len(found.last.json["alerts"]) == 5 and found.last.json["truncatedAlerts"] == 0


async def test_bodies_are_signed_so_that_the_other_side_can_check_them():
    settings = {"hmacConfig": {"secret": "s3cret"}}
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url, **settings}, found)
    wanted = hmac.new(b"s3cret", found.last.body, hashlib.sha256).hexdigest()
    assert found.last.headers["x-grafana-alerting-signature"] == wanted


async def test_the_time_is_signed_with_the_body():
    config = {"secret": "s3cret", "header": "X-Sign", "timestampHeader": "X-Time"}
    async with collector(clock=StoppedClock()) as found:
        await delivered(PLUGIN, {"url": found.url, "hmacConfig": config}, found)
    seconds = str(int(START.timestamp()))
    wanted = hmac.new(b"s3cret", seconds.encode() + b":" + found.last.body, "sha256").hexdigest()
    assert found.last.headers["x-time"] == seconds
    assert found.last.headers["x-sign"] == wanted


@pytest.mark.parametrize(
    ("settings", "header"),
    [
        ({"username": "ann", "password": "pw"}, "Basic YW5uOnB3"),
        ({"authorization_credentials": "abc"}, "Bearer abc"),
        ({"authorization_scheme": "Key", "authorization_credentials": "abc"}, "Key abc"),
    ],
)
async def test_it_logs_in_by_the_authorization_header(settings, header):
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url, "headers": {"X-Team": "a"}, **settings}, found)
    assert found.last.headers["authorization"] == header
    assert found.last.headers["x-team"] == "a"


async def test_a_put_is_a_put():
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url, "httpMethod": "PUT"}, found)
    assert found.last.method == "PUT"


async def test_the_body_can_be_written_as_a_template_with_variables():
    payload = {
        "template": '{"who": "{{ .Vars.team }}", "host": "{{ .CommonLabels.host }}"}',
        "vars": {"team": "blue"},
    }
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url, "payload": payload}, found, alert(host="web-1"))
    assert found.last.json == {"who": "blue", "host": "web-1"}


async def test_a_failing_body_never_stops_its_alert():
    async with collector() as found:
        await delivered(PLUGIN, {"url": found.url, "payload": {"template": "{{ fail }}"}}, found)
    assert found.last.json["status"] == "firing"
    assert found.last.json["payloadError"] == "The template failed on purpose."


class TokenServer:
    """Gives the tokens t1, t2, ...; the webhook takes only the newest."""

    def __init__(self, *, in_form=False):
        self.given = 0
        self.in_form = in_form
        self.forms = []

    def __call__(self, request):
        if request.target == "/token":
            self.forms.append(request.body)
            if self.in_form and b"client_secret" not in request.body:
                return Says(401, b'{"error": "invalid_client"}')
            self.given += 1
            return Says(200, b'{"access_token": "t%d", "expires_in": 3600}' % self.given)
        good = request.headers.get("authorization") == f"Bearer t{self.given}"
        return Says(200 if good else 401)


@pytest.mark.parametrize("in_form", [False, True])
async def test_a_token_is_asked_for_once_and_again_when_it_is_refused(in_form):
    tokens = TokenServer(in_form=in_form)
    async with collector(tokens) as found:
        oauth2 = {
            "client_id": "me",
            "client_secret": CANARY,
            "token_url": f"{found.url}/token",
            "scopes": ["a", "b"],
            "endpoint_params": {"audience": "hooks"},
        }
        settings = {"url": f"{found.url}/hook", "http_config": {"oauth2": oauth2}}
        receiver = open_receiver(PLUGIN, settings, found.host)
        await receiver.deliver(message(), delivery())
        await receiver.deliver(message(), delivery())
        assert tokens.given == 1
        assert tokens.forms[0] == b"grant_type=client_credentials&audience=hooks&scope=a+b"
        tokens.given += 1
        with pytest.raises(TryLater):
            await receiver.deliver(message(), delivery())
        await receiver.deliver(message(), delivery())


async def test_a_refused_client_is_reported_without_its_secret():
    async with collector(Says(401, b'{"error": "bad secret ' + CANARY.encode() + b'"}')) as found:
        oauth2 = {"client_id": "me", "client_secret": CANARY, "token_url": f"{found.url}/token"}
        settings = {"url": found.url, "http_config": {"oauth2": oauth2}}
        with pytest.raises(Undeliverable) as raised:
            await delivered(PLUGIN, settings, found)
    assert str(raised.value) == "The token server returned 401: bad secret ***."


async def test_certificates_are_checked_and_shown(tmp_path):
    authority = Authority()
    files = {}
    for who in ("127.0.0.1", "client"):
        cert, key = authority.issue(who)
        files[who] = (cert, key)
        (tmp_path / f"{who}.pem").write_text(cert + key)
    (tmp_path / "ca.pem").write_text(authority.pem)
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=tmp_path / "ca.pem")
    tls.load_cert_chain(tmp_path / "127.0.0.1.pem")
    tls.verify_mode = ssl.CERT_REQUIRED
    cert, key = files["client"]
    mine = {"clientCertificate": cert, "clientKey": key}
    async with collector(tls=tls) as found:
        config = {"caCertificate": authority.pem, **mine}
        await delivered(PLUGIN, {"url": found.url, "tlsConfig": config}, found)
        config = {"insecureSkipVerify": True, **mine}
        await delivered(PLUGIN, {"url": found.url, "tlsConfig": config}, found)
        with pytest.raises(TryLater, match="certificate"):
            await delivered(PLUGIN, {"url": found.url, "tlsConfig": mine}, found)
        assert len(found.posted) == 2


@pytest.mark.parametrize(
    "settings",
    [
        {"url": "ftp://x"},
        {"url": "hook.test/x"},
        {"url": "https://h/x", "username": "a", "authorization_credentials": "b"},
        {"url": "https://h/x", "maxAlerts": -1},
        {"url": "https://h/x", "httpMethod": "GET"},
        {"url": "https://h/x", "headers": {"A B": "c"}},
        {"url": "https://h/x", "headers": {"A": "b\r\nC: d"}},
        {"url": "https://h/x", "hmacConfig": {"secret": "a", "header": "a: b"}},
    ],
)
def test_settings_that_cannot_work_are_refused(settings):
    with pytest.raises(BadRequest):
        open_receiver(PLUGIN, settings)


def test_a_proxy_is_refused_and_not_passed_over():
    def opened(proxy):
        oauth2 = {"client_id": "me", "token_url": "https://t/", "proxy_config": proxy}
        open_receiver(PLUGIN, {"url": "https://h/", "http_config": {"oauth2": oauth2}})

    opened({"proxy_url": "", "proxy_from_environment": False})
    for proxy in ({"proxy_url": "http://p:1"}, {"proxy_from_environment": True}, "http://p:1"):
        with pytest.raises(BadRequest, match=r"proxy_config cannot be followed"):
            opened(proxy)


async def test_each_request_of_a_delivery_has_a_key_of_its_own():
    async with collector(TokenServer(in_form=True)) as found:
        oauth2 = {"client_id": "me", "client_secret": "x", "token_url": f"{found.url}/token"}
        settings = {"url": f"{found.url}/hook", "http_config": {"oauth2": oauth2}}
        await delivered(PLUGIN, settings, found)
    keys = [posted.headers["idempotency-key"] for posted in found.posted]
    assert len(set(keys)) == 3 and keys[-1] == "d-0001"


@pytest.mark.parametrize("lasting", [b'"soon"', b"-1", b"null", b'"NaN"', b"[]"])
async def test_a_token_that_says_nothing_of_use_of_its_end_is_used(lasting):
    said = Says(200, b'{"access_token": "t", "expires_in": ' + lasting + b"}")
    async with collector(lambda _: said) as found:
        oauth2 = {"client_id": "me", "client_secret": "x", "token_url": f"{found.url}/token"}
        settings = {"url": f"{found.url}/hook", "http_config": {"oauth2": oauth2}}
        await delivered(PLUGIN, settings, found)
    assert found.posted[-1].headers["authorization"] == "Bearer t"
