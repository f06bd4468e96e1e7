"""Interfaces to states and history, implemented by packages above this one."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from vedette.alerting.model import AlertState, Instance, Labels


class EvaluationRead(Protocol):
    """The newest evaluation of a rule."""

    @property
    def health(self) -> str: ...
    @property
    def failure(self) -> str: ...
    @property
    def failure_reason(self) -> str: ...
    @property
    def evaluated(self) -> datetime | None: ...
    @property
    def slot(self) -> datetime | None: ...
    @property
    def duration_ms(self) -> int: ...
    @property
    def missed(self) -> int: ...


class RecordRead(Protocol):
    """A transition of an instance."""

    @property
    def id(self) -> int: ...
    @property
    def rule_uid(self) -> str: ...
    @property
    def rule_title(self) -> str: ...
    @property
    def folder_uid(self) -> str: ...
    @property
    def group(self) -> str: ...
    @property
    def dashboard_uid(self) -> str: ...
    @property
    def panel_id(self) -> int: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def labels(self) -> Labels: ...
    @property
    def before(self) -> AlertState | None: ...
    @property
    def after(self) -> AlertState: ...
    @property
    def reason(self) -> str: ...
    @property
    def values(self) -> Mapping[str, float]: ...
    @property
    def failure(self) -> str: ...
    @property
    def slot(self) -> datetime: ...
    @property
    def created(self) -> datetime: ...


class States(Protocol):
    async def counts(self, org_id: int) -> Mapping[str, Mapping[AlertState, int]]:
        """Return the number of instances by state, by rule uid."""
        ...

    async def firing_rules(self, org_id: int) -> int: ...

    async def instances(
        self, org_id: int, rule_uids: Sequence[str]
    ) -> Mapping[str, Collection[Instance]]:
        """Return the instances by rule uid."""
        ...

    async def evaluations(self, org_id: int) -> Mapping[str, EvaluationRead]:
        """Return the evaluations by rule uid."""
        ...


class RuleHistory(Protocol):
    async def records(
        self,
        org_id: int,
        since: datetime,
        until: datetime,
        limit: int,
        *,
        rule_uid: str = "",
        dashboard_uid: str = "",
    ) -> Sequence[RecordRead]:
        """Return records, newest first: of a rule, else of a dashboard, else of all."""
        ...
