"""Which source a uid names is read once a second, and never remembered past a change."""

import pytest
from tests.unit.datasources.conftest import ADMIN

from vedette.datasources.connections import Connections
from vedette.datasources.model import DataSourceDraft
from vedette.datasources.store import SourceStore
from vedette.kernel.clock import SystemClock

DRAFT = DataSourceDraft(name="prom", type="test", uid="prom", url="http://prom:9090")


class TurnedClock(SystemClock):
    seconds = 0.0

    def monotonic(self):
        return self.seconds


@pytest.fixture
async def reads(monkeypatch):
    """How often sources were read from the database."""
    found, original = [], SourceStore.of_uids_or_ids

    async def counted(self, org_id, uids, ids):
        found.append((org_id, *uids, *ids))
        return await original(self, org_id, uids, ids)

    monkeypatch.setattr(SourceStore, "of_uids_or_ids", counted)
    return found


def other_instance(room, clock):
    return Connections(room.database, room.writer, room.registry, room.outbound, clock)


async def find(connections, org_id=1, uids=("prom",), ids=()):
    return [each.version for each in await connections.find(org_id, uids, ids)]


async def test_a_source_is_read_once_however_often_it_is_asked(room, reads):
    made = await room.service.create(ADMIN, DRAFT)
    for _ in range(5):
        assert await find(room.connections) == [1]
    assert await find(room.connections, uids=("prom",), ids=(made.id,)) == [1]
    assert len(reads) == 1


async def test_a_change_of_this_process_is_seen_at_once(room):
    made = await room.service.create(ADMIN, DRAFT)
    assert await find(room.connections) == [1]
    made, _ = await room.service.update(ADMIN, made, DRAFT, None)
    assert await find(room.connections) == [2]
    await room.service.delete(ADMIN, made)
    assert await find(room.connections) == []
    await room.service.create(ADMIN, DRAFT)
    assert await find(room.connections) == [1]


async def test_a_change_of_another_instance_is_seen_within_a_second(room):
    await room.service.create(ADMIN, DRAFT)
    clock = TurnedClock()
    connections = other_instance(room, clock)
    assert await find(connections) == [1]
    async with room.database.transaction() as tx:  # Past the store, as another process would.
        await tx.execute("UPDATE data_source SET version = 7 WHERE uid = 'prom'")
    assert await find(connections) == [1]
    clock.seconds += 1.0
    assert await find(connections) == [7]


async def test_what_was_read_before_a_change_is_not_remembered_after_it(room, monkeypatch):
    made = await room.service.create(ADMIN, DRAFT)
    original = SourceStore.of_uids_or_ids

    async def overtaken(self, org_id, uids, ids):
        rows = await original(self, org_id, uids, ids)
        monkeypatch.undo()
        await room.service.update(ADMIN, made, DRAFT, None)
        return rows

    monkeypatch.setattr(SourceStore, "of_uids_or_ids", overtaken)
    assert await find(room.connections) == [1]
    assert await find(room.connections) == [2]


async def test_a_source_of_one_organization_is_not_found_in_another(room):
    made = await room.service.create(ADMIN, DRAFT)
    assert await find(room.connections) == [1]
    assert await find(room.connections, org_id=2) == []
    assert await find(room.connections, org_id=2, uids=(), ids=(made.id,)) == []


async def test_one_unknown_uid_does_not_hide_the_known(room):
    await room.service.create(ADMIN, DRAFT)
    assert await find(room.connections) == [1]
    assert await find(room.connections, uids=("prom", "gone")) == [1]
