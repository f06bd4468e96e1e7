"""`vedette provision check` finds what a server would refuse, before there is one."""

import json
from pathlib import Path

import pytest
from tests.cli.test_command import run


def told(root: Path, *, status: int = 1) -> list[str]:
    ended = run(root, "provision", "check", ".")
    assert ended.returncode == status, ended.stderr
    return ended.stderr.splitlines()


def write(root: Path, **files: object) -> None:
    for name, content in files.items():
        file = root / name.replace("__", "/").replace("_yaml", ".yaml").replace("_json", ".json")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else json.dumps(content, indent=1))


def sources(*entries: str) -> str:
    lines = [f"- {{type: prometheus, {entry}}}" for entry in entries]
    return "\n".join(["datasources:", *lines, ""])


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("name: a, isDefault: true", "name: b, isDefault: true", "is already the default"),
        ("name: a, uid: one", "name: b, uid: one", "contains a data source of the same uid"),
        ("name: a", "name: a", "contains a data source of the same name"),
        (
            "name: a, isDefault: true, orgName: Ops",
            "name: b, isDefault: true, orgName: Ops",
            "is already the default",
        ),
    ],
)
def test_data_sources_that_exclude_each_other_are_named_with_both_places(
    tmp_path: Path, first: str, second: str, said: str
) -> None:
    write(tmp_path, datasources__a_yaml=sources(first), datasources__b_yaml=sources(second))
    (line,) = told(tmp_path)
    assert line.startswith("datasources/b.yaml:2: error: The data source ")
    assert f"datasources/a.yaml:2 {said}" in line
    apart = second.replace("orgName: Ops", "orgName: Dev") if "Ops" in second else second
    apart = apart if "Dev" in apart else f"{second}, orgId: 2"
    write(tmp_path, datasources__b_yaml=sources(apart))
    assert told(tmp_path, status=0) == []


def test_an_unknown_kind_of_data_source_is_a_warning(tmp_path: Path) -> None:
    write(tmp_path, datasources__a_yaml="datasources: [{name: a, type: promethues}]")
    (line,) = told(tmp_path, status=0)
    assert "warning" in line
    assert "'promethues'" in line


def test_folders_that_no_server_can_make_are_named(tmp_path: Path) -> None:
    write(
        tmp_path,
        folders__a_yaml="folders:\n- {name: A, uid: a}\n- {name: B, uid: b, parentUid: c}\n",
        folders__b_yaml="folders:\n- {name: X, uid: a}\n- {name: C, uid: c, parentUid: b}\n"
        "- {name: A, uid: d}\n- {name: E, uid: e, parentUid: nowhere}\n"
        "- {name: A, uid: f, orgId: 2}\n- {name: A, uid: g, parentUid: a}\n",
    )
    assert told(tmp_path) == [
        "folders/a.yaml:3: error: The parent folders of 'B' form a cycle.",
        "folders/b.yaml:2: error: The uid a occurs twice.",
        "folders/b.yaml:3: error: The parent folders of 'C' form a cycle.",
        "folders/b.yaml:4: error: 'A' occurs twice in one folder.",
        "folders/b.yaml:5: warning: No file contains the folder nowhere. It must already exist.",
    ]


def test_dashboards_of_all_providers_are_compared(tmp_path: Path) -> None:
    def provider(name: str, **more: object) -> dict[str, object]:
        return {"name": name, "options": {"path": str(tmp_path / name)}, **more}

    write(
        tmp_path,
        dashboards__a_yaml={"providers": [provider("one", folder="F")]},
        dashboards__b_yaml={"providers": [provider("two", folder="F"), provider("one")]},
        dashboards__c_yaml={"providers": [provider("three")]},
        one__x_json={"title": "X", "uid": "x"},
        two__x_json={"title": "Other", "uid": "x"},
        two__y_json={"title": "X", "uid": "y"},
        three__z_json={"title": "X", "uid": "z"},
    )
    assert told(tmp_path) == [
        f"{tmp_path}/two/x.json: error: The uid x already belongs to {tmp_path}/one/x.json.",
        f"{tmp_path}/two/y.json: error: {tmp_path}/one/x.json already has the title 'X' in"
        " this folder.",
        "dashboards/b.yaml:10: error: The provider one is already in dashboards/a.yaml.",
    ]


def test_an_input_that_nothing_fills_is_a_warning(tmp_path: Path) -> None:
    inputs = [
        {"name": f"DS_{kind}".upper(), "type": "datasource", "pluginId": kind}
        for kind in ("prometheus", "loki", "tempo")
    ]
    provider = {
        "name": "p",
        "options": {"path": str(tmp_path / "shared"), "inputs": {"DS_TEMPO": "mine"}},
    }
    write(
        tmp_path,
        datasources__a_yaml=sources("name: a"),
        dashboards__a_yaml={"providers": [provider]},
        shared__x_json={"title": "X", "__inputs": inputs},
    )
    (line,) = told(tmp_path, status=0)
    assert line == (
        f"{tmp_path}/shared/x.json: warning: The input DS_LOKI has no value: no file contains a"
        " data source of the type loki."
    )


def test_contact_points_and_policies_are_checked_as_a_new_server_does(tmp_path: Path) -> None:
    points = [
        {"name": "mail", "receivers": [{"uid": "a", "type": "email", "settings": {}}]},
        {"name": "ops", "type": "email", "settings": {"addresses": "a@example.org"}},
    ]
    routes = [{"receiver": "nobody", "matchers": ["a=b"]}]
    write(
        tmp_path,
        alerting__a_yaml={"contactPoints": points},
        alerting__b_yaml={"policies": [{"receiver": "ops", "routes": routes}]},
        alerting__c_json={"policies": [{"orgId": 2, "receiver": "ops"}]},
    )
    assert told(tmp_path) == [
        "alerting/a.yaml:3: error: Contact point 'mail', email: The setting addresses is missing.",
        "alerting/b.yaml:3: error: Policy 1: the contact point 'nobody' does not exist.",
        "alerting/c.json:3: error: The default policy: the contact point 'ops' does not exist.",
    ]


def test_what_depends_on_the_server_is_a_warning(tmp_path: Path) -> None:
    query = {"refId": "A", "datasourceUid": "elsewhere", "model": {"expr": "up"}}
    rule = {"uid": "r", "title": "R", "condition": "A", "data": [query]}
    provider = {"name": "p", "options": {"path": "/not/on/this/machine"}}
    write(
        tmp_path,
        alerting__a_yaml={"groups": [{"name": "g", "folder": "F", "rules": [rule]}]},
        dashboards__a_yaml={"providers": [provider]},
        datasources__a_yaml=sources("name: a, orgId: 7", "name: b, orgName: Ops"),
        teams__a_yaml="teams: []",
    )
    assert told(tmp_path, status=0) == [
        "alerting/a.yaml:7: warning: The rule 'r' queries the data source 'elsewhere', which does"
        " not exist.",
        "dashboards/a.yaml:3: warning: The directory /not/on/this/machine does not exist.",
        "teams/a.yaml: warning: This version reads no files from teams/, only from alerting/,"
        " dashboards/, datasources/ and folders/.",
    ]


def test_files_in_any_directory_are_checked_under_their_own_names(tmp_path: Path) -> None:
    write(
        tmp_path,
        some__where__a_yaml=sources("name: a, uid: one"),
        b_yaml="contactPoints: [{name: x, type: webhook, settings: {}}]",
        c_yaml="folders: [{name: A, uid: a}]",
    )
    (tmp_path / "some/where/z.yaml").write_text(sources("name: b, uid: one"))
    problems = told(tmp_path)
    assert [line.partition(": ")[0] for line in problems] == ["b.yaml:1", "some/where/z.yaml:2"]
    assert "The setting url is missing" in problems[0]
    assert run(tmp_path, "provision", "check", "c.yaml").returncode == 0
    missing = run(tmp_path, "provision", "check", "nowhere")
    assert (missing.returncode, missing.stderr.count("\n")) == (1, 1)
