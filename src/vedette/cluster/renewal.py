"""Renews the leases of long work while it runs."""

from collections.abc import Callable
from math import inf

import msgspec

from vedette.cluster.claims import Claim, Claims
from vedette.cluster.loop import run_loop
from vedette.cluster.pulse import Pulse
from vedette.kernel.clock import Clock

_LOOKS_A_LEASE = 6


class Held(msgspec.Struct, eq=False):
    """Running work. `until` is the end of its lease, in monotonic time: nothing may begin
    afterwards."""

    claim: Claim
    until: float
    is_settling: bool = False
    """Whether its results are being written; the database then decides whether they count."""


class Renewal:
    """Renews leases. `on_lost` gets work that another instance took over before its results are
    written."""

    def __init__(
        self, claims: Claims, clock: Clock, on_lost: Callable[[Held], None] = lambda held: None
    ) -> None:
        self._claims = claims
        self._clock = clock
        self._on_lost = on_lost
        self._held: set[Held] = set()

    def hold(self, claim: Claim) -> Held:
        held = Held(claim, claim.until)
        self._held.add(held)
        return held

    def drop(self, held: Held) -> None:
        """Stop renewing work that is settled or cancelled."""
        self._held.discard(held)

    async def run(self) -> None:
        # No supervisor restarts this loop, so it must survive every defect.
        pulse = Pulse("renewal of leases", self._clock, limit=inf)
        await run_loop(pulse.name, self._clock, self._iterate, pulse=pulse)

    async def _iterate(self) -> float:
        await self.renew_due()
        return self._claims.lease.total_seconds() / _LOOKS_A_LEASE

    async def renew_due(self) -> None:
        """Renew the leases that are no longer fresh. Raises `DatabaseUnavailable`."""
        lease = self._claims.lease.total_seconds()
        fresh = self._clock.monotonic() + lease * (1 - 1 / _LOOKS_A_LEASE)
        aging = [each for each in self._held if each.until < fresh]
        if not aging:
            return
        renewed = await self._claims.renew([each.claim for each in aging])
        for each in aging:
            each.until = renewed.get(each.claim.key, each.until)
        left = [each for each in aging if each.claim.key not in renewed and self._is_open(each)]
        if not left:
            return
        # A lock on the row prevents its renewal without taking it over.
        kept = await self._claims.still_held([each.claim for each in left])
        for each in left:
            if each.claim.key not in kept and self._is_open(each):
                each.until = 0.0
                self._on_lost(each)

    def _is_open(self, held: Held) -> bool:
        return held in self._held and not held.is_settling
