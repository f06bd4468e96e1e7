"""One interface over both databases: transactions, named parameters, rows by column name.

Statements keep to the subset that SQLite and PostgreSQL share. Parameters are written `:name`.
Times are BIGINT milliseconds, documents are TEXT.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal, Protocol, TypeAlias

from vedette.kernel.secret import Secret
from vedette.telemetry.availability import Availability

Dialect: TypeAlias = Literal["sqlite", "postgres"]
Params: TypeAlias = Mapping[str, object]
NO_PARAMS: Params = {}


class Row(Protocol):
    def __getitem__(self, column: str, /) -> Any: ...


class Tx(Protocol):
    """Statements of one transaction, or of one reading block."""

    dialect: Dialect

    async def execute(self, sql: str, params: Params = NO_PARAMS) -> int:
        """Number of rows changed. Raises `UniqueViolation` or `DatabaseUnavailable`."""
        ...

    async def one(self, sql: str, params: Params = NO_PARAMS) -> Row | None: ...

    async def all(self, sql: str, params: Params = NO_PARAMS) -> Sequence[Row]: ...

    async def value(self, sql: str, params: Params = NO_PARAMS) -> Any:
        """First column of the first row, or None."""
        ...

    async def many(self, sql: str, rows: Sequence[Params]) -> None: ...

    async def lock(self, name: str) -> None:
        """Waits until no other transaction of any instance holds `name`; held until the end."""
        ...

    def after_commit(self, callback: Callable[[], None]) -> None: ...


class Database(Protocol):
    @property
    def dialect(self) -> Dialect: ...

    @property
    def availability(self) -> Availability: ...

    def transaction(self) -> AbstractAsyncContextManager[Tx]:
        """Commits when the block ends, rolls back when it raises. No network call inside."""
        ...

    def reading(self, *, is_urgent: bool = False) -> AbstractAsyncContextManager[Tx]:
        """Single reads: each statement sees what was committed before it.

        An urgent one is the first to get a connection.
        """
        ...

    def statement(self, *, is_urgent: bool = False) -> AbstractAsyncContextManager[Tx]:
        """For one statement that changes something, and commits by itself.

        Where the database is far away, a transaction would take three times as long. An urgent one
        is the first to get a connection.
        """
        ...

    def statistics(self) -> Mapping[str, int]:
        """Connections by state: `open`, `idle`, `max`."""
        ...

    def share_with(self, instances: int) -> None:
        """Adapts the bound on connections to the number of live instances, this one included."""
        ...

    def use_password(self, password: Secret) -> None:
        """For connections that are opened from now on, unless `[database] url` holds one."""
        ...

    async def aclose(self) -> None: ...
