"""API for the quotas of an organization. Only alert rules are limited."""

from typing import TypedDict

from vedette.access.guard import SERVER_ADMIN, needs
from vedette.db.database import Database
from vedette.db.totals import totals_of_org
from vedette.identity.api.user import number
from vedette.identity.service.organizations import Organizations
from vedette.web.call import Call
from vedette.web.routes import Route


class Quota(TypedDict):
    """A limit and its usage. `limit` is -1 if there is no limit."""

    org_id: int
    target: str
    limit: int
    used: int


class QuotasApi:
    """`most_rules` is the limit of an organization's alert rules, or None."""

    def __init__(self, database: Database, orgs: Organizations, most_rules: int | None) -> None:
        self._database = database
        self._orgs = orgs
        self._limits = {} if most_rules is None else {"alert_rule": most_rules}

    def routes(self) -> list[Route]:
        return [
            Route(
                "GET",
                "/api/org/quotas",
                self.own,
                needs("dashboards:read"),
                answer=list[Quota],
                summary="Return the quotas of the current organization.",
            ),
            Route(
                "GET",
                "/api/orgs/:id/quotas",
                self.of_org,
                SERVER_ADMIN,
                answer=list[Quota],
                summary="Return the quotas of an organization.",
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
        org_id, _ = await self._orgs.get(number(call, "id"))
        return await self._rows(org_id)
