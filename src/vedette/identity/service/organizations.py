"""Organizations of the server."""

from collections.abc import Sequence

from vedette.db.database import Database
from vedette.db.errors import UniqueViolation
from vedette.identity.errors import OrgExists, OrgNameTaken, OrgNotFound
from vedette.identity.service.names import check_name
from vedette.identity.service.paging import Paging
from vedette.identity.store.members import MemberStore
from vedette.identity.store.orgs import OrgStore
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal


class Organizations:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def name(self, org_id: int) -> str:
        """Return the name, or an empty text for an unknown organization."""
        async with self._database.reading() as tx:
            return await OrgStore(tx).name(org_id) or ""

    async def search(self, name: str, text: str, page: Paging) -> Sequence[tuple[int, str]]:
        async with self._database.reading() as tx:
            return await OrgStore(tx).search(name, text, limit=page.limit, offset=page.offset)

    async def get(self, org_id: int) -> tuple[int, str]:
        async with self._database.reading() as tx:
            name = await OrgStore(tx).name(org_id)
        if name is None:
            raise OrgNotFound
        return org_id, name

    async def by_name(self, name: str) -> tuple[int, str]:
        async with self._database.reading() as tx:
            org_id = await OrgStore(tx).by_name(name)
        if org_id is None:
            raise OrgNotFound
        return org_id, name

    async def create(self, who: Principal, name: str) -> int:
        """Create an organization with `who` as administrator. Raises `OrgExists`."""
        check_name(name, "An organization")
        now = self._clock.now_ms()
        try:
            async with self._database.transaction() as tx:
                org_id = await OrgStore(tx).create(name, now)
                await MemberStore(tx).put(org_id, who.id, "Admin", now)
        except UniqueViolation as error:
            raise OrgExists from error
        return org_id

    async def rename(self, org_id: int, name: str) -> None:
        """Rename an organization. Raises `OrgNameTaken`."""
        check_name(name, "An organization")
        try:
            async with self._database.transaction() as tx:
                await OrgStore(tx).rename(org_id, name, self._clock.now_ms())
        except UniqueViolation as error:
            raise OrgNameTaken from error
