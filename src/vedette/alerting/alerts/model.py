"""An alert as it is told, silenced and listed: of a rule, of a data source that is down, or posted
by another server."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

import msgspec

from vedette.alerting.model import Labels, NotificationSettings

AlertOrigin: TypeAlias = Literal["rule", "outage", "posted"]
RESOLVE_TIMEOUT = timedelta(minutes=5)
"""After this an alert is over that was posted without an end and is not posted again."""


class Alert(msgspec.Struct, frozen=True):
    """`fingerprint` is that of `labels`, and the alert's identity in its organization."""

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
    """Of posted alerts; those of rules are made when they are told."""
    expires_at: datetime | None = None
    """When a posted alert is over that nobody posts again."""
    notification: NotificationSettings | None = None
    updated: datetime | None = None

    @property
    def is_firing(self) -> bool:
        return self.ends_at is None
