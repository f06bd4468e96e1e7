"""Finds the users of a data source."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import orjson

from vedette.access.model import Permissions
from vedette.dashboards.model import KIND, READ, SourceUser, UsingRule
from vedette.dashboards.queried_sources import queried_sources
from vedette.dashboards.service.library_use import with_elements
from vedette.dashboards.store.usage import UsageStore
from vedette.db.database import Database
from vedette.kernel.principal import Principal

_AT_ONCE = 25
"""The batch size, small so that other requests run in between."""

RulesOfSource: TypeAlias = Callable[[Principal, str], Awaitable[Sequence[UsingRule]]]
"""Returns the alert rules that query the source with a uid and that the caller can see."""


class Usage:
    def __init__(
        self, database: Database, permissions: Permissions, rules: RulesOfSource | None = None
    ) -> None:
        self._database = database
        self._permissions = permissions
        self.rules = rules

    async def of(
        self, who: Principal, names: Sequence[str], limit: int
    ) -> tuple[Sequence[SourceUser], int]:
        """Return dashboards that the caller can see and that query the source.

        `names` are its uid and its name. Returns at most `limit` dashboards by title, and the total
        number.
        """
        await self._catch_up(who.org_id)
        visible = await self._permissions.visible(who, READ, KIND)
        async with self._database.reading() as tx:
            return await UsageStore(tx).users(who.org_id, names, visible, limit)

    async def _catch_up(self, org_id: int) -> None:
        """Reads dashboards whose sources are not known: those of earlier versions, and those whose
        library panels changed."""
        while True:
            async with self._database.reading() as tx:
                if not await UsageStore(tx).unread(org_id, 1):
                    return
            async with self._database.transaction() as tx:
                await tx.lock(f"dashboards:{org_id}")
                store = UsageStore(tx)
                bodies = await store.unread(org_id, _AT_ONCE)
                if bodies:
                    texts = await with_elements(tx, org_id, [body for _, body in bodies])
                    read = {
                        id: queried_sources(orjson.loads(text))
                        for (id, _), text in zip(bodies, texts, strict=True)
                    }
                    await store.keep_read(org_id, read)
