"""Batches of queries, and the interface to configured sources."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import Protocol

import msgspec

from vedette.datasources.keeping import Keeping
from vedette.datasources.model import SourceRef as SourceRef
from vedette.kernel.source_names import BUILT_IN as BUILT_IN
from vedette.kernel.source_names import BUILT_IN_NAMES as BUILT_IN_NAMES
from vedette.kernel.source_names import EXPRESSIONS as EXPRESSIONS
from vedette.kernel.source_names import is_expression as is_expression
from vedette.sdk import Answer, Caller, DataSource, Json, Query, TimeRange


class QueryTarget(msgspec.Struct, frozen=True):
    """A query of a batch. The deprecated `datasource_id` is used without a uid."""

    ref_id: str
    datasource_uid: str
    model: Json
    range: TimeRange
    interval: timedelta
    max_points: int
    datasource_id: int | None = None

    def query(self) -> Query:
        return Query(self.ref_id, self.model, self.range, self.interval, self.max_points)


class Batch(msgspec.Struct, frozen=True):
    targets: tuple[QueryTarget, ...]
    forwarded_headers: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Headers of the caller that sources with `oauthPassThru` or `keepCookies` forward."""
    from_alert: bool = False
    wants_fresh: bool = False
    """Whether to ignore cached results."""
    firing: Mapping[str, Collection[frozenset[tuple[str, str]]]] = msgspec.field(
        default_factory=dict
    )
    """Label sets that fired before, by the refId of a threshold, for hysteresis."""


class SourceLookup(Protocol):
    """The interface of data sources for querying."""

    async def find(
        self, org_id: int, uids: Collection[str], ids: Collection[int]
    ) -> Sequence[SourceRef]:
        """Return every source of the organization with one of the uids or ids, in one query.

        Missing sources are left out. Permissions are not checked.
        """
        ...

    async def connect(self, source: SourceRef) -> DataSource:
        """Return the connection for (uid, version); open it if needed.

        Raises `VedetteError` if it cannot be opened: a missing plugin or invalid settings.
        """
        ...

    def caller(self, source: SourceRef, caller: Caller) -> Caller:
        """Return `caller` with only those headers that the source's settings forward."""
        ...

    def keeping(self, source: SourceRef) -> Keeping | None:
        """Return how results can be shared and cached; None while no connection is open."""
        ...


class Observe(Protocol):
    def __call__(self, kind: str, outcome: str, seconds: float) -> None:
        """Count a call of a source: the outcome is `ok`, `error`, `timeout` or `cancelled`."""
        ...


Results = Mapping[str, Answer]
"""Results by refId, in the order of the batch."""
