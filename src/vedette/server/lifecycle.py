"""Background services: coroutines that run until they are cancelled.

A failed service is restarted with a growing delay and is listed in `/api/health`. If a vital
service fails five times within a minute, the process ends. An outage of the server's own database
does not count as a failure: services are restarted until it is over. `Availability` logs the outage
once for all services.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError

log = logging.getLogger("vedette.server")
_GIVE_UP_CRASHES, _GIVE_UP_SECONDS = 5, 60.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0
_LONGEST_OUTAGE_PAUSE = 2.0


class Service(msgspec.Struct, frozen=True):
    """A named coroutine that runs until it is cancelled."""

    name: str
    run: Callable[[], Awaitable[None]]
    vital: bool = True


class ServiceState(msgspec.Struct):
    is_running: bool = False
    restarts: int = 0
    last_error: str = ""
    crashes: deque[float] = msgspec.field(default_factory=lambda: deque(maxlen=_GIVE_UP_CRASHES))


class ServiceFailed(VedetteError):
    """A vital service failed repeatedly."""

    code, status = "server.service_failed", 500


class Supervisor:
    """Runs services and restarts failed ones. `on_restart` counts restarts by service name."""

    def __init__(self, clock: Clock, on_restart: Callable[[str], None]) -> None:
        self._clock = clock
        self._on_restart = on_restart
        self.states: dict[str, ServiceState] = {}

    def failing(self) -> list[str]:
        """Return the names of services that are not running."""
        return [name for name, state in self.states.items() if not state.is_running]

    async def supervise(self, service: Service) -> None:
        """Run a service. Returns only if the service returns. Raises `ServiceFailed`."""
        state = self.states.setdefault(service.name, ServiceState())
        pause = _FIRST_PAUSE
        while True:
            started = self._clock.monotonic()
            state.is_running = True
            try:
                await service.run()
            except DatabaseUnavailable as error:
                log.debug('Service "%s" is waiting: %s', service.name, error.public)
                longest = _LONGEST_OUTAGE_PAUSE
            except (Exception, asyncio.CancelledError) as error:
                if _is_cancelled(error):
                    raise
                log.exception('Service "%s" failed and will be restarted.', service.name)
                self._count_crash(service, state, error)
                longest = _LONGEST_PAUSE
            else:
                return
            finally:
                state.is_running = False
            if self._clock.monotonic() - started > _GIVE_UP_SECONDS:
                pause = _FIRST_PAUSE
            await self._clock.sleep(min(pause, longest))
            pause = min(pause * 2, longest)

    def _count_crash(self, service: Service, state: ServiceState, error: BaseException) -> None:
        now = self._clock.monotonic()
        state.last_error = type(error).__name__
        state.crashes.append(now)
        too_often = len(state.crashes) == _GIVE_UP_CRASHES
        if service.vital and too_often and now - state.crashes[0] < _GIVE_UP_SECONDS:
            raise ServiceFailed(
                f'Service "{service.name}" failed {_GIVE_UP_CRASHES} times in a row; shutting down.'
            )
        state.restarts += 1
        self._on_restart(service.name)


def _is_cancelled(error: BaseException) -> bool:
    """Return whether this task is cancelled. A `CancelledError` of another task is a failure."""
    task = asyncio.current_task()
    is_asked_for = task is not None and task.cancelling() > 0
    return isinstance(error, asyncio.CancelledError) and is_asked_for


async def run_until(stop: asyncio.Event, services: list[Service], supervisor: Supervisor) -> None:
    """Run the services until `stop` is set or a vital one fails, then cancel them."""
    stopped = asyncio.create_task(stop.wait(), name="stop")
    tasks = [
        asyncio.create_task(supervisor.supervise(service), name=service.name)
        for service in services
    ]
    try:
        waiting = {stopped, *tasks}
        while not stopped.done():
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done - {stopped}:
                task.result()
    finally:
        for task in (stopped, *tasks):
            task.cancel()
        await asyncio.gather(stopped, *tasks, return_exceptions=True)
