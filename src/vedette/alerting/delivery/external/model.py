"""Who is told of an organization's alerts: its policies, Alertmanagers among its data sources, or
both. Values in, values out.

An Alertmanager groups, silences and routes by itself. So it is handed everything at once, in one
group past the policies, and again within a minute: it forgets alerts when it restarts, and ends
those that nobody tells it of any more.
"""

from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum

import msgspec

from vedette.alerting.alerts.model import Alert
from vedette.alerting.contacts.model import Integration
from vedette.alerting.delivery.group_store import HANDED
from vedette.alerting.delivery.own_alerts import is_about_delivery
from vedette.alerting.routing.grouping import group_key
from vedette.alerting.routing.tree import Route, Timings

RECEIVER_TYPE = "prometheus-alertmanager"
ENDS_AFTER = timedelta(minutes=10)
"""How far ahead the end of an alert that fires is written: longer than the longest pause between
attempts and the time until an alert is told anew, together."""
LONGEST_WAIT = timedelta(minutes=5)
"""How long an Alertmanager that asks to be left alone is: longer, and alerts would end there."""
_TIMINGS = Timings(timedelta(0), timedelta(seconds=10), timedelta(minutes=1))


class Choice(StrEnum):
    """As `alertmanagersChoice` of Grafana 10.4 names it."""

    INTERNAL = "internal"
    ALL = "all"
    EXTERNAL = "external"


class Alertmanager(msgspec.Struct, frozen=True):
    """A data source that alerts are handed to."""

    uid: str
    name: str

    @property
    def address(self) -> str:
        """Key of its route and uid of its integration; no policy and no contact point has such."""
        return f"{HANDED}{self.uid}"

    @property
    def group_key(self) -> str:
        return group_key(self.route, {})

    @property
    def route(self) -> Route:
        return Route(
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


class Handing(msgspec.Struct, frozen=True):
    """`alertmanagers` are those that can be used, none for `internal`."""

    choice: Choice = Choice.INTERNAL
    alertmanagers: tuple[Alertmanager, ...] = ()

    def routes(self, alert: Alert) -> Iterable[Route]:
        """Not of alerts that others post: two servers that hand on to each other would never stop
        to tell."""
        if alert.origin == "posted":
            return ()
        return (each.route for each in self.alertmanagers)

    def is_told_here(self, alert: Alert) -> bool:
        """Whether the policies, or the rule itself, say who is told as well.

        So they do where there is no Alertmanager to hand alerts to, and of alerts about delivery:
        who refuses messages is not the one to say so.
        """
        if self.choice is not Choice.EXTERNAL or not self.alertmanagers:
            return True
        return alert.origin == "posted" or is_about_delivery(alert)

    def integrations(self, org_id: int, address: str) -> tuple[Integration, ...]:
        """Who tells a group of that route; nobody where alerts are not handed on there any more."""
        return tuple(
            _integration(org_id, each) for each in self.alertmanagers if each.address == address
        )


def is_handed(address: str) -> bool:
    """Whether it is the key of such a route or of a group in it, or the uid of its integration."""
    return address.startswith(HANDED)


def source_uid(address: str) -> str:
    """The data source that is meant by a route or an integration."""
    return address.removeprefix(HANDED)


def called(address: str, receiver: str) -> str:
    """What sentences call a receiver."""
    return f"the {'Alertmanager' if is_handed(address) else 'contact point'} {receiver}"


def _integration(org_id: int, alertmanager: Alertmanager) -> Integration:
    return Integration(
        id=0,
        org_id=org_id,
        uid=alertmanager.address,
        name=alertmanager.name,
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
