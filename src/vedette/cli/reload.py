"""SIGHUP: reads the configuration again and applies changes that need no restart."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from vedette.app.build import App
from vedette.db.settings import DatabaseSettings
from vedette.kernel.errors import VedetteError
from vedette.server.listen import Listener, tls_context
from vedette.server.sections.process import ServerSettings
from vedette.settings import Settings
from vedette.settings.changes import changed_settings
from vedette.telemetry import logs
from vedette.telemetry.settings import LogSettings

log = logging.getLogger("vedette.server")


class Reloader:
    """Applies log levels, the certificate, the database password and provisioning files."""

    def __init__(
        self, app: App, listener: Listener, settings: Settings, read: Callable[[], Settings]
    ) -> None:
        """`settings` are the settings of the start. `read` raises `VedetteError`."""
        self._app = app
        self._listener = listener
        self._started_with = settings
        self._applied = settings
        self._read = read
        self._asked = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def ask(self) -> None:
        """Request a reload from a signal handler. Requests before its start are combined."""
        with suppress(RuntimeError):  # The loop has ended, and the process is about to exit.
            self._loop.call_soon_threadsafe(self._asked.set)

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            await self._asked.wait()
            self._asked.clear()
            try:
                await self._reload()
            except Exception:
                log.exception("The reload failed. Settings are unchanged.")

    async def _reload(self) -> None:
        log.info("Reloading the configuration on SIGHUP.")
        try:
            new = await asyncio.to_thread(self._read)
            logs.check_levels(new[LogSettings])
            certificate = await asyncio.to_thread(tls_context, self._server_settings(new))
        except VedetteError as error:
            log.error(
                "The configuration was not reloaded. Settings are unchanged: %s", error.public
            )
        else:
            self._apply(new)
            self._listener.use_certificate(certificate)
        await self._app.provisioning.reload_all()
        log.info("Provisioning files were reloaded.")

    def _apply(self, new: Settings) -> None:
        for warning in new.warnings:
            log.warning(warning)
        live = [each for each in changed_settings(self._applied, new) if each.live]
        waiting = [each for each in changed_settings(self._started_with, new) if not each.live]
        self._applied = new
        logs.set_levels(new[LogSettings])
        self._app.database.use_password(new[DatabaseSettings].password)
        if live:
            log.info("Applied changed settings: %s.", ", ".join(map(str, live)))
        if waiting:
            log.warning(
                "Changed settings that take effect after a restart: %s.",
                ", ".join(map(str, waiting)),
            )

    def _server_settings(self, new: Settings) -> ServerSettings:
        """Return the new certificate settings with the protocol of the running listener."""
        server = new[ServerSettings]
        values = {name: getattr(server, name) for name in server.declared}
        return ServerSettings(**values | {"protocol": self._started_with[ServerSettings].protocol})
