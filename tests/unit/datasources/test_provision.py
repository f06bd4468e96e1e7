"""Data sources from files: applied as written, converging, and never at the cost of a neighbour."""

import re
from pathlib import Path

import pytest
from tests.unit.datasources.conftest import ADMIN

from vedette.datasources.errors import ReadOnly
from vedette.datasources.model import DataSourceDraft
from vedette.datasources.provision import DataSourceFiles
from vedette.datasources.provision.files import READING
from vedette.kernel.clock import SystemClock
from vedette.plugins.registry import PluginRegistry
from vedette.provisioning.engine import Provisioning
from vedette.provisioning.file_kind import FileKind
from vedette.provisioning.files import Root
from vedette.sdk import PluginKind, inert_fields

FULL = """
apiVersion: 1
deleteDatasources:
  - name: Old
    orgId: 1
datasources:
  - name: Prometheus
    type: test
    access: proxy
    orgId: 1
    url: http://prom:$PORT
    user: me
    database: db
    basicAuth: true
    basicAuthUser: ann
    withCredentials: true
    isDefault: true
    version: 1
    editable: false
    jsonData:
      httpMethod: POST
      timeInterval: 15s
      maxLines: 1000
      derivedFields:
        - {name: trace, matcherRegex: "id=(\\\\w+)", url: "$${__value.raw}", datasourceUid: tempo}
    secureJsonData:
      basicAuthPassword: $PASSWORD
      token: a$$b
"""


class QuickClock(SystemClock):
    async def sleep(self, seconds):
        pass


@pytest.fixture
def files(room, tmp_path):
    directory = tmp_path / "datasources"
    directory.mkdir()
    environ = {"PASSWORD": "hunter2", "PORT": "9090"}
    kind = FileKind(
        DataSourceFiles(room.writer, PluginRegistry()),
        [Root(tmp_path)],
        room.database,
        QuickClock(),
        environ,
        reading=READING,
    )
    engine = Provisioning(lambda: [kind], room.database, QuickClock())

    class Files:
        async def apply(self, **texts):
            for name, text in texts.items():
                file = directory / f"{name}.yaml"
                if text is None:
                    file.unlink()
                else:
                    file.write_text(text)
            statuses = await engine.reload("datasources")
            return {status.file.split("/")[1]: status for status in statuses}

    return Files()


def listing(*entries, extra=""):
    lines = [f"  - {{type: test, url: 'http://x', {entry}}}" for entry in entries]
    return "\n".join(["apiVersion: 1", extra, "datasources:", *lines])


async def names(room):
    return sorted(each.name for each in await room.service.visible(ADMIN))


async def secrets_of(room, source):
    async with room.database.reading() as tx:
        return await room.writer.secrets(tx, source)


async def test_every_field_of_a_file_arrives(room, files):
    await room.service.create(ADMIN, DataSourceDraft(name="Old", type="test"))
    status = (await files.apply(a=FULL))["a.yaml"]
    assert (status.state, status.message) == (
        "ok",
        "The data source 'Prometheus' has unsupported settings: withCredentials.",
    )
    (source,) = await room.service.visible(ADMIN)
    assert source.uid == "PBFA97CFB590B2093"
    assert (source.name, source.type, source.access) == ("Prometheus", "test", "proxy")
    assert (source.url, source.user, source.database) == ("http://prom:9090", "me", "db")
    assert (source.is_basic_auth, source.basic_auth_user) == (True, "ann")
    assert source.is_with_credentials
    assert source.is_default
    assert source.is_read_only
    assert source.is_provisioned
    assert source.json_data["maxLines"] == 1000
    assert source.json_data["derivedFields"][0]["url"] == "${__value.raw}"
    assert await secrets_of(room, source) == {"basicAuthPassword": "hunter2", "token": "a$b"}
    with pytest.raises(ReadOnly):
        await room.service.delete(ADMIN, source)


async def test_applying_the_same_file_again_changes_nothing(room, files):
    await files.apply(a=FULL)
    (before,) = await room.service.visible(ADMIN)
    await files.apply(a=FULL + "\n# a comment\n")
    assert await room.service.visible(ADMIN) == [before]


async def test_a_changed_file_changes_the_source_and_keeps_its_number_and_uid(room, files):
    await files.apply(a=FULL)
    (before,) = await room.service.visible(ADMIN)
    await files.apply(a=FULL.replace("15s", "30s").replace("token: a$$b", ""))
    (after,) = await room.service.visible(ADMIN)
    assert (after.id, after.uid, after.version) == (before.id, before.uid, before.version + 1)
    assert after.json_data["timeInterval"] == "30s"
    assert await secrets_of(room, after) == {"basicAuthPassword": "hunter2"}


async def test_a_file_of_an_older_version_changes_nothing(room, files):
    await files.apply(a=listing("name: a, version: 3, user: new"))
    await files.apply(a=listing("name: a, version: 2, user: old"))
    assert (await room.service.by_name(ADMIN, "a")).user == "new"
    await files.apply(a=listing("name: a, version: 3, user: newer"))
    await files.apply(a=listing("name: a, user: newest"))
    assert (await room.service.by_name(ADMIN, "a")).user == "newest"


async def test_a_source_that_people_made_is_adopted_by_name(room, files):
    made = await room.service.create(ADMIN, DataSourceDraft(name="a", type="test", uid="mine"))
    await files.apply(a=listing("name: a, editable: true"))
    adopted = await room.service.by_name(ADMIN, "a")
    assert (adopted.id, adopted.uid, adopted.is_provisioned) == (made.id, "mine", True)
    assert not adopted.is_read_only


async def test_a_new_name_under_the_same_uid_is_a_rename(room, files):
    await files.apply(a=listing("name: a, uid: one"))
    before = await room.service.by_name(ADMIN, "a")
    await files.apply(a=listing("name: b, uid: one", extra="prune: true"))
    assert await names(room) == ["b"]
    assert (await room.service.by_name(ADMIN, "b")).id == before.id


async def ids(room):
    return {each.name: each.id for each in await room.service.visible(ADMIN)}


async def test_sources_of_files_exchange_their_names(room, files):
    await files.apply(
        a=listing("name: a, uid: one, user: x", "name: b, uid: two, isDefault: true"),
        b=listing("name: c, uid: three", "name: d, uid: four"),
    )
    before = await ids(room)
    statuses = await files.apply(
        a=listing("name: b, uid: one, user: x, isDefault: true", "name: c, uid: two"),
        b=listing("name: a, uid: three", "name: e, uid: four", "name: d, uid: five"),
    )
    assert [each.message for each in statuses.values()] == ["", ""]
    after = await ids(room)
    assert {name: after[name] for name in "bcae"} == {
        "b": before["a"],
        "c": before["b"],
        "a": before["c"],
        "e": before["d"],
    }
    renamed = await room.service.by_name(ADMIN, "b")
    assert (renamed.uid, renamed.user, renamed.is_default) == ("one", "x", True)
    assert (await room.service.by_name(ADMIN, "d")).uid == "five"


async def test_a_name_that_stays_with_another_is_refused_and_its_neighbours_exchange(room, files):
    await room.service.create(ADMIN, DataSourceDraft(name="mine", type="test", uid="mine"))
    await files.apply(
        a=listing(
            "name: a, uid: one", "name: b, uid: two", "name: c, uid: three", "name: d, uid: x"
        )
    )
    status = (
        await files.apply(
            a=listing(
                "name: b, uid: one",
                "name: a, uid: two",
                "name: mine, uid: three",
                "name: c, uid: x",
            )
        )
    )["a.yaml"]
    assert status.line == 6
    assert (
        "'mine' is not applied: the data source with the uid mine already has this name"
        in status.message
    )
    assert "line 7" in status.message
    found = {each.uid: each.name for each in await room.service.visible(ADMIN)}
    assert found == {"one": "b", "two": "a", "three": "c", "x": "d", "mine": "mine"}


async def test_a_name_goes_to_another_source_when_its_own_is_pruned(room, files):
    await files.apply(a=listing("name: a, uid: one", "name: b, uid: two", extra="prune: true"))
    before = await ids(room)
    await files.apply(a=listing("name: b, uid: one", extra="prune: true"))
    assert await ids(room) == {"b": before["a"]}


async def test_an_entry_of_an_older_version_gives_no_name_away(room, files):
    await files.apply(a=listing("name: a, uid: one, version: 3", "name: b, uid: two"))
    status = (await files.apply(a=listing("name: b, uid: one, version: 2", "name: a, uid: two")))[
        "a.yaml"
    ]
    assert status.state == "error"
    found = {each.uid: each.name for each in await room.service.visible(ADMIN)}
    assert found == {"one": "a", "two": "b"}


async def test_an_older_entry_gets_a_uid_that_its_source_gives_up(room, files):
    await files.apply(a=listing("name: a, uid: one, version: 3"))
    text = listing("name: a, uid: two, version: 3", "name: b, uid: one, version: 2")
    status = (await files.apply(a=text))["a.yaml"]
    assert (status.state, status.line) == ("error", 5)
    assert "'a' already has the uid one" in status.message
    status = (await files.apply(a=text))["a.yaml"]
    assert (status.state, status.message) == ("ok", "")
    found = {each.uid: each.name for each in await room.service.visible(ADMIN)}
    assert found == {"one": "b", "two": "a"}


async def test_a_uid_that_is_listed_twice_is_refused_with_both_places(room, files):
    text = listing("name: a, uid: one", "name: b, uid: one", "name: c")
    for _ in range(2):
        status = (await files.apply(a=text))["a.yaml"]
        assert "datasources/a.yaml:4 contains a data source of the same uid" in status.message
        assert status.line == 5
        assert await names(room) == ["a", "c"]


async def test_an_entry_that_is_left_out_takes_neither_name_nor_uid_from_a_good_one(room, files):
    text = listing(
        "name: a, uid: one",
        "name: a, uid: two",
        "name: b, uid: two",
        "name: c, uid: one",
        "name: c, uid: three",
    )
    message = (await files.apply(a=text))["a.yaml"].message
    assert message == (
        "The data source 'a' is not applied: datasources/a.yaml:4 contains a data source of the"
        " same name."
        " line 7: The data source 'c' is not applied:"
        " datasources/a.yaml:4 contains a data source of the same uid."
    )
    found = {each.uid: each.name for each in await room.service.visible(ADMIN)}
    assert found == {"one": "a", "two": "b", "three": "c"}


async def test_a_source_is_not_pruned_while_an_entry_that_is_left_out_lists_it(room, files):
    prune = "prune: true"
    await files.apply(a=listing("name: a, uid: one", "name: b, uid: two", extra=prune))
    before = await ids(room)
    for entry in ("name: a, uid: two", "name: b, uid: one"):
        await files.apply(a=listing("name: a, uid: one", entry, extra=prune))
        assert await ids(room) == before


async def test_a_uid_of_someone_else_is_refused_with_file_and_line(room, files):
    await room.service.create(ADMIN, DataSourceDraft(name="mine", type="test", uid="one"))
    status = (await files.apply(a=listing("name: ok", "name: b, uid: one")))["a.yaml"]
    assert status.state == "error"
    assert status.line == 5
    assert "'mine' already has the uid one" in status.message
    assert await names(room) == ["mine", "ok"]


async def test_two_defaults_or_two_of_one_name_are_refused_with_both_places(room, files):
    statuses = await files.apply(
        a=listing("name: a, isDefault: true"),
        b=listing("name: b, isDefault: true", "name: c"),
        c=listing("name: a"),
    )
    assert statuses["a.yaml"].state == "ok"
    assert "datasources/a.yaml:4 is already the default" in statuses["b.yaml"].message
    assert (
        "datasources/a.yaml:4 contains a data source of the same name" in statuses["c.yaml"].message
    )
    assert await names(room) == ["a", "c"]


async def test_a_default_from_a_file_replaces_the_one_that_people_chose(room, files):
    await room.service.create(ADMIN, DataSourceDraft(name="mine", type="test", is_default=True))
    await files.apply(a=listing("name: a, isDefault: true"))
    assert [s.name for s in await room.service.visible(ADMIN) if s.is_default] == ["a"]


async def defaults(room):
    return [each.name for each in await room.service.visible(ADMIN) if each.is_default]


async def test_the_first_source_of_an_organization_becomes_its_default_and_stays_it(room, files):
    await files.apply(a=listing("name: b", "name: a"))
    assert await defaults(room) == ["b"]
    await files.apply(a=listing("name: a", "name: b, user: me"))
    assert await defaults(room) == ["b"]
    await files.apply(a=listing("name: a, isDefault: true", "name: b"))
    assert await defaults(room) == ["a"]
    await files.apply(a=listing("name: a", "name: b", "name: c"))
    assert await defaults(room) == ["a"]


async def test_a_source_whose_file_is_gone_is_as_editable_as_the_file_said(room, files):
    await files.apply(a=listing("name: open, editable: true", "name: closed"), k=listing("name: k"))
    await files.apply(a=None)
    sources = {each.name: each for each in await room.service.visible(ADMIN)}
    assert [sources[name].is_read_only for name in ("open", "closed")] == [False, True]
    await room.service.delete(ADMIN, sources["open"])
    with pytest.raises(ReadOnly):
        await room.service.delete(ADMIN, sources["closed"])
    gone = "deleteDatasources: [{name: closed}, {name: unknown}, {name: k}]"
    statuses = await files.apply(k=listing("name: k", extra=gone))
    assert statuses["k.yaml"].state == "ok"
    assert await names(room) == ["k"], "a source that a file lists stays"


async def test_an_unknown_access_is_a_warning_and_means_proxy(room, files):
    status = (await files.apply(a=listing("name: a, access: server")))["a.yaml"]
    assert (status.state, "treated as proxy" in status.message) == ("ok", True)
    assert (await room.service.by_name(ADMIN, "a")).access == "proxy"


async def test_settings_of_a_file_replace_all_of_before(room, files):
    before = "name: a, jsonData: {x: 1, y: 2}, secureJsonData: {p: 1, q: 2}"
    await files.apply(a=listing(before))
    await files.apply(a=listing("name: a, jsonData: {y: 3}, secureJsonData: {q: 4}"))
    source = await room.service.by_name(ADMIN, "a")
    assert (source.json_data, await secrets_of(room, source)) == ({"y": 3}, {"q": "4"})


async def test_prune_removes_what_is_no_longer_listed_and_nothing_else(room, files):
    await room.service.create(ADMIN, DataSourceDraft(name="mine", type="test"))
    await files.apply(a=listing("name: a", "name: b", extra="prune: true"), k=listing("name: k"))
    await files.apply(a=listing("name: b", extra="prune: true"), k=listing("name: other"))
    assert await names(room) == ["b", "k", "mine", "other"]
    await files.apply(a=None)
    assert await names(room) == ["k", "mine", "other"]


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
