"""The number of connections of an instance if `max_open_conn` is 0."""

from typing import Any

LARGEST = 100
"""The upper bound for one instance, which is one process with one event loop."""
_FEWEST = 3
"""The lower bound: fewer leave no shares for requests and background work."""
REPLICAS = 10
"""The assumed number of instances until the live ones are known."""
_SPARE = 10
"""The divisor of the connections left for backups, `psql` and other programs: 1/10."""
_LEAST_SPARE = 3

_ALLOWED = """
SELECT coalesce(current_setting('max_connections', true)::int, 100)
    - coalesce(current_setting('superuser_reserved_connections', true)::int, 0)
    - coalesce(current_setting('reserved_connections', true)::int, 0) AS server,
    (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS role,
    (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database
"""


async def allowed_connections(connection: Any) -> int:
    """Return how many connections the server allows this user and database in total.

    See `max_connections`, `superuser_reserved_connections` and `reserved_connections` of
    PostgreSQL, and `CONNECTION LIMIT` of its roles and databases, where -1 means no limit.
    """
    row = await connection.fetchrow(_ALLOWED)
    limits: list[int] = [limit for limit in row.values() if limit is not None and limit >= 0]
    return min(limits)


def connections_for(allowed: int, instances: int) -> int:
    """Return the share of one instance, with room for one more instance, as in a rolling update.

    If the server allows too few, the lower bound applies and instances wait for connections of each
    other.
    """
    spare = max(_LEAST_SPARE, allowed // _SPARE)
    return max(_FEWEST, min(LARGEST, (allowed - spare) // (instances + 1)))
