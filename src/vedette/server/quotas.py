"""How many of a thing an organization may have, and has. Today alert rules alone are limited so."""

from typing import TypedDict

from vedette.access.guard import SERVER_ADMIN, needs
from vedette.alerting.rules.store import RuleStore
from vedette.db.database import Database
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


def routes(database: Database, people: People, most_rules: int | None) -> list[Route]:
    """`most_rules` of an organization; None for no limit."""
    limit = -1 if most_rules is None else most_rules

    async def rows(org_id: int) -> list[Quota]:
        async with database.reading() as tx:
            used = await RuleStore(tx).count(org_id)
        return [{"org_id": org_id, "target": "org_alert_rule", "limit": limit, "used": used}]

    async def own(call: Call) -> list[Quota]:
        return await rows(call.who.org_id)

    async def of_org(call: Call) -> list[Quota]:
        org_id, _ = await people.org(number(call, "id"))
        return await rows(org_id)

    return [
        Route(
            "GET",
            "/api/org/quotas",
            own,
            needs("org.users:read"),
            answer=list[Quota],
            summary="Limits of the organization, and what it has.",
        ),
        Route(
            "GET",
            "/api/orgs/:id/quotas",
            of_org,
            SERVER_ADMIN,
            answer=list[Quota],
            summary="Limits of an organization, and what it has.",
        ),
    ]
