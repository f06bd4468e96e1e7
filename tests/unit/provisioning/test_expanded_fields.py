"""The documentation names every field whose dollar signs mean something, and how."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from vedette.alerting.transfer.provision.entries import PointEntry, PolicyEntry, RuleEntry
from vedette.alerting.transfer.provision.reading import KEYS, AlertingFileReader
from vedette.alerting.transfer.provision.reading import READING as ALERTING
from vedette.app.rehearsal import Orgs
from vedette.dashboards.provision.providers import READING as PROVIDERS
from vedette.dashboards.provision.providers import parse_providers
from vedette.datasources.provision.files import READING as DATA_SOURCES
from vedette.datasources.provision.files import read_content
from vedette.provisioning.checks import find_files
from vedette.provisioning.entry import Entry
from vedette.provisioning.parsing import read_values
from vedette.provisioning.problems import Report
from vedette.provisioning.reconciler import AS_YAML, Reading

PAGE = Path(__file__).parents[3] / "docs/provisioning.md"
READINGS = {
    "datasources": DATA_SOURCES,
    "deleteDatasources": DATA_SOURCES,
    "folders": AS_YAML,
    "providers": PROVIDERS,
    **dict.fromkeys(KEYS, ALERTING),
}
ENVIRON = {"PORT": "8080", "FLAG": "true", "ZIP": "01234", "NAME": "ops"}
EXPANDED = {
    "text": {"$PORT": "8080", "${FLAG}": "true", "$$PORT": "$PORT", "$ZIP": "01234"},
    "value": {"$PORT": 8080, "${FLAG}": True, "$$PORT": "$PORT", "$ZIP": "01234", "$$1": "$1"},
    "not expanded": {text: text for text in ("$PORT", "${FLAG}", "$$PORT", "{{ $labels.a }}")},
}


def documented() -> Iterator[tuple[str, str]]:
    section = PAGE.read_text().partition("## Expanded fields")[2].partition("\n## ")[0]
    for paths, how in re.findall(r"^\| (`.*`) \| ([a-z ]+) \|$", section, re.MULTILINE):
        for path in paths.split(", "):
            yield path.strip("`"), how


def read(text: str, reading: Reading) -> tuple[Entry, Report]:
    report = Report("file.yaml")
    return Entry(read_values(text, ENVIRON, report, reading), report), report


def inside(path: str, value: object) -> str:
    """Return a file with a value at the path; all but the last key hold lists of mappings."""
    document: Any = {"x": value}
    for key in reversed(path.split(".")):
        document = {key: [document]}
    return orjson.dumps(document).decode()


@pytest.mark.parametrize(("path", "how"), list(documented()))
def test_a_path_is_expanded_as_documented(path: str, how: str) -> None:
    reading = READINGS[path.partition(".")[0]]
    for given, expected in EXPANDED[how].items():
        entry, _ = read(inside(path, given), reading)
        block: Any = entry.block
        for key in path.split("."):
            (block,) = block[key]
        assert block["x"] == expected
        assert block.written["x"] == str(expected).replace("True", "true")


def test_every_part_of_every_kind_of_file_is_documented() -> None:
    paths = {path for path, _ in documented()}
    assert {path.partition(".")[0] for path in paths} == READINGS.keys()
    for reading in (DATA_SOURCES, PROVIDERS, ALERTING):
        known = {each for each in (*reading.scope.raw, *reading.scope.typed) if "_data" not in each}
        assert known - {"templates.content"} <= paths


RULES = """
groups:
  - orgId: $ORG
    name: $NAME
    folder: a/$NAME
    interval: ${NAME}
    rules: []
  - name: group-$NAME
    folder: a/$NAME
    interval: 1m
    rules:
      - uid: uid-$NAME
        title: title $NAME
        condition: $NAME
        for: ${PORT}s
        isPaused: $FLAG
        dashboardUid: $NAME
        panelId: $PORT
        noDataState: $STATE
        labels: {port: $PORT, text: "{{ $$labels.instance }}", price: 1.10, none: ~}
        annotations:
          summary: "{{ $labels.instance }} ${HOME} $5 {{ $values.A.Value }} {{ $$labels.a }} $$b"
        notification_settings: {receiver: $NAME, group_by: [alertname, grafana_folder, "$NONE"]}
        data:
          - refId: $NAME
            queryType: $NAME
            datasourceUid: $NAME
            relativeTimeRange: {from: 600, to: 0}
            model: {expr: "rate(x[$__rate_interval])", text: "${HOME} $$a"}
"""


def test_a_rule_has_its_texts_as_written_and_its_names_expanded() -> None:
    text = RULES.replace("interval: ${NAME}", "interval: 1m").replace("$ORG", "0")
    entry, _ = read(text.replace("$STATE", "OK"), ALERTING)
    content = AlertingFileReader().read(entry)
    assert content.refusals == ()
    (rule,) = [each for each in content.wanted if isinstance(each, RuleEntry)]
    assert (rule.org_id, rule.uid, rule.group) == (1, "uid-ops", "group-ops")
    assert rule.folder.title == "a/ops"
    assert rule.body["title"] == "title ops"
    assert rule.body["for"] == "8080s"
    assert rule.body["isPaused"] is True
    assert rule.body["labels"] == {
        "port": "8080",
        "text": "{{ $labels.instance }}",
        "price": "1.10",
        "none": "",
    }
    assert rule.body["annotations"] == {
        "summary": "{{ $labels.instance }} ${HOME} $5 {{ $values.A.Value }} {{ $labels.a }} $$b",
        "__dashboardUid__": "ops",
        "__panelId__": "8080",
    }
    assert rule.body["notification_settings"] == {
        "receiver": "ops",
        "group_by": ["alertname", "grafana_folder"],
    }
    (query,) = rule.body["data"]
    assert (query["refId"], query["queryType"], query["datasourceUid"]) == ("ops", "ops", "ops")
    assert query["model"]["expr"] == "rate(x[$__rate_interval])"
    assert query["model"]["text"] == "${HOME} $$a"


@pytest.mark.parametrize("flag", ["$UNSET", "''", "maybe"])
def test_a_boolean_that_is_none_is_an_error(flag: str) -> None:
    text = RULES.replace("$FLAG", flag).replace("interval: ${NAME}", "interval: 1m")
    entry, _ = read(text, ALERTING)
    refusals = [each.why for each in AlertingFileReader().read(entry).refusals]
    assert ["isPaused must be true or false" in why for why in refusals] == [True]


def test_policies_and_settings_are_expanded_to_values() -> None:
    entry, _ = read(
        'policies: [{Receiver: $NAME, group_by: [a], Routes: [{continue: $FLAG, matchers: ["a=b$"],'
        ' object_matchers: [[a, "=~", "$$x$"]]}]}]\n'
        "contactPoints: [{orgId: -1, name: $NAME, receivers: [{uid: u, type: webhook,"
        ' settings: {url: "http://$NAME:$PORT", maxAlerts: $PORT, password: $ZIP,'
        " headers: {a: $FLAG}}}]}]\n",
        ALERTING,
    )
    content = AlertingFileReader().read(entry)
    assert content.refusals == ()
    (policy,) = [each.policy for each in content.wanted if isinstance(each, PolicyEntry)]
    assert (policy.receiver, policy.routes[0].continues) == ("ops", True)
    assert [each.value for each in policy.routes[0].matchers] == ["b$", "$x$"]
    (point,) = [each for each in content.wanted if isinstance(each, PointEntry)]
    assert point.org_id == 1
    assert point.drafts[0].settings == {
        "url": "http://ops:8080",
        "maxAlerts": 8080,
        "password": "01234",
        "headers": {"a": True},
    }


def test_a_data_source_is_expanded_to_texts_and_its_options_to_values() -> None:
    entry, report = read(
        "apiVersion: 1\ndatasources:\n- {name: $NAME, type: $NAME, url: 'http://h:$PORT',"
        " isDefault: $FLAG, orgId: $UNSET, jsonData: {maxLines: $PORT, on: $FLAG, url: $$PORT},"
        " secureJsonData: {password: $PORT}}\n",
        DATA_SOURCES,
    )
    (wanted,) = read_content(entry).wanted
    draft = wanted.draft
    assert (draft.name, draft.url, draft.is_default) == ("ops", "http://h:8080", True)
    assert draft.json_data == {"maxLines": 8080, "on": True, "url": "$PORT"}
    assert (draft.secrets, wanted.org_id) == ({"password": "8080"}, 1)
    assert [each.severity for each in report.problems] == ["warning"]


def test_nothing_is_expanded_in_the_form_from_before_versions(tmp_path: Path) -> None:
    old = "datasources:\n- {name: $NAME, type: t, org_id: 1, secure_json_data: {password: p$PORT}}"
    entry, _ = read(old, DATA_SOURCES)
    (wanted,) = read_content(entry).wanted
    assert (wanted.draft.name, wanted.draft.secrets) == ("$NAME", {"password": "p$PORT"})
    entry, _ = read(f"apiVersion: 1\n{old}", DATA_SOURCES)
    (wanted,) = read_content(entry).wanted
    assert (wanted.draft.name, wanted.draft.secrets) == ("ops", {"password": "p8080"})
    file = tmp_path / "old.yaml"
    file.write_text("- {name: $NAME, org_id: 1, folder: $NAME, options: {folder: /$NAME}}\n")
    parsed = parse_providers("old.yaml", file, ENVIRON)
    assert parsed.desired is not None
    (provider,) = parsed.desired.content
    assert (provider.name, provider.folder, str(provider.path)) == ("$NAME", "$NAME", "/$NAME")


def test_a_dollar_sign_that_has_no_meaning_names_no_file_in_a_check(tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text(
        "groups:\n- {orgId: $ORG, rules: [{annotations: {a: '$__file{/nowhere} $__vault{x}'}}]}\n"
    )
    found = find_files(tmp_path, {"alerting": (".yaml",)}, {"groups": "alerting"})
    assert (found.of_kind, found.problems) == ({"alerting": [(file, "rules.yaml")]}, [])
    orgs = Orgs()
    orgs.note(file, {"ORG": "4"})
    assert orgs.last_id == 4


def test_a_list_of_notification_settings_holds_texts() -> None:
    text = RULES.replace("interval: ${NAME}", "interval: 1m").replace('"$NONE"', "{a: b}")
    entry, _ = read(text, ALERTING)
    (refusal,) = [
        each for each in AlertingFileReader().read(entry).refusals if "group_by" in each.why
    ]
    assert "it must be a string" in refusal.why


def test_annotations_with_many_open_actions_are_read_at_once() -> None:
    text = RULES.replace("interval: ${NAME}", "interval: 1m").replace("$STATE", "OK")
    open_actions = "{{ $$x }} " + "{{ $$a " * 8_000
    entry, _ = read(text.replace("{{ $$labels.a }} $$b", open_actions), ALERTING)
    (rule,) = [
        each for each in AlertingFileReader().read(entry).wanted if isinstance(each, RuleEntry)
    ]
    summary = rule.body["annotations"]["summary"]
    assert ("{{ $x }} " in summary, summary.count("$$a")) == (True, 8_000)
