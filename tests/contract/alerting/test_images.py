"""An alert of the whole product arrives as a mail with the graph of what its rule asked."""

import struct
import time
from collections.abc import Iterator
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from tests.contract.alerting.conftest import PASSWORD, Server
from tests.fixtures.browser import start_product, wait_until_healthy
from tests.fixtures.postgres import free_port
from tests.fixtures.prometheus import available, running_prometheus

TEST_DATA = {
    "refId": "A",
    "datasourceUid": "made-up",
    "relativeTimeRange": {"from": 600, "to": 0},
    "model": {"refId": "A", "scenarioId": "csv_metric_values", "stringInput": "20,40,60,95"},
}
ONE_MOMENT = {
    "refId": "A",
    "datasourceUid": "prom",
    "relativeTimeRange": {"from": 600, "to": 0},
    "model": {"refId": "A", "expr": "60 + minute() / 100 + 30", "instant": True, "range": False},
}
REDUCE = {
    "refId": "B",
    "datasourceUid": "__expr__",
    "model": {"refId": "B", "type": "reduce", "expression": "A", "reducer": "last"},
}
THRESHOLD = {
    "refId": "C",
    "datasourceUid": "__expr__",
    "model": {
        "refId": "C",
        "type": "threshold",
        "expression": "B",
        "conditions": [{"evaluator": {"type": "gt", "params": [80]}}],
    },
}


class Mailbox:
    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        mail = BytesParser(policy=default).parsebytes(content)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 taken"

    def first(self, seconds: float = 120) -> EmailMessage:
        until = time.monotonic() + seconds
        while not self.mails:
            assert time.monotonic() < until, "no mail came"
            time.sleep(0.1)
        return self.mails[0]


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, int]]:
    box = Mailbox()
    port = free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box, port
    controller.stop()


def alert_by_mail(server: Server, query: Any, prometheus: str = "") -> None:
    """A rule that fires at its first evaluation, and whose alerts go out at once by mail."""
    server.ask("POST", "/api/datasources", {"name": "M", "uid": "made-up", "type": "testdata"})
    source = {"name": "P", "uid": "prom", "type": "prometheus", "url": prometheus}
    server.ask("POST", "/api/datasources", source)
    server.ask("POST", "/api/folders", {"uid": "f", "title": "F"})
    point = {"name": "mail", "type": "email", "settings": {"addresses": "ann@example.org"}}
    server.ask("POST", "/api/v1/provisioning/contact-points", point)
    policy = {"receiver": "mail", "group_by": ["alertname"], "group_wait": "0s"}
    server.ask("PUT", "/api/v1/provisioning/policies", policy)
    rule = {
        "title": "Queue is long",
        "ruleGroup": "g",
        "folderUID": "f",
        "orgID": 1,
        "condition": "C",
        "for": "0s",
        "noDataState": "OK",
        "execErrState": "Error",
        "data": [query, REDUCE, THRESHOLD],
    }
    server.ask("POST", "/api/v1/provisioning/alert-rules", rule)
    group = server.ask("GET", "/api/v1/provisioning/folder/f/rule-groups/g")
    server.ask("PUT", "/api/v1/provisioning/folder/f/rule-groups/g", {**group, "interval": 10})


def mailed(data: Path, mailbox: tuple[Mailbox, int], query: Any, prometheus: str) -> EmailMessage:
    """Collects the mails of a product that renders images."""
    box, port = mailbox
    data.mkdir()
    product = start_product(
        data,
        f"cfg:security.admin_password={PASSWORD}",
        "cfg:tour.enabled=false",
        "cfg:smtp.enabled=true",
        f"cfg:smtp.host=127.0.0.1:{port}",
        "cfg:egress.allow_loopback=true",
        "cfg:unified_alerting.screenshots.capture=true",
        "cfg:unified_alerting.screenshots.capture_timeout=60s",
    )
    try:
        wait_until_healthy(product.url)
        alert_by_mail(Server(product.url), query, prometheus)
        return box.first()
    finally:
        product.stop()


def image_of(mail: EmailMessage) -> EmailMessage:
    (found,) = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert isinstance(found, EmailMessage)
    assert struct.unpack(">II", found.get_content()[16:24]) == (1200, 640)
    return found


def test_a_mail_carries_the_graph_of_its_rule(tmp_path: Path, mailbox: tuple[Mailbox, int]) -> None:
    mail = mailed(tmp_path / "product", mailbox, TEST_DATA, "http://127.0.0.1:1")
    assert image_of(mail)["Content-ID"] == "<alert-0.png>"
    html, text = mail.get_body(("related", "html")), mail.get_body(("plain",))
    assert html is not None and text is not None
    shown = html.get_body(("html",))
    assert shown is not None and 'src="cid:alert-0.png"' in shown.get_content()
    assert "Queue is long" in text.get_content() and "alert-0" not in text.get_content()


@pytest.mark.skipif(available() != "", reason=available())
def test_a_query_for_one_moment_is_drawn_over_an_hour(
    tmp_path: Path, mailbox: tuple[Mailbox, int]
) -> None:
    with running_prometheus(tmp_path) as prometheus:
        mail = mailed(tmp_path / "product", mailbox, ONE_MOMENT, prometheus.url)
    image_of(mail)
