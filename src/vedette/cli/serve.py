"""`vedette serve`: opens all parts, serves until a signal, and closes in reverse order."""

import asyncio
import gc
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import uvloop

from vedette.app.build import App, build
from vedette.app.checks import check_settings
from vedette.cli.config import file_of, read
from vedette.cli.reload import Reloader
from vedette.cli.signals import Hangups
from vedette.db.instance_lock import sole_instance
from vedette.db.settings import DatabaseSettings
from vedette.server.lifecycle import Service, run_until
from vedette.server.listen import Listener
from vedette.server.sections.process import PathsSettings, ServerSettings
from vedette.settings import Settings
from vedette.telemetry import logs
from vedette.telemetry.settings import (
    LogConsoleSettings,
    LogFileSettings,
    LogSettings,
    LogSyslogSettings,
)

_SWITCH_SECONDS = 0.001
"""How long a thread can run Python code while the event loop waits. The loop waits several times in
each request; at the default of 5 ms, long work in a thread would delay all other requests."""
_SERVICES_AFTER_SECONDS, _WARM_AFTER_SECONDS = 0.1, 0.3
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
"""Numbers of mallopt(3), from malloc.h."""


def serve(config: str | None, overrides: Sequence[str], hangups: Hangups) -> int:
    _bound_freed_memory()
    settings = read(config, overrides)
    check_settings(settings)
    logs.configure(
        settings[LogSettings],
        settings[LogConsoleSettings],
        settings[LogFileSettings],
        settings[LogSyslogSettings],
        Path(settings[PathsSettings].logs),
    )
    if file := file_of(config):
        logs.logger.info("Read the configuration from %s.", file)
    data = Path(settings[PathsSettings].data)
    try:
        with sole_instance(settings[DatabaseSettings], data):
            sys.setswitchinterval(_SWITCH_SECONDS)
            uvloop.run(_serve(settings, lambda: read(config, overrides), hangups))
    finally:
        hangups.ignore()
    return 0


async def _serve(settings: Settings, read_again: Callable[[], Settings], hangups: Hangups) -> None:
    for warning in settings.warnings:
        logs.logger.warning(warning)
    async with build(settings) as app:
        listener = Listener(app.application, settings[ServerSettings], app.own_ports)
        _announce(app, listener)
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        reloader = Reloader(app, listener, settings, read_again)
        reloading = asyncio.create_task(reloader.run())
        hangups.listen(reloader.ask)
        serving = Service("http", listener.run)
        listening = asyncio.create_task(app.supervisor.supervise(serving))
        working = asyncio.create_task(_work(app, stop))
        warming = asyncio.create_task(_warm(app, stop))
        await asyncio.wait({working, listening}, return_when=asyncio.FIRST_COMPLETED)
        app.health.drain()
        hangups.ignore()
        reloading.cancel()
        stop.set()
        listener.stop()
        await asyncio.gather(working, listening, warming)


async def _work(app: App, stop: asyncio.Event) -> None:
    """Run the services. They start a moment later, so that the first requests are served first."""
    if not await _set_within(_SERVICES_AFTER_SECONDS, stop):
        await app.load()
        await run_until(stop, app.services, app.supervisor)


async def _set_within(seconds: float, event: asyncio.Event) -> bool:
    try:
        return await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False


async def _warm(app: App, stop: asyncio.Event) -> None:
    """Load what the first query needs, then exclude all existing objects from garbage
    collection."""
    if await _set_within(_WARM_AFTER_SECONDS, stop):
        return
    try:
        await app.load()
        await asyncio.to_thread(app.sources.warm)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def _bound_freed_memory() -> None:
    """Make glibc keep the memory of a large response for the next one, in a single arena.

    Returning it immediately and faulting it in again costs a sixth of the time of such a query.
    `malloc_trim` does not return the end of other arenas, which threads get when they start: up to
    64 MiB of each would stay. Other C libraries have no such settings.
    """
    import ctypes

    with suppress(AttributeError, OSError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_M_TRIM_THRESHOLD, 64 * 1024 * 1024)
        mallopt(_M_MMAP_THRESHOLD, 16 * 1024 * 1024)
        mallopt(_M_ARENA_MAX, 1)


def _announce(app: App, listener: Listener) -> None:
    """Print the address and the first password. They are for the user at the terminal, not the
    log."""
    print(f"Vedette listens on {listener.address}", flush=True)
    admin = app.first_admin
    if admin is not None and admin.generated_password:
        print(
            f"First start: sign in as {admin.login} with the password {admin.generated_password}\n"
            "The password is shown only once. Change it when you sign in.",
            flush=True,
        )
