"""A PostgreSQL source through the whole application, on both of its own databases."""

from typing import Any

import asyncpg
import pytest
from tests.fixtures.app import Client, Clients
from tests.fixtures.postgres import PostgresServer

SHOP = """
CREATE TABLE orders (at timestamptz, shop text, price numeric);
INSERT INTO orders VALUES ('2026-05-04 12:00:10Z', 'north', 1.5),
  ('2026-05-04 12:00:40Z', 'south', 2), ('2026-05-04 12:01:10Z', 'north', NULL);
"""
RANGE = {"from": "2026-05-04T12:00:00Z", "to": "2026-05-04T12:02:00Z"}


@pytest.fixture
async def shop(clients: Clients, postgres_server: PostgresServer) -> str:
    """The uid of a source over the database of a shop, as provisioning files describe one."""
    url = postgres_server.create_database()
    connection = await asyncpg.connect(url)
    await connection.execute(SHOP)
    await connection.close()
    body = {
        "name": "shop",
        "uid": "shop",
        "type": "grafana-postgresql-datasource",
        "access": "proxy",
        "url": f"127.0.0.1:{postgres_server.port}",
        "user": "vedette",
        "jsonData": {
            "database": url.rpartition("/")[2],
            "sslmode": "disable",
            "maxOpenConns": 5,
            "maxIdleConns": 2,
            "connMaxLifetime": 14400,
            "postgresVersion": 1500,
            "timescaledb": False,
        },
        "secureJsonData": {"password": "secret"},
    }
    reply = await clients.admin.post("/api/datasources", body)
    assert reply.status == 200, reply.body
    return "shop"


async def ask(client: Client, sql: str, **more: Any) -> Any:
    query = {"refId": "A", "datasource": {"type": "postgres", "uid": "shop"}, "rawSql": sql, **more}
    reply = await client.post("/api/ds/query", {**RANGE, "queries": [query]})
    return reply.status, reply.json()["results"]["A"]


async def test_a_table_has_the_shape_that_clients_know(clients: Clients, shop: str):
    sql = "SELECT at, shop, price FROM orders WHERE $__timeFilter(at) ORDER BY at"
    status, result = await ask(clients.viewer, sql, format="table")
    assert status == 200
    (frame,) = result["frames"]
    assert [
        (field["name"], field["type"], field["typeInfo"]) for field in frame["schema"]["fields"]
    ] == [
        ("at", "time", {"frame": "time.Time", "nullable": True}),
        ("shop", "string", {"frame": "string", "nullable": True}),
        ("price", "number", {"frame": "float64", "nullable": True}),
    ]
    assert frame["data"]["values"] == [
        [1777896010000, 1777896040000, 1777896070000],
        ["north", "south", "north"],
        [1.5, 2.0, None],
    ]
    executed = frame["schema"]["meta"]["executedQueryString"]
    assert "at BETWEEN '2026-05-04T12:00:00Z' AND '2026-05-04T12:02:00Z'" in executed


async def test_a_time_series_has_a_field_for_each_metric(clients: Clients, shop: str):
    sql = "SELECT $__timeGroupAlias(at, '1m', 0), shop AS metric, count(*) FROM orders"
    sql += " GROUP BY 1, 2 ORDER BY 1"
    status, result = await ask(clients.viewer, sql, format="time_series")
    assert status == 200
    (frame,) = result["frames"]
    assert [field["name"] for field in frame["schema"]["fields"]] == ["Time", "north", "south"]
    start = 1777896000000
    assert frame["data"]["values"] == [
        [start, start + 60_000, start + 120_000],
        [1, 1, 0],
        [1, 0, 0],
    ]


async def test_a_query_that_fails_is_400_with_the_servers_own_message(clients: Clients, shop: str):
    status, result = await ask(clients.viewer, "SELECT * FORM orders")
    assert (status, result["status"], result["errorSource"]) == (400, 400, "downstream")
    assert 'syntax error at or near "FORM"' in result["error"]


async def test_health_and_completion_are_answered(clients: Clients, shop: str):
    reply = await clients.admin.get(f"/api/datasources/uid/{shop}/health")
    assert (reply.status, reply.json()["status"]) == (200, "OK")
    assert "superuser" in reply.json()["message"]
    reply = await clients.viewer.get(f"/api/datasources/uid/{shop}/resources/tables")
    assert reply.json() == ["orders"]
    reply = await clients.viewer.get(
        f"/api/datasources/uid/{shop}/resources/columns", table="orders"
    )
    assert reply.json()[0] == {"name": "at", "type": "timestamp with time zone"}


async def test_the_password_is_never_told(clients: Clients, shop: str):
    reply = await clients.admin.get(f"/api/datasources/uid/{shop}")
    assert b"secret" not in reply.body.replace(b"secureJson", b"")
    assert reply.json()["secureJsonFields"] == {"password": True}
