"""Background services: coroutines that run until they are cancelled, restarted in the open.

A crash restarts a service with a growing pause and shows in `/api/health`; a vital one that
crashes five times within a minute ends the process, so that nothing is dead behind a good face.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from vedette.kernel.clock import Clock
from vedette.kernel.errors import VedetteError

log = logging.getLogger("vedette.server")
_GIVE_UP_CRASHES, _GIVE_UP_SECONDS = 5, 60.0
_LONGEST_PAUSE = 10.0


class Service(msgspec.Struct, frozen=True):
    """A named coroutine that runs until cancelled: the whole interface of a background service."""

    name: str
    run: Callable[[], Awaitable[None]]
    vital: bool = True


class ServiceState(msgspec.Struct):
    is_running: bool = False
    restarts: int = 0
    last_error: str = ""
    crashes: deque[float] = msgspec.field(default_factory=lambda: deque(maxlen=_GIVE_UP_CRASHES))


class ServiceFailed(VedetteError):
    """A vital service crashed again and again."""

    code, status = "server.service_failed", 500


class Supervisor:
    """`on_restart` counts restarts by service name."""

    def __init__(self, clock: Clock, on_restart: Callable[[str], None]) -> None:
        self._clock = clock
        self._on_restart = on_restart
        self.states: dict[str, ServiceState] = {}

    def failing(self) -> list[str]:
        """Names of services that are not running now."""
        return [name for name, state in self.states.items() if not state.is_running]

    async def supervise(self, service: Service) -> None:
        """Returns only where the service ends by itself. Raises `ServiceFailed`."""
        state = self.states.setdefault(service.name, ServiceState())
        pause = 0.1
        while True:
            started = self._clock.monotonic()
            state.is_running = True
            try:
                await service.run()
            except Exception as error:
                state.is_running = False
                state.last_error = type(error).__name__
                log.exception("The service %s crashed and is started again.", service.name)
            else:
                return
            if self._clock.monotonic() - started > _GIVE_UP_SECONDS:
                pause = 0.1
            self._count_crash(service, state)
            await self._clock.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
            state.restarts += 1
            self._on_restart(service.name)

    def _count_crash(self, service: Service, state: ServiceState) -> None:
        now = self._clock.monotonic()
        state.crashes.append(now)
        too_often = len(state.crashes) == _GIVE_UP_CRASHES
        if service.vital and too_often and now - state.crashes[0] < _GIVE_UP_SECONDS:
            raise ServiceFailed(f"The service {service.name} crashed {_GIVE_UP_CRASHES} times.")


async def run_until(stop: asyncio.Event, services: list[Service], supervisor: Supervisor) -> None:
    """Runs the services until `stop` is set or a vital one failed, then cancels them."""
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
