"""One interface over both databases: transactions, named parameters, rows by column name.

Statements use the subset that SQLite and PostgreSQL share. Parameters are written `:name`. Times
are BIGINT milliseconds, documents are TEXT.
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
    """The statements of a transaction or of a reading block."""

    dialect: Dialect

    async def execute(self, sql: str, params: Params = NO_PARAMS) -> int:
        """Return the number of changed rows. Raises `UniqueViolation` or `DatabaseUnavailable`."""
        ...

    async def one(self, sql: str, params: Params = NO_PARAMS) -> Row | None: ...

    async def all(self, sql: str, params: Params = NO_PARAMS) -> Sequence[Row]: ...

    async def value(self, sql: str, params: Params = NO_PARAMS) -> Any:
        """Return the first column of the first row, or None."""
        ...

    async def many(self, sql: str, rows: Sequence[Params]) -> None: ...

    async def lock(self, name: str) -> None:
        """Wait until no other transaction of any instance holds the lock `name`.

        The lock is held until the transaction ends.
        """
        ...

    def after_commit(self, callback: Callable[[], None]) -> None: ...


class Database(Protocol):
    @property
    def dialect(self) -> Dialect: ...

    @property
    def availability(self) -> Availability: ...

    def transaction(self) -> AbstractAsyncContextManager[Tx]:
        """Commit when the block ends and roll back if it raises. No network calls inside."""
        ...

    def reading(self, *, is_urgent: bool = False) -> AbstractAsyncContextManager[Tx]:
        """Run single reads: each statement sees what was committed before it.

        Urgent reads get a connection first.
        """
        ...

    def statement(self, *, is_urgent: bool = False) -> AbstractAsyncContextManager[Tx]:
        """Run one statement that changes data and commits by itself.

        A transaction would take three round trips. Urgent statements get a connection first.
        """
        ...

    def statistics(self) -> Mapping[str, int]:
        """Return the number of connections by state: `open`, `idle`, `max`."""
        ...

    def share_with(self, instances: int) -> None:
        """Adapt the maximum number of connections to the live instances, including this one."""
        ...

    def use_password(self, password: Secret) -> None:
        """Use the password for new connections, unless `[database] url` holds one."""
        ...

    async def aclose(self) -> None: ...
