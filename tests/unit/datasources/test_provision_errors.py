"""Errors in files of data sources affect no other entries."""

import re
from pathlib import Path

import pytest
from tests.unit.datasources.conftest import ADMIN
from tests.unit.datasources.provisioning import ids, listing, names, secrets_of

from vedette.datasources.model import DataSourceDraft
from vedette.plugins.registry import PluginRegistry
from vedette.sdk import PluginKind, inert_fields


async def test_a_broken_file_keeps_what_it_made_and_holds_up_nobody(room, files):
    await files.apply(a=listing("name: a", extra="prune: true"))
    statuses = await files.apply(a="datasources: [", b=listing("name: b"))
    assert statuses["a.yaml"].state == "error"
    assert statuses["b.yaml"].state == "ok"
    assert await names(room) == ["a", "b"]


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("url: 'http://y'", "name is missing"),
        ("name: x, uid: 'a b'", "uid"),
        ("name: x, isDefault: maybe", "isDefault must be true or false"),
        ("name: x, jsonData: [1]", "jsonData must be a mapping"),
        ("name: x, secureJsonData: {password: [1]}", "secureJsonData.password must be text"),
        ("name: x, orgId: 99", "there is no organization 99"),
        ("name: x, orgName: Nowhere", "there is no organization 'Nowhere'"),
        ("name: x, url: 'ftp://y'", "must start with http"),
    ],
)
async def test_a_bad_entry_is_named_with_its_line_and_its_neighbour_is_applied(
    entry, words, room, files
):
    text = listing("name: good", entry).replace("url: 'http://x', url", "url")
    text = text.replace("url: 'http://x', name: x, url", "name: x, url")
    status = (await files.apply(a=text))["a.yaml"]
    assert status.state == "error"
    assert words in status.message
    assert status.line == 5


async def test_another_organization_is_reached_by_number_or_name(room, files):
    await files.apply(a=listing("name: a, orgId: 2", "name: b, orgName: org 2"))
    async with room.database.reading() as tx:
        rows = await tx.all("SELECT name, org_id FROM data_source ORDER BY name")
    assert [(row["name"], row["org_id"]) for row in rows] == [("a", 2), ("b", 2)]


async def test_spellings_of_old_files_are_read(room, files):
    text = """
datasources:
  - {name: a, type: test, org_id: 1, basic_auth: true, basic_auth_user: ann, is_default: true,
     with_credentials: true, basicAuthPassword: secret, password: other,
     json_data: {x: 1}, secure_json_data: {y: z}}
delete_datasources: [{name: gone, org_id: 1}]
"""
    status = (await files.apply(a=text))["a.yaml"]
    assert status.state == "ok"
    assert status.message.endswith("unsupported settings: withCredentials.")
    source = await room.service.by_name(ADMIN, "a")
    assert (source.is_basic_auth, source.basic_auth_user, source.is_default) == (True, "ann", True)
    assert await secrets_of(room, source) == {
        "y": "z",
        "basicAuthPassword": "secret",
        "password": "other",
    }


async def test_a_password_in_an_address_becomes_basic_auth_and_is_not_shown(room, files):
    text = listing("name: a, url: 'http://ann:p%40ss@prom:9090/x/'").replace(
        "url: 'http://x', ", ""
    )
    status = (await files.apply(a=text))["a.yaml"]
    assert status.state == "ok", status.message
    source = await room.service.by_name(ADMIN, "a")
    assert source.url == "http://prom:9090/x"
    assert (source.is_basic_auth, source.basic_auth_user) == (True, "ann")
    assert await secrets_of(room, source) == {"basicAuthPassword": "p@ss"}


async def test_a_name_that_ends_in_a_full_stop_is_reported_in_quotes(files):
    statuses = await files.apply(a=listing("name: a, orgName: Other Org."))
    assert statuses["a.yaml"].message.endswith("there is no organization 'Other Org.'.")


async def test_a_bad_entry_leaves_the_others_of_its_file_and_removes_nothing(room, files):
    prune = "prune: true"
    good = listing("name: a", "name: b", extra=prune)
    await files.apply(a=good)
    bad = listing("name: a, isDefault: maybe", "name: c", "nam: d", extra=prune)
    status = (await files.apply(a=bad))["a.yaml"]
    assert await names(room) == ["a", "b", "c"]
    assert (status.state, status.line, status.items) == ("error", 4, 1)
    assert status.message == (
        "datasources[1]: isDefault must be true or false. line 6: datasources[3]: name is missing."
    )
    await files.apply(a=listing("name: c", extra=prune))
    assert await names(room) == ["c"]


async def test_nothing_is_deleted_by_name_while_an_entry_cannot_be_read(room, files):
    """Files often delete a source and list it again, so that it is made anew."""
    delete = "deleteDatasources: [{name: a}]"
    await files.apply(a=listing("name: a", extra=delete))
    await files.apply(a=listing("name: a, version: x", "name: b", extra=delete))
    assert await names(room) == ["a", "b"]
    await files.apply(a=listing("name: b", extra=delete))
    assert await names(room) == ["b"]


async def test_a_source_that_a_broken_file_lists_is_not_deleted_by_name(room, files):
    delete = "deleteDatasources: [{name: x}]"
    await files.apply(a=listing("name: a", extra=delete), b=listing("name: x"))
    before = await ids(room)
    await files.apply(b="datasources: [\n")
    assert await ids(room) == before
    await files.apply(b=listing("name: x"))
    assert await ids(room) == before
    await files.apply(b=listing("name: b"))
    assert await names(room) == ["a", "b"]


async def test_a_source_that_moves_to_another_file_outlives_a_mistake_there(room, files):
    prune = "prune: true"
    await files.apply(a=listing("name: a", "name: x", extra=prune), b=listing("name: b"))
    before = await ids(room)
    await files.apply(
        a=listing("name: a", extra=prune), b=listing("name: b", "name: x, isDefault: maybe")
    )
    assert await ids(room) == before
    await files.apply(b=listing("name: b", "name: x, isDefault: true"))
    assert await ids(room) == before


async def test_nothing_is_pruned_while_an_organization_is_not_found(room, files):
    text = listing("name: a, orgName: org 2", extra="prune: true\ndeleteDatasources: [{name: a}]")
    await files.apply(a=text)
    await room.service.create(ADMIN, DataSourceDraft(name="a", type="test"))
    async with room.database.transaction() as tx:
        await tx.execute("UPDATE org SET name = 'Renamed' WHERE id = 2")
    status = (await files.apply(a=text))["a.yaml"]
    assert "there is no organization 'org 2'" in status.message
    async with room.database.reading() as tx:
        rows = await tx.all("SELECT name, org_id FROM data_source ORDER BY org_id")
    assert [(row["name"], row["org_id"]) for row in rows] == [("a", 1), ("a", 2)]


async def test_a_bad_correlation_leaves_its_source_as_it_was(room, files):
    good = "correlations: [{targetUID: t, label: l, config: {type: query, field: f, target: {}}}]"
    await files.apply(a=listing(f"name: a, user: before, {good}"))
    bad = "correlations: [{label: l}]"
    status = (await files.apply(a=listing(f"name: a, user: after, {bad}", "name: b")))["a.yaml"]
    assert "correlations[1]: targetUID is missing." in status.message
    assert (await room.service.by_name(ADMIN, "a")).user == "before"
    assert await names(room) == ["a", "b"]


SPELT = """datasources:
- name: metrics
  type: prometheus
  access: direct
  withCredentials: true
  jsonData:
    httpMethod: POST
    timeInterval: 15s
    incrementalQuerying: true
    incrementalQueryOverlapWindow: 10m
    cacheLevel: ""
    oauthPassThru: true
    queryTimeuot: 60s
    sigV4Auth: false
    httpHeaderName1: X-Scope-OrgID
    timeout: 10
    tlsSkipVerify: true
  secureJsonData: {httpHeaderValue1: a, httpHeaderValue2: b}
- {name: logs, type: loki, access: proxy, jsonData: {maxLines: 100}}
- {name: other, type: not-installed, jsonData: {anything: 1}}
"""


async def test_settings_without_effect_are_named_and_the_source_is_made(room, files):
    status = (await files.apply(a=SPELT))["a.yaml"]
    assert (status.state, status.line, status.items) == ("ok", 2, 3)
    assert status.message == (
        "The data source 'metrics' has unsupported settings: access: direct,"
        " withCredentials, secureJsonData.httpHeaderValue2, jsonData.incrementalQuerying,"
        " jsonData.oauthPassThru, jsonData.queryTimeuot (did you mean queryTimeout?)."
    )
    again = (await files.apply(a=SPELT))["a.yaml"]
    assert again.message == status.message, "an unchanged source keeps its notice"


def test_every_setting_that_is_marked_as_without_effect_is_read_by_nothing():
    """Whoever builds one removes the mark."""
    root = Path(__file__).parents[3]
    marked = {
        key
        for manifest in PluginRegistry().manifests(PluginKind.DATASOURCE)
        for key in inert_fields(PluginRegistry().datasource(manifest.id).settings)
    }
    assert {"incrementalQuerying", "streamingEnabled", "postgresVersion"} <= marked
    sources = [
        file
        for folder in ("src", "ui/src")
        for suffix in ("*.py", "*.ts", "*.tsx")
        for file in (root / folder).rglob(suffix)
        if "tests" not in file.parts and "static" not in file.parts and ".test." not in file.name
    ]
    read = {}
    for file in sources:
        text = file.read_text()
        for key in marked:
            attribute = re.sub("([A-Z])", lambda letter: f"_{letter[1].lower()}", key)
            if re.search(rf"settings\.{attribute}\b|[\"'.]{key}\b", text):
                read.setdefault(key, []).append(file.name)
    # The form of a PostgreSQL source fills it in, and so keeps what files say.
    read.pop("postgresVersion", None)
    assert read == {}
