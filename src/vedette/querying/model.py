"""What a batch of queries is, and what querying needs to know of the configured sources."""

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
    """One query of a batch. `datasource_id`, the legacy name of a source, counts without uid."""

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
    """Headers of the caller that sources with `oauthPassThru` or `keepCookies` pass on."""
    from_alert: bool = False
    wants_fresh: bool = False
    """Passes by what is kept of earlier answers."""
    firing: Mapping[str, Collection[frozenset[tuple[str, str]]]] = msgspec.field(
        default_factory=dict
    )
    """By the refId of a threshold: label sets that fired before, for its second limit."""


class SourceLookup(Protocol):
    """The part of the data sources that querying uses."""

    async def find(
        self, org_id: int, uids: Collection[str], ids: Collection[int]
    ) -> Sequence[SourceRef]:
        """Every source of the organisation with one of the uids or ids, in one query.

        What does not exist is left out. Permission is not its business.
        """
        ...

    async def connect(self, source: SourceRef) -> DataSource:
        """The live connection for (uid, version), opened where needed.

        Raises `VedetteError` where it cannot be opened: plugin missing, settings wrong.
        """
        ...

    def caller(self, source: SourceRef, caller: Caller) -> Caller:
        """`caller` with only those headers that this source's settings pass on."""
        ...

    def keeping(self, source: SourceRef) -> Keeping | None:
        """How its answers may be shared and kept; None while no connection is open."""
        ...


class Observe(Protocol):
    def __call__(self, kind: str, outcome: str, seconds: float) -> None:
        """Counts one call of a source: outcome `ok`, `error`, `timeout` or `cancelled`."""
        ...


Results = Mapping[str, Answer]
"""Answers by refId, in the order of the batch."""
