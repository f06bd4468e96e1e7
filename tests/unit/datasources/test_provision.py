"""Data sources from files: what arrives, and what stays."""

import pytest
from tests.unit.datasources.conftest import ADMIN
from tests.unit.datasources.provisioning import listing, names, secrets_of

from vedette.datasources.errors import ReadOnly
from vedette.datasources.model import DataSourceDraft

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
