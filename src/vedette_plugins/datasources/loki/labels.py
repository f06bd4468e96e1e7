"""Which labels are indexed: asked of the server, and remembered for a minute."""

from vedette.sdk import Caller, Clock
from vedette_plugins.datasources.loki.client import LokiApi

_SECONDS = 60.0


class IndexedLabels:
    """Callers who log in as themselves may see other labels, so nothing is remembered for them."""

    def __init__(self, api: LokiApi, clock: Clock) -> None:
        self._api = api
        self._clock = clock
        self._known: frozenset[str] = frozenset()
        self._until = 0.0

    async def names(self, start_ns: int, end_ns: int, caller: Caller) -> frozenset[str]:
        """Raises the errors of `LokiApi`."""
        if caller.forwarded_headers:
            return await self._api.label_names(start_ns, end_ns, caller)
        if not self._known or self._clock.monotonic() >= self._until:
            self._known = await self._api.label_names(start_ns, end_ns, caller)
            self._until = self._clock.monotonic() + _SECONDS
        return self._known
