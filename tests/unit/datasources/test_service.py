"""Configured data sources on both databases."""

import pytest
from msgspec import structs
from msgspec.structs import replace
from tests.unit.datasources.conftest import ADMIN, STRANGER, VIEWER

from vedette.access.evaluator import AccessDenied
from vedette.datasources.errors import (
    ChangedMeanwhile,
    DataSourceUidTaken,
    NameTaken,
    ReadOnly,
    SourceNotFound,
)
from vedette.datasources.model import DataSourceDraft

DRAFT = DataSourceDraft(
    name="prom",
    type="test",
    uid="prom-uid",
    url="http://prom:9090",
    user="me",
    database="db",
    is_basic_auth=True,
    basic_auth_user="me",
    is_with_credentials=True,
    json_data={"timeInterval": "30s", "unknown": {"kept": [1, None]}},
    secrets={"basicAuthPassword": "hunter2", "token": "hunter3"},
)


async def secrets_of(room, source):
    async with room.database.reading() as tx:
        return await room.writer.secrets(tx, source)


async def test_what_is_created_is_read_back_by_uid_name_and_number(room):
    made = await room.service.create(ADMIN, DRAFT)
    for found in (
        await room.service.by_uid(VIEWER, "prom-uid"),
        await room.service.by_name(VIEWER, "prom"),
        await room.service.by_id(VIEWER, made.id),
        (await room.service.visible(VIEWER))[0],
    ):
        assert found == made
    assert made.json_data == DRAFT.json_data
    assert "hunter" not in repr(made) + str(dict(made.sealed))
    assert await secrets_of(room, made) == DRAFT.secrets


async def test_another_organization_sees_nothing_and_may_use_the_same_names(room):
    made = await room.service.create(ADMIN, DRAFT)
    assert await room.service.visible(STRANGER) == []
    with pytest.raises(SourceNotFound):
        await room.service.by_uid(STRANGER, "prom-uid")
    with pytest.raises(SourceNotFound):
        await room.service.by_id(STRANGER, made.id)
    await room.service.create(STRANGER, DRAFT)
    assert len(await room.connections.find(1, ["prom-uid"], [])) == 1


async def test_a_name_or_uid_is_taken_once(room):
    await room.service.create(ADMIN, DRAFT)
    with pytest.raises(NameTaken):
        await room.service.create(ADMIN, replace(DRAFT, uid="other"))
    with pytest.raises(DataSourceUidTaken):
        await room.service.create(ADMIN, replace(DRAFT, name="other"))
    other = await room.service.create(ADMIN, DataSourceDraft(name="other", type="test"))
    assert len(other.uid) == 14
    with pytest.raises(NameTaken):
        await room.service.update(ADMIN, other, DRAFT, None)
    with pytest.raises(DataSourceUidTaken):
        await room.service.update(ADMIN, other, replace(DRAFT, name="free"), None)


async def test_viewers_and_editors_write_nothing(room):
    made = await room.service.create(ADMIN, DRAFT)
    editor = structs.replace(VIEWER, role="Editor")
    for who in (VIEWER, editor):
        with pytest.raises(AccessDenied):
            await room.service.create(who, replace(DRAFT, name="x", uid="x"))
        with pytest.raises(AccessDenied):
            await room.service.update(who, made, DRAFT, None)
        with pytest.raises(AccessDenied):
            await room.service.delete(who, made)


async def test_secrets_stay_unless_they_are_sent_again_or_emptied(room):
    made = await room.service.create(ADMIN, DRAFT)
    changed = replace(DRAFT, url="http://prom:9090/sub", secrets={"token": "new"})
    saved, cleared = await room.service.update(ADMIN, made, changed, made.version)
    assert cleared == ()
    assert saved.version == 2
    assert await secrets_of(room, saved) == {"basicAuthPassword": "hunter2", "token": "new"}
    emptied, _ = await room.service.update(ADMIN, saved, replace(changed, secrets={"token": ""}), 2)
    assert await secrets_of(room, emptied) == {"basicAuthPassword": "hunter2"}


@pytest.mark.parametrize(
    "change",
    [
        {"url": "http://evil:9090"},
        {"url": "http://prom:9091"},
        {"url": "https://prom:9090"},
        {"url": "prom:9090@evil"},
        {"type": "alias-of-test"},
    ],
)
async def test_secrets_do_not_follow_to_another_server(change, room):
    made = await room.service.create(ADMIN, DRAFT)
    changed = replace(DRAFT, secrets={"token": "new"}, **change)
    try:
        saved, cleared = await room.service.update(ADMIN, made, changed, None)
    except Exception:
        assert change == {"url": "prom:9090@evil"}
        return
    assert cleared == ("basicAuthPassword",)
    assert await secrets_of(room, saved) == {"token": "new"}


async def test_secrets_survive_a_change_of_the_uid(room):
    made = await room.service.create(ADMIN, DRAFT)
    saved, _ = await room.service.update(ADMIN, made, replace(DRAFT, uid="new", secrets={}), None)
    assert saved.uid == "new"
    assert await secrets_of(room, saved) == DRAFT.secrets


async def test_a_save_over_a_newer_version_is_refused(room):
    made = await room.service.create(ADMIN, DRAFT)
    await room.service.update(ADMIN, made, DRAFT, 1)
    with pytest.raises(ChangedMeanwhile):
        await room.service.update(ADMIN, made, DRAFT, 1)


async def test_an_organization_has_one_default(room):
    first = await room.service.create(ADMIN, replace(DRAFT, is_default=True))
    second = await room.service.create(
        ADMIN, DataSourceDraft(name="b", type="test", is_default=True)
    )
    defaults = [each.name for each in await room.service.visible(ADMIN) if each.is_default]
    assert defaults == ["b"]
    await room.service.update(ADMIN, first, replace(DRAFT, is_default=True), None)
    assert not (await room.service.by_uid(ADMIN, second.uid)).is_default
    assert await room.service.default_of_kind(1, "alias-of-test") == "prom-uid"
    assert await room.service.default_of_kind(1, "loki") is None


async def test_a_read_only_source_is_not_changed_or_deleted_by_people(room):
    async with room.database.transaction() as tx:
        made = await room.writer.create(tx, 1, replace(DRAFT, is_read_only=True))
    with pytest.raises(ReadOnly):
        await room.service.update(ADMIN, made, DRAFT, None)
    with pytest.raises(ReadOnly):
        await room.service.delete(ADMIN, made)


async def test_a_deleted_source_is_gone(room):
    made = await room.service.create(ADMIN, DRAFT)
    await room.service.delete(ADMIN, made)
    with pytest.raises(SourceNotFound):
        await room.service.by_uid(ADMIN, made.uid)
    assert await room.connections.find(1, [made.uid], [made.id]) == []
