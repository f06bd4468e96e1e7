"""An alert: of a rule, of a data source that is down, or posted by another server."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

import msgspec

from vedette.alerting.model import Labels, NotificationSettings

AlertOrigin: TypeAlias = Literal["rule", "outage", "posted"]
RESOLVE_TIMEOUT = timedelta(minutes=5)
"""Time after which a posted alert without an end resolves unless it is posted again."""


class Alert(msgspec.Struct, frozen=True):
    """`fingerprint` is that of `labels`, and the identity of the alert in its organization."""

    org_id: int
    fingerprint: str
    labels: Labels
    annotations: Labels
    starts_at: datetime
    ends_at: datetime | None = None
    """None while it fires."""
    values: Mapping[str, float] = msgspec.field(default_factory=dict)
    origin: AlertOrigin = "rule"
    rule_uid: str = ""
    generator_url: str = ""
    """For posted alerts. That of a rule's alert is created for each notification."""
    expires_at: datetime | None = None
    """When a posted alert resolves unless it is posted again."""
    notification: NotificationSettings | None = None
    updated: datetime | None = None

    @property
    def is_firing(self) -> bool:
        return self.ends_at is None
