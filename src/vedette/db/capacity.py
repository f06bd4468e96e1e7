"""How many connections an instance may open where `max_open_conn` leaves that to the server."""

from typing import Any

LARGEST = 100
"""Connections of one instance at most: it is one process with one loop."""
_FEWEST = 3
"""Fewer have no shares for requests and for background work."""
REPLICAS = 10
"""Instances that fit at a start, when it is not known yet how many there are."""
_SPARE = 10
"""Part of the server's connections that is left for backups, `psql` and other programs: 1/10."""
_LEAST_SPARE = 3

_ALLOWED = """
SELECT coalesce(current_setting('max_connections', true)::int, 100)
    - coalesce(current_setting('superuser_reserved_connections', true)::int, 0)
    - coalesce(current_setting('reserved_connections', true)::int, 0) AS server,
    (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS role,
    (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database
"""


async def allowed_connections(connection: Any) -> int:
    """Return how many connections the server has for this user and database, others' included.

    See `max_connections`, `superuser_reserved_connections` and `reserved_connections` of
    PostgreSQL, and `CONNECTION LIMIT` of its roles and databases, where -1 means no limit.
    """
    row = await connection.fetchrow(_ALLOWED)
    limits: list[int] = [limit for limit in row.values() if limit is not None and limit >= 0]
    return min(limits)


def connections_for(allowed: int, instances: int) -> int:
    """Return the share of one instance, with room for one more to join, as in a rolling update.

    Where a small server has too few for that, instances wait for connections of each other.
    """
    spare = max(_LEAST_SPARE, allowed // _SPARE)
    return max(_FEWEST, min(LARGEST, (allowed - spare) // (instances + 1)))
