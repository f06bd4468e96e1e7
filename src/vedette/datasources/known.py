"""Caches recent source lookups, so that a query does not read the database again."""

from collections.abc import Collection, Sequence

from vedette.datasources.model import SourceRef
from vedette.datasources.store import commits
from vedette.kernel.clock import Clock

_SECONDS = 1.0
_MOST = 10_000


class KnownSources:
    """Caches which source a uid or id names; permissions are always checked again.

    Commits of this process are visible immediately, those of other instances within a second.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._commits = commits.count
        self._known: dict[tuple[int, str | int], tuple[float, SourceRef]] = {}

    def all_of(
        self, org_id: int, uids: Collection[str], ids: Collection[int]
    ) -> Sequence[SourceRef] | None:
        """Return each source once, or None if one of them is not cached."""
        if self._commits != commits.count:
            self._known.clear()
            self._commits = commits.count
            return None
        now = self._clock.monotonic()
        found: dict[int, SourceRef] = {}
        keys: tuple[str | int, ...] = (*uids, *ids)
        for key in keys:
            known = self._known.get((org_id, key))
            if known is None or known[0] <= now:
                return None
            found[known[1].id] = known[1]
        return list(found.values())

    def remember(self, sources: Sequence[SourceRef], commits_before: int) -> None:
        """Cache sources. `commits_before` is the commit count before they were read."""
        if commits_before != self._commits:
            return
        if len(self._known) > _MOST:
            self._known.clear()
        until = self._clock.monotonic() + _SECONDS
        for source in sources:
            self._known[source.org_id, source.uid] = (until, source)
            self._known[source.org_id, source.id] = (until, source)
