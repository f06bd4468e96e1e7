"""Every change that loses against other work of the database can be repeated by its client."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from tests.api.bodies.documented import BODIES
from tests.api.bodies.notation import numbered, plain
from tests.api.bodies.test_bodies import filled, prepared
from tests.fixtures.app import Clients

from vedette.db.settings import DatabaseSettings
from vedette.db.sqlite import connect

_OPEN = {"x-disable-provenance": "true"}
_CONFLICT = """
CREATE OR REPLACE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'in conflict' USING ERRCODE = '{code}'; END $$;
DO $$ DECLARE one text; BEGIN
  FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('CREATE TRIGGER conflict BEFORE INSERT OR UPDATE OR DELETE ON %I'
      ' FOR EACH STATEMENT EXECUTE FUNCTION conflict()', one);
  END LOOP;
END $$
"""
_CODES = ("40001", "40P01", "55P03", "57014")
"""Serialization failure, deadlock, lock timeout and statement timeout."""


_DELETED = (
    "/api/admin/users/{user}",
    "/api/serviceaccounts/{account}",
    "/api/dashboards/uid/{dashboard}",
    "/api/folders/{other folder}",
    "/api/library-elements/{element}",
    "/api/datasources/uid/{changed source}",
    "/api/datasources/uid/{source}/correlations/{correlation}",
    "/api/query-history/{past query}",
    "/api/saved-queries/{saved query}",
    "/api/v1/provisioning/contact-points/{integration}",
    "/api/v1/provisioning/mute-timings/{timing}",
    "/api/v1/provisioning/alert-rules/{rule}",
)
_WITHOUT_WRITES = {
    "POST /api/dashboards/calculate-diff",
    "POST /api/dashboards/validate",
    "POST /api/folders/:uid/permissions",
    "POST /api/dashboards/uid/:uid/permissions",
    "POST /api/dashboards/id/:id/permissions",
    "POST /api/ds/query",
    "POST /api/frontend-metrics",
    "POST /api/ruler/grafana/api/v1/rules/:folder/:group",
    "POST /api/v1/eval",
    "POST /api/v1/rule/test/grafana",
    "POST /api/v1/alerting/rules/preview",
    "POST /api/v1/alerting/rules/backtest",
    "POST /api/v1/alerting/contact-points/test",
    "POST /api/alertmanager/grafana/config/api/v1/receivers/test",
    "POST /api/alertmanager/grafana/config/api/v1/templates/test",
    "POST /api/v1/alerting/policies/explain",
}


@asynccontextmanager
async def in_conflict(
    clients: Clients, settings: DatabaseSettings, code: str
) -> AsyncIterator[None]:
    """Whatever writes loses: by triggers of PostgreSQL, or because the file is locked."""
    if settings.is_embedded:
        database = clients.viewer.app.database.inner
        database._writer.execute("PRAGMA busy_timeout=1")  # type: ignore[attr-defined]
        other = connect(database._path)  # type: ignore[attr-defined]
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.rollback()
            other.close()
        return
    connection = await asyncpg.connect(settings.url.reveal())
    try:
        await connection.execute(_CONFLICT.format(code=code))
        yield
    finally:
        await connection.execute("DROP FUNCTION IF EXISTS conflict() CASCADE")
        await connection.close()


@pytest.mark.parametrize("code", _CODES)
async def test_a_change_that_loses_against_other_work_answers_503(
    unlimited: Clients, database_settings: DatabaseSettings, code: str
) -> None:
    """R-25: Every route that writes answers a conflict with 503 and Retry-After, never with 500."""
    admin = unlimited.server_admin
    made = await prepared(admin)
    writes: list[tuple[str, str, Any, bool]] = [
        (key, filled(sent.path or key.partition(" ")[2], made), sent.body, sent.is_refused)
        for key, sent in BODIES.items()
    ]
    writes += [(f"DELETE {path}", filled(path, made), None, False) for path in _DELETED]
    wrong = []
    async with in_conflict(unlimited, database_settings, code):
        for key, path, body, is_refused in writes:
            sent = None if body is None else filled(plain(numbered(body, 1)), made)
            reply = await admin.send(key.split()[0], path, sent, headers=_OPEN)
            is_conflict = reply.status == 503 and reply.headers["retry-after"] == "5"
            is_allowed = key in _WITHOUT_WRITES or is_refused
            if not is_conflict and not (is_allowed and reply.status < 500):
                wrong.append(f"{key}: {reply.status} {reply.body[:120]!r}")
    assert not wrong, "\n".join(wrong)
    assert (await admin.delete("/api/folders/others")).status == 200, "the next attempt succeeds"
