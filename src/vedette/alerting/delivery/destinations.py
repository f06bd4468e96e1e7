"""Where the alerts of a group go: a contact point, or an external Alertmanager.

An external Alertmanager is a data source. It groups, silences, inhibits and repeats by itself. So
it receives every alert of rules at once, in one group without policies, and again within a minute:
it forgets alerts when it restarts, and resolves those that are no longer sent.

The database and the queue identify an external Alertmanager by its address: the key of its route,
the uid of its integration, and the start of the key of its group. `destination_of` reads it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, ClassVar

import msgspec

from vedette.alerting.contacts.model import Integration
from vedette.alerting.delivery.decide import Decision, Fingerprints, Sent, only_changes
from vedette.alerting.routing.grouping import group_key
from vedette.alerting.routing.policies import place_name
from vedette.alerting.routing.tree import GroupTimings, PolicyRoute

RECEIVER_TYPE = "prometheus-alertmanager"
ENDS_AFTER = timedelta(minutes=10)
"""The end time sent with a firing alert is this far ahead: longer than the longest pause between
attempts plus the interval between two sends."""
ADDRESS_PREFIX = "alertmanager/"
"""Keys of groups of contact points do not begin with this prefix."""
_WITHOUT_LABELS = ":{}"
_TIMINGS = GroupTimings(timedelta(0), timedelta(seconds=10), timedelta(minutes=1))


class ContactPointDestination(msgspec.Struct, frozen=True):
    """A contact point that policies or rules name."""

    name: str
    is_muted_here: ClassVar[bool] = True
    """Silences, inhibition rules, mute timings and acknowledgements apply."""
    resolves_moved: ClassVar[bool] = True
    """Alerts that keep firing in another group are resolved in this one."""
    keeps_repeats: ClassVar[bool] = True
    """Repeats stay in the notification history."""
    longest_pause: ClassVar[timedelta] = timedelta.max
    """The longest time by which a server can postpone the next attempt."""

    @property
    def title(self) -> str:
        """Return the name as used in a sentence."""
        return f"the contact point {self.name}"

    def repeated(
        self, decision: Decision, sent: Sent | None, repeat: timedelta, now: datetime
    ) -> Decision:
        """Return what is sent between repeats: all alerts of the group."""
        return decision

    def recorded(self, decision: Decision, sent: Sent | None) -> Fingerprints:
        """Return the alerts of a notification that get an entry in the history: all of them."""
        return decision.firing | decision.resolved

    def reason(self, place: Sequence[int], rule_uid: str) -> dict[str, object]:
        """Return why alerts are routed here: the position of a policy, or the rule."""
        return {"rule": rule_uid} if rule_uid else {"policy": list(place)}

    def reason_text(self, reason: Mapping[str, Any]) -> str:
        if "rule" in reason:
            return "as set in the alert rule"
        return f"by {place_name(tuple(reason.get('policy', ())))}"

    def left_text(self) -> str:
        """Return why an alert left the group."""
        return f"Left its group of {self.title}, because policies or labels route it elsewhere."

    def no_receiver_text(self) -> str:
        """Return why no one receives the group."""
        return f"No notification was sent: {self.title} does not exist or has no integration."


class AlertmanagerDestination(msgspec.Struct, frozen=True):
    """An Alertmanager data source that receives alerts. `uid` and `name` are those of the data
    source."""

    uid: str
    name: str
    is_muted_here: ClassVar[bool] = False
    resolves_moved: ClassVar[bool] = False
    """An Alertmanager identifies alerts by their labels, regardless of groups."""
    keeps_repeats: ClassVar[bool] = False
    """It receives one per minute."""
    longest_pause: ClassVar[timedelta] = timedelta(minutes=5)
    """With a longer pause, the Alertmanager would resolve the alerts."""

    @property
    def title(self) -> str:
        return f"the Alertmanager {self.name}"

    @property
    def address(self) -> str:
        """Return the key of its route and uid of its integration."""
        return f"{ADDRESS_PREFIX}{self.uid}"

    @property
    def group_key(self) -> str:
        return group_key(self.route, {})

    @property
    def route(self) -> PolicyRoute:
        return PolicyRoute(
            key=self.address,
            place=(),
            receiver=self.name,
            group_by=(),
            timings=_TIMINGS,
            matchers=(),
            continues=False,
            mute_timings=(),
            active_timings=(),
            routes=(),
        )

    def integration(self, org_id: int) -> Integration:
        return Integration(
            id=0,
            org_id=org_id,
            uid=self.address,
            name=self.name,
            type=RECEIVER_TYPE,
            settings={},
            sealed={},
            disable_resolve=False,
            provenance="",
            position=0,
            version=0,
            created=0,
            updated=0,
        )

    def repeated(
        self, decision: Decision, sent: Sent | None, repeat: timedelta, now: datetime
    ) -> Decision:
        """Return what is sent between repeats: changes only."""
        return only_changes(decision, sent, repeat, now)

    def recorded(self, decision: Decision, sent: Sent | None) -> Fingerprints:
        """Return the alerts of a notification that get an entry in the history: changes only."""
        known = frozenset() if sent is None else sent.firing
        return (decision.firing - known) | decision.resolved

    def reason(self, place: Sequence[int], rule_uid: str) -> dict[str, object]:
        return {"alertmanager": self.uid}

    def reason_text(self, reason: Mapping[str, Any]) -> str:
        return "as an external Alertmanager"

    def left_text(self) -> str:
        return f"No longer sent to {self.title}, because the Alertmanager choice changed."

    def no_receiver_text(self) -> str:
        return f"Not sent to {self.title}, which no longer receives alerts."


Destination = ContactPointDestination | AlertmanagerDestination


def destination_of(address: str, name: str = "") -> Destination:
    """Read the destination from the key of a group or the uid of an integration, as stored.

    `name` is that of the receiver.
    """
    if address.startswith(ADDRESS_PREFIX):
        uid = address.removeprefix(ADDRESS_PREFIX).removesuffix(_WITHOUT_LABELS)
        return AlertmanagerDestination(uid, name)
    return ContactPointDestination(name)
