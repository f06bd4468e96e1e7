"""The indexed labels of a server, cached for a minute."""

from vedette.sdk import Caller, Clock
from vedette_plugins.datasources.loki.client import LokiApi

_SECONDS = 60.0


class IndexedLabels:
    """Caches indexed labels, except for callers with a login of their own, who may see others."""

    def __init__(self, api: LokiApi, clock: Clock) -> None:
        self._api = api
        self._clock = clock
        self._known: frozenset[str] = frozenset()
        self._until = 0.0

    async def names(self, start_ns: int, end_ns: int, caller: Caller) -> frozenset[str]:
        """Return the names. Raises the errors of `LokiApi`."""
        if caller.forwarded_headers:
            return await self._api.label_names(start_ns, end_ns, caller)
        if not self._known or self._clock.monotonic() >= self._until:
            self._known = await self._api.label_names(start_ns, end_ns, caller)
            self._until = self._clock.monotonic() + _SECONDS
        return self._known
