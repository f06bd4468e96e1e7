"""Keeps the leases of work that takes long, beside the work."""

import logging
from collections.abc import Callable

import msgspec

from vedette.cluster.claims import Claim, Claims
from vedette.db.errors import DatabaseUnavailable
from vedette.kernel.clock import Clock

log = logging.getLogger("vedette.cluster")
_LOOKS_A_LEASE = 6


class Held(msgspec.Struct, eq=False):
    """Work in hand. `until` is the end of its lease, monotonic: past it nothing may begin."""

    claim: Claim
    until: float
    is_settling: bool = False
    """Its results are being written; whether they count is the database's to say."""


class Renewal:
    """`on_lost` is told what another instance has taken over, before its results are written."""

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
        """It is settled, or is not to be done any more."""
        self._held.discard(held)

    async def run(self) -> None:
        while True:
            await self._clock.sleep(self._claims.lease.total_seconds() / _LOOKS_A_LEASE)
            try:
                await self.turn()
            except DatabaseUnavailable as error:
                log.debug("Leases could not be renewed: %s", error.public)
            except Exception:
                log.exception("Leases could not be renewed.")

    async def turn(self) -> None:
        """Of what was begun or prolonged some time ago. Raises `DatabaseUnavailable`."""
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
        # Whoever locks a row for a moment keeps it from being prolonged, and takes nothing over.
        kept = await self._claims.still_held([each.claim for each in left])
        for each in left:
            if each.claim.key not in kept and self._is_open(each):
                each.until = 0.0
                self._on_lost(each)

    def _is_open(self, held: Held) -> bool:
        return held in self._held and not held.is_settling
