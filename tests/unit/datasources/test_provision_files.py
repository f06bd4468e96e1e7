"""Data sources from files: old formats, pruning, and settings."""

import pytest
from tests.unit.datasources.conftest import ADMIN
from tests.unit.datasources.provisioning import listing, names, secrets_of

from vedette.datasources.errors import ReadOnly
from vedette.datasources.model import DataSourceDraft


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
