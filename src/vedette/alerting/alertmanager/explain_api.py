"""Explains the routing of an alert and its current suppression."""

import msgspec

from vedette.access.guard import needs
from vedette.alerting.alertmanager.answers import ExplainedPolicies, ExplainedRoute, PolicyVisit
from vedette.alerting.alertmanager.errors import AlertNotFound, BadAlerts
from vedette.alerting.alertmanager.view import View, Views
from vedette.alerting.alerts.store import AlertStore
from vedette.alerting.delivery.external.model import AlertmanagerChoice, AlertmanagerSelection
from vedette.alerting.model import Labels, NotificationSettings, fingerprint
from vedette.alerting.muting.silences.text import silence_json
from vedette.alerting.routing.bodies import PolicyBody
from vedette.alerting.routing.grouping import group_key, group_labels
from vedette.alerting.routing.policies import place_name
from vedette.alerting.routing.policy_text import BadPolicy, parse_policy
from vedette.alerting.routing.tree import PolicyRoute, Visit, explain, resolve, routes_for
from vedette.db.database import Database
from vedette.kernel.durations import format_duration
from vedette.web.call import Call
from vedette.web.routes import Route

_MOST_LABELS = 200
_MAX_BODY = 4 * 1024 * 1024


class ExplainBody(msgspec.Struct):
    """An alert with these labels, or a stored one by its fingerprint.

    `policies` is a tree to use instead of the stored one, such as an unsaved edit.
    """

    labels: dict[str, str] = {}
    fingerprint: str = ""
    policies: PolicyBody | None = None


class RoutingExplainApi:
    def __init__(self, database: Database, views: Views) -> None:
        self._database = database
        self._views = views

    def routes(self) -> list[Route]:
        return [
            Route(
                "POST",
                "/api/v1/alerting/policies/explain",
                self.explain,
                needs("alerting:read"),
                answer=ExplainedPolicies,
                body=ExplainBody,
                max_body=_MAX_BODY,
                summary="Explain which policies match an alert.",
            )
        ]

    async def explain(self, call: Call) -> ExplainedPolicies:
        sent: ExplainBody = call.body
        if len(sent.labels) > _MOST_LABELS:
            raise BadAlerts(f"An alert has at most {_MOST_LABELS} labels.")
        org_id = call.who.org_id
        view = await self._views.of_org(org_id)
        labels: Labels = sent.labels
        settings: NotificationSettings | None = None
        if sent.fingerprint:
            async with self._database.reading() as tx:
                known = await AlertStore(tx).by_fingerprints(org_id, [sent.fingerprint])
            if sent.fingerprint not in known:
                raise AlertNotFound(sent.fingerprint)
            labels, settings = known[sent.fingerprint].labels, known[sent.fingerprint].notification
        return _explained(view, _root(view, sent.policies), labels, settings)


def _root(view: View, policies: PolicyBody | None) -> PolicyRoute:
    if policies is None:
        return view.configuration.route
    policy = parse_policy(policies)
    if not policy.receiver:
        raise BadPolicy("The default policy has no contact point.")
    return resolve(policy)


def _explained(
    view: View, root: PolicyRoute, labels: Labels, settings: NotificationSettings | None
) -> ExplainedPolicies:
    routes = routes_for(root, labels, settings)
    visits = explain(root, labels) if settings is None else ()
    silenced = view.suppression(fingerprint(labels), labels, routes)
    sentences = [visit.sentence for visit in visits] or [
        f"Its rule sends the alert directly to {routes[0].receiver}, without notification policies."
    ]
    muted = [name for route in routes for name in view.timings_of(route)]
    if silenced.silenced_by:
        sentences.append(f"{_count(silenced.silenced_by, 'silence')} would silence it now.")
    if silenced.inhibited_by:
        sentences.append(f"It is inhibited by {_count(silenced.inhibited_by, 'alert').lower()}.")
    for name in dict.fromkeys(muted):
        sentences.append(f"A policy is muted now by mute timing {name!r}.")
    sentences += _external_texts(view.configuration.selection)
    return {
        "labels": dict(labels),
        "sentences": sentences,
        "visits": [_visit_json(visit) for visit in visits],
        "routes": [_route_json(view, route, labels) for route in routes],
        "silencedBy": [
            silence_json(each, view.now)
            for each in view.silences
            if each.id in silenced.silenced_by
        ],
        "inhibitedBy": list(silenced.inhibited_by),
        "mutedBy": list(silenced.muted_by),
        "isMuted": silenced.is_muted,
    }


def _external_texts(selection: AlertmanagerSelection) -> list[str]:
    if not selection.alertmanagers:
        return []
    names = " and ".join(each.name for each in selection.alertmanagers)
    if selection.choice is AlertmanagerChoice.ALL:
        return [f"If a rule creates the alert, it is also sent to {names}."]
    return [
        "If a rule creates the alert, notification policies do not apply."
        f" It is sent only to {names}."
    ]


def _visit_json(visit: Visit) -> PolicyVisit:
    return {
        "place": list(visit.route.place),
        "name": place_name(visit.route.place),
        "receiver": visit.route.receiver,
        "matched": visit.matched,
        "handles": visit.handles,
        "failing": [str(matcher) for matcher in visit.failing],
        "sentence": visit.sentence,
    }


def _route_json(view: View, route: PolicyRoute, labels: Labels) -> ExplainedRoute:
    timings = route.timings
    return {
        "place": list(route.place),
        "receiver": route.receiver,
        "receiverExists": route.receiver in view.configuration.receivers,
        "groupBy": list(route.group_by),
        "groupLabels": dict(group_labels(route, labels)),
        "groupKey": group_key(route, labels),
        "groupWait": format_duration(timings.group_wait),
        "groupInterval": format_duration(timings.group_interval),
        "repeatInterval": format_duration(timings.repeat_interval),
        "muteTimings": list(route.mute_timings),
        "activeTimings": list(route.active_timings),
        "mutedBy": list(view.timings_of(route)),
    }


def _count(names: tuple[str, ...], word: str) -> str:
    return f"One {word}" if len(names) == 1 else f"{len(names)} {word}s"
