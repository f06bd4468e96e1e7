"""Background services wait for the own database however long it takes, and hide no defect.

Time is that of the event loop, which skips what nobody works in: an outage of minutes takes
a second. PostgreSQL is a real one; only the errors are made up, as asyncpg raises them.
"""

import asyncio
import logging
import re
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from tests.fixtures.app import start

from vedette.app.build import App
from vedette.db.pool import DatabasePool
from vedette.db.settings import DatabaseSettings
from vedette.kernel.clock import SystemClock
from vedette.kernel.secret import Secret
from vedette.server.lifecycle import Service, ServiceFailed, Supervisor, run_until

VITAL = {"scheduler", "alert-routing", "alert-groups", "message-delivery"}
OTHERS = {
    "alert-configurations",
    "housekeeping",
    "instances",
    "periodic",
    "scheduler-maintenance",
    "watchdog",
}
QUIET = {"memory", "alerting-in-memory", "live", "dashboard-events", "provisioning"}
"""They use the database only where a browser or a file asks for it."""
ERRORS: list[Exception] = [
    ConnectionRefusedError(111, "refused"),
    ConnectionResetError(104, "reset"),
    TimeoutError(),
    socket.gaierror(-2, "unknown"),
    ssl.SSLError(1, "alert"),
    ssl.SSLCertVerificationError(1, "unknown authority"),
    asyncpg.CannotConnectNowError("the database system is starting up"),
    asyncpg.AdminShutdownError("terminating connection"),
    asyncpg.CrashShutdownError("terminating connection"),
    asyncpg.TooManyConnectionsError("sorry, too many clients already"),
    asyncpg.OutOfMemoryError("out of memory"),
    asyncpg.DiskFullError("no space left on device"),
    asyncpg.ReadOnlySQLTransactionError("cannot execute INSERT in a read-only transaction"),
    asyncpg.InvalidPasswordError("password authentication failed"),
    asyncpg.InvalidAuthorizationSpecificationError("no pg_hba.conf entry"),
    asyncpg.InvalidCatalogNameError("database does not exist"),
    asyncpg.ObjectNotInPrerequisiteStateError("not currently accepting connections"),
    asyncpg.InsufficientPrivilegeError("permission denied for table org"),
    asyncpg.UndefinedTableError('relation "org" does not exist'),
    asyncpg.InvalidCachedStatementError("cached plan must not change result type"),
    asyncpg.OutdatedSchemaCacheError("cached"),
    asyncpg.InvalidSQLStatementNameError("prepared statement does not exist"),
    asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
    asyncpg.InterfaceError("connection is closed"),
    asyncpg.InternalClientError("cannot switch to state"),
    asyncpg.ProtocolViolationError("server conn crashed?"),
    asyncpg.DeadlockDetectedError("deadlock detected"),
    asyncpg.SerializationError("could not serialize access"),
    asyncpg.QueryCanceledError("canceling statement"),
    asyncpg.InternalServerError("could not read block"),
    asyncpg.PostgresIOError("could not open file"),
]
_LONG, _SHORT = 600.0, 16.0
"""Seconds: more than any limit inside, and more than between two turns of any loop."""


class SkippingLoop(asyncio.SelectorEventLoop):
    """Skips the time until the next timer while `is_idle` says so."""

    ahead = 0.0
    is_idle: Callable[[], bool] = staticmethod(lambda: False)
    _ready: Any
    _scheduled: Any

    def time(self) -> float:
        return super().time() + self.ahead

    def _run_once(self) -> None:
        if not self._ready and self.is_idle():
            timers = [each.when() for each in self._scheduled if not each.cancelled()]
            self.ahead += max(0.0, min(timers, default=0.0) - self.time())
        super()._run_once()  # type: ignore[misc]


class LoopClock(SystemClock):
    def __init__(self, loop: SkippingLoop) -> None:
        self._loop = loop

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self._loop.ahead)

    def now_ms(self) -> int:
        return super().now_ms() + int(self._loop.ahead * 1000)

    def monotonic(self) -> float:
        return self._loop.time()


class Fault:
    """`error` is raised instead of any connection; `users` are tasks that got one."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        self.users: set[str] = set()
        self.lent = 0


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> Fault:
    fault = Fault()
    connection = DatabasePool.connection

    @asynccontextmanager
    async def failing(pool: DatabasePool, *args: Any) -> AsyncIterator[Any]:
        if fault.error is not None:
            raise type(fault.error)(*fault.error.args)
        fault.lent += 1
        try:
            async with connection(pool, *args) as lent:
                task = asyncio.current_task()
                fault.users.add(task.get_name() if task else "")
                yield lent
        finally:
            fault.lent -= 1

    monkeypatch.setattr(DatabasePool, "connection", failing)
    return fault


@pytest.fixture
def in_app(
    fault: Fault, migrated_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> Callable[[Callable[[App, LoopClock], Coroutine[Any, Any, None]]], None]:
    """Runs a coroutine beside an application whose services nobody has started."""
    server = request.getfixturevalue("postgres_server")

    def run(work: Callable[[App, LoopClock], Coroutine[Any, Any, None]]) -> None:
        async def inside() -> None:
            loop = asyncio.get_running_loop()
            assert isinstance(loop, SkippingLoop)
            clock = LoopClock(loop)
            settings = DatabaseSettings(type="postgres", url=Secret(migrated_url))
            watchdog = "cfg:unified_alerting.watchdog=true"
            async with AsyncExitStack() as stack:
                app = await start(stack, settings, tmp_path, watchdog, clock=clock)
                loop.is_idle = lambda: not fault.lent
                await work(app, clock)
                fault.error = None
                loop.is_idle = lambda: False

        with asyncio.Runner(loop_factory=SkippingLoop) as runner:
            runner.run(inside())

    yield run
    server.empty_tables(migrated_url)


def service(app: App, name: str) -> Service:
    return next(each for each in app.services if each.name == name)


def test_every_service_is_among_those_tested(in_app: Any) -> None:
    async def work(app: App, clock: LoopClock) -> None:
        assert {each.name for each in app.services} == VITAL | OTHERS | QUIET
        assert {each.name for each in app.services if each.vital} == VITAL

    in_app(work)


def test_no_outage_counts_as_a_crash_and_all_services_work_again(
    in_app: Any, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    """R-21, R-60: An outage of any kind and length is waited for by every service."""
    caplog.set_level(logging.INFO)

    async def work(app: App, clock: LoopClock) -> None:
        supervisor, stop = Supervisor(clock, lambda name: None), asyncio.Event()
        running = asyncio.create_task(run_until(stop, app.services, supervisor))
        await clock.sleep(_SHORT)
        for number, error in enumerate(ERRORS):
            fault.error = error
            await clock.sleep(_LONG if number == 0 else _SHORT)
            assert not running.done(), f"{error!r} ends the process"
        fault.error, fault.users = None, set()
        await clock.sleep(2 * _SHORT)
        assert (VITAL | OTHERS) - fault.users == set(), "they work again"
        assert not supervisor.failing()
        crashed = {name for name, state in supervisor.states.items() if state.crashes}
        assert not crashed, caplog.text
        stop.set()
        await running

    in_app(work)
    assert not [record for record in caplog.records if record.exc_info], caplog.text


def test_an_outage_is_logged_once_for_all_services(
    in_app: Any, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def work(app: App, clock: LoopClock) -> None:
        supervisor, stop = Supervisor(clock, lambda name: None), asyncio.Event()
        running = asyncio.create_task(run_until(stop, app.services, supervisor))
        await clock.sleep(10)
        caplog.clear()
        fault.error = ERRORS[0]
        await clock.sleep(300)
        fault.error = None
        await clock.sleep(20)
        stop.set()
        await running

    in_app(work)
    began, ended = [
        record.getMessage() for record in caplog.records if record.levelno >= logging.INFO
    ]
    assert began == (
        "The database is unavailable: it refuses connections."
        " Background work waits until it is available."
    )
    assert re.fullmatch(r"The database is available again after (29\d|300) s\.", ended), ended


@pytest.mark.parametrize("name", sorted(VITAL))
def test_a_defect_of_a_vital_service_ends_the_process(in_app: Any, fault: Fault, name: str) -> None:
    """R-60: What only a change of the code can mend is not waited for."""

    async def work(app: App, clock: LoopClock) -> None:
        supervisor = Supervisor(clock, lambda name: None)
        running = asyncio.create_task(run_until(asyncio.Event(), [service(app, name)], supervisor))
        await clock.sleep(10)
        assert not running.done()
        fault.error = RuntimeError("a defect")
        with pytest.raises(ServiceFailed, match=name):
            await asyncio.wait_for(running, 60)

    in_app(work)


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_a_defect_of_another_service_is_counted_and_it_goes_on_after_it(
    in_app: Any, fault: Fault, name: str
) -> None:
    async def work(app: App, clock: LoopClock) -> None:
        supervisor, stop = Supervisor(clock, lambda name: None), asyncio.Event()
        running = asyncio.create_task(run_until(stop, [service(app, name)], supervisor))
        await clock.sleep(10)
        fault.error = RuntimeError("a defect")
        await clock.sleep(300)
        assert not running.done()
        assert supervisor.states[name].restarts > 5
        fault.error, fault.users = None, set()
        await clock.sleep(60)
        assert (name in fault.users, supervisor.failing()) == (True, [])
        stop.set()
        await running

    in_app(work)
