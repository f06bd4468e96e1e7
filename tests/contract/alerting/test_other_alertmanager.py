"""amtool reaches an Alertmanager through the data source that the server knows of it."""

import subprocess
from urllib.error import HTTPError

import orjson
import pytest
from tests.contract.alerting.conftest import PASSWORD, Server
from tests.fixtures.alertmanager import AlertmanagerServer


def test_silences_of_an_alertmanager_are_made_through_its_data_source(
    server: Server, alertmanager_server: AlertmanagerServer
) -> None:
    source = {"name": "Other", "uid": "other", "type": "alertmanager", "access": "proxy"}
    server.ask("POST", "/api/datasources", {**source, "url": alertmanager_server.url})
    address = f"http://admin:{PASSWORD}@{server.host}/api/alertmanager/other"

    def amtool(*words: str) -> str:
        done = subprocess.run(
            ["amtool", *words, f"--alertmanager.url={address}"],
            capture_output=True,
            text=True,
            timeout=30,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    made = amtool("silence", "add", "alertname=There", "--comment=x", "--author=eva").strip()
    [silence] = orjson.loads(amtool("silence", "query", "alertname=There", "-o", "json"))
    assert (silence["id"], silence["createdBy"]) == (made, "eva")
    amtool("silence", "expire", made)
    assert orjson.loads(amtool("silence", "query", "alertname=There", "-o", "json")) == []
    assert "receiver: everyone" in amtool("config", "show")


def test_what_is_no_alertmanager_and_what_is_not_open_is_refused(
    server: Server, alertmanager_server: AlertmanagerServer
) -> None:
    source = {"name": "Other", "uid": "other", "type": "alertmanager", "access": "proxy"}
    server.ask("POST", "/api/datasources", {**source, "url": alertmanager_server.url})
    other = {"name": "Metrics", "uid": "metrics", "type": "prometheus", "access": "proxy"}
    server.ask("POST", "/api/datasources", {**other, "url": alertmanager_server.url})
    for method, path, status in (
        ("GET", "/api/alertmanager/metrics/api/v2/alerts", 400),
        ("GET", "/api/alertmanager/nobody/api/v2/alerts", 404),
        ("POST", "/api/alertmanager/other/api/v2/alerts", 403),
        ("GET", "/api/alertmanager/other/api/v2/../../metrics", 400),
    ):
        with pytest.raises(HTTPError) as refused:
            server.ask(method, path, [] if method == "POST" else None)
        with refused.value as reply:
            assert reply.code == status, path
