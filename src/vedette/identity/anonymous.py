"""Anonymous visitors: their organization and their role."""

import logging

from vedette.db.database import Database
from vedette.identity.store.orgs import OrgStore
from vedette.kernel.clock import Clock
from vedette.kernel.principal import Principal

log = logging.getLogger("vedette.identity")
_REMEMBER_SECONDS = 5.0


class Anonymous:
    """Creates the principal of anonymous visitors. If the organization does not exist, visitors are
    refused rather than admitted to another one."""

    def __init__(self, database: Database, clock: Clock, *, role: str, org_name: str) -> None:
        """`role` is empty if visitors are refused."""
        self._database = database
        self._clock = clock
        self._role = role
        self._org_name = org_name
        self._found: Principal | None = None
        self._until = float("-inf")
        self._is_reported = False

    async def principal(self) -> Principal | None:
        if self._role and self._until < self._clock.monotonic():
            self._found = await self._find()
            self._until = self._clock.monotonic() + _REMEMBER_SECONDS
        return self._found

    async def _find(self) -> Principal | None:
        async with self._database.reading() as tx:
            org_id = await OrgStore(tx).by_name(self._org_name)
        if org_id is None:
            if not self._is_reported:
                log.warning(
                    "[auth.anonymous] org_name: no organization is named %r. Anonymous "
                    "visitors are refused.",
                    self._org_name,
                )
            self._is_reported = True
            return None
        self._is_reported = False
        return Principal("anonymous", 0, org_id, self._role, name="Anonymous")
