"""Files of data sources, and what they led to."""

from tests.unit.datasources.conftest import ADMIN


def listing(*entries, extra=""):
    lines = [f"  - {{type: test, url: 'http://x', {entry}}}" for entry in entries]
    return "\n".join(["apiVersion: 1", extra, "datasources:", *lines])


async def names(room):
    return sorted(each.name for each in await room.service.visible(ADMIN))


async def secrets_of(room, source):
    async with room.database.reading() as tx:
        return await room.writer.secrets(tx, source)


async def ids(room):
    return {each.name: each.id for each in await room.service.visible(ADMIN)}
