"""amtool works on the server as on an Alertmanager."""

import shutil
from pathlib import Path

import orjson
import pytest
from tests.contract.alerting.conftest import Server

pytestmark = pytest.mark.skipif(
    shutil.which("amtool") is None, reason="amtool is not installed (prometheus-alertmanager)"
)


def names(text: str) -> list[str]:
    return sorted(each["labels"]["alertname"] for each in orjson.loads(text))


def test_alerts_are_added_and_found_by_matchers(server: Server) -> None:
    server.amtool(
        "alert",
        "add",
        "DiskFull",
        "team=db",
        "node=a",
        "--annotation=summary=It is full",
        "--generator-url=http://disk.example/",
    )
    server.amtool("alert", "add", "alertname=NetDown", "team=net")
    found = orjson.loads(server.amtool("alert", "query", "team=db", "-o", "json"))
    assert [each["labels"] for each in found] == [
        {"alertname": "DiskFull", "team": "db", "node": "a"}
    ]
    assert found[0]["annotations"] == {"summary": "It is full"}
    assert found[0]["generatorURL"] == "http://disk.example/"
    assert found[0]["status"]["state"] == "active"
    assert found[0]["receivers"] == [{"name": "grafana-default-email"}]
    assert names(server.amtool("alert", "query", "team=~d.+|net", "-o", "json")) == [
        "DiskFull",
        "NetDown",
    ]
    assert "NetDown" in server.amtool("alert", "query", "NetDown")
    assert "DiskFull" not in server.amtool("alert", "query", "team!=db")
    receiver = server.amtool("alert", "query", "--receiver=grafana-.+", "team=db", "-o", "json")
    assert names(receiver) == ["DiskFull"]
    assert orjson.loads(server.amtool("alert", "query", "--receiver=chat", "-o", "json")) == []


def test_an_alert_that_is_added_with_an_end_in_the_past_is_over(server: Server) -> None:
    server.amtool("alert", "add", "ShortOne")
    assert names(server.amtool("alert", "query", "ShortOne", "-o", "json")) == ["ShortOne"]
    server.amtool(
        "alert", "add", "ShortOne", "--start=2026-01-01T00:00:00Z", "--end=2026-01-01T01:00:00Z"
    )
    assert orjson.loads(server.amtool("alert", "query", "ShortOne", "-o", "json")) == []


def test_a_silence_is_made_found_prolonged_and_ended(server: Server) -> None:
    server.amtool("alert", "add", "Noisy", "team=web")
    made = server.amtool(
        "silence", "add", "alertname=Noisy", "team=~w.+", "--comment=work", "--duration=2h"
    ).strip()
    found = orjson.loads(server.amtool("silence", "query", "-o", "json"))
    assert [each["id"] for each in found] == [made]
    assert found[0]["comment"] == "work"
    assert {(each["name"], each["value"], each["isRegex"]) for each in found[0]["matchers"]} == {
        ("alertname", "Noisy", False),
        ("team", "w.+", True),
    }
    assert orjson.loads(server.amtool("alert", "query", "Noisy", "-o", "json")) == []
    silenced = orjson.loads(server.amtool("alert", "query", "--silenced", "Noisy", "-o", "json"))
    assert silenced[0]["status"]["silencedBy"] == [made]
    assert silenced[0]["status"]["state"] == "suppressed"

    server.amtool("silence", "update", made, "--duration=3h", "--comment=more")
    [updated] = orjson.loads(server.amtool("silence", "query", "-o", "json"))
    assert (updated["id"], updated["comment"]) == (made, "more")
    server.amtool("silence", "expire", made)
    assert orjson.loads(server.amtool("silence", "query", "-o", "json")) == []
    expired = orjson.loads(server.amtool("silence", "query", "--expired", "-o", "json"))
    assert [each["status"]["state"] for each in expired] == ["expired"]
    assert names(server.amtool("alert", "query", "Noisy", "-o", "json")) == ["Noisy"]


def test_silences_are_exported_and_imported(server: Server, tmp_path: Path) -> None:
    server.amtool("silence", "add", "alertname=Moved", "--comment=work", "--duration=2h")
    file = tmp_path / "silences.json"
    file.write_text(server.amtool("silence", "query", "alertname=Moved", "-o", "json"))
    found = orjson.loads(file.read_bytes())
    server.amtool("silence", "expire", found[0]["id"])
    file.write_bytes(orjson.dumps([{**found[0], "id": ""}]))
    server.amtool("silence", "import", str(file))
    again = orjson.loads(server.amtool("silence", "query", "alertname=Moved", "-o", "json"))
    assert len(again) == 1
    assert again[0]["id"] != found[0]["id"]


def test_the_configuration_is_one_that_amtool_checks_and_routes_by(
    server: Server, tmp_path: Path
) -> None:
    point = {"name": "team db", "type": "webhook", "settings": {"url": "http://hook.example/"}}
    server.ask("POST", "/api/v1/provisioning/contact-points", point)
    timing = {
        "name": "nights",
        "time_intervals": [
            {
                "times": [{"start_time": "22:00", "end_time": "24:00"}],
                "weekdays": ["monday:friday", "sunday"],
                "days_of_month": ["1:5", "-3:-1"],
                "months": ["1:3", "december"],
                "years": ["2024:2030"],
                "location": "Europe/Berlin",
            }
        ],
    }
    server.ask("POST", "/api/v1/provisioning/mute-timings", timing)
    inhibitions = [
        {
            "name": "by site",
            "source_matchers": ['alertname="Down"'],
            "target_matchers": ['severity=~"warning|info"'],
            "equal": ["site"],
        }
    ]
    server.ask("PUT", "/api/v1/alerting/inhibit-rules", {"inhibit_rules": inhibitions})
    tree = {
        "receiver": "grafana-default-email",
        "group_by": ["..."],
        "routes": [
            {
                "receiver": "team db",
                "object_matchers": [["team", "=~", "d.|sql"], ["env", "!=", 'te"st']],
                "mute_time_intervals": ["nights"],
                "group_wait": "1m30s",
                "continue": True,
            }
        ],
    }
    server.ask("PUT", "/api/v1/provisioning/policies", tree)

    file = tmp_path / "alertmanager.yml"
    file.write_text(server.amtool("config", "show"))
    checked = server.amtool("check-config", str(file))
    assert "SUCCESS" in checked
    assert "1 inhibit rules" in checked
    assert "2 receivers" in checked
    both = {"team": "db", "env": "prod"}
    for labels in (both, {"team": "dbs"}, {"team": "sql", "env": "test"}, {"a": "b"}):
        words = [f"{name}={value}" for name, value in labels.items()]
        routed = server.amtool("config", "routes", "test", *words).strip()
        explained = server.ask("POST", "/api/v1/alerting/policies/explain", {"labels": labels})
        assert routed == ",".join(each["receiver"] for each in explained["routes"])
    assert "team db" in server.amtool("config", "routes", "show")


def test_the_status_is_reported(server: Server) -> None:
    assert "disabled" in server.amtool("cluster", "show")
