"""How many of a thing an organization may have, and has. Today alert rules alone are limited so."""

from typing import TypedDict

from vedette.access.guard import SERVER_ADMIN, needs
from vedette.db.database import Database
from vedette.db.totals import totals_of_org
from vedette.identity.api.user import number
from vedette.identity.service.people import People
from vedette.web.call import Call
from vedette.web.routes import Route


class Quota(TypedDict):
    """`limit` is -1 where there is none."""

    org_id: int
    target: str
    limit: int
    used: int


class QuotasApi:
    """`most_rules` of an organization; None for no limit."""

    def __init__(self, database: Database, people: People, most_rules: int | None) -> None:
        self._database = database
        self._people = people
        self._limits = {} if most_rules is None else {"alert_rule": most_rules}

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/org/quotas",
                self.own,
                needs("dashboards:read"),
                answer=list[Quota],
                summary="Limits of the organization, and what it has.",
            ),
            Route(
                "GET",
                "/api/orgs/:id/quotas",
                self.of_org,
                SERVER_ADMIN,
                answer=list[Quota],
                summary="Limits of an organization, and what it has.",
            ),
        ]

    async def _rows(self, org_id: int) -> list[Quota]:
        return [
            {
                "org_id": org_id,
                "target": target,
                "limit": self._limits.get(target, -1),
                "used": used,
            }
            for target, used in (await totals_of_org(self._database, org_id)).items()
        ]

    async def own(self, call: Call) -> list[Quota]:
        return await self._rows(call.who.org_id)

    async def of_org(self, call: Call) -> list[Quota]:
        org_id, _ = await self._people.org(number(call, "id"))
        return await self._rows(org_id)
