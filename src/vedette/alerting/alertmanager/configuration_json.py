"""Whole configurations in the format of Grafana 10.4."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from vedette.alerting.alertmanager.configuration import (
    AlertmanagerConfiguration,
    ConfigurationDraft,
    check_names,
)
from vedette.alerting.alertmanager.configuration_store import KeptConfiguration
from vedette.alerting.alertmanager.errors import BadConfiguration
from vedette.alerting.contacts.model import REDACTED, Integration, IntegrationDraft
from vedette.alerting.contacts.visibility import Visible
from vedette.alerting.muting.inhibitions.bodies import InhibitionBody
from vedette.alerting.muting.inhibitions.text import parse_rule, rule_json
from vedette.alerting.muting.silences.text import time_text
from vedette.alerting.muting.timings.api import timing_json
from vedette.alerting.muting.timings.bodies import IntervalBody
from vedette.alerting.muting.timings.text import parse_timing
from vedette.alerting.routing.bodies import PolicyBody
from vedette.alerting.routing.policy_text import parse_policy, policy_json
from vedette.kernel.clock import moment
from vedette.sdk import Json

_MOST_POINTS = 2_000


class TimingPart(msgspec.Struct):
    name: str
    time_intervals: list[IntervalBody] = []


class IntegrationPart(msgspec.Struct, rename="camel"):
    """`secure_fields` names secrets to keep; those set to false are deleted."""

    type: str
    uid: str | None = ""
    settings: dict[str, Any] = {}
    secure_settings: dict[str, str] | None = None
    secure_fields: dict[str, bool] | None = None
    disable_resolve_message: bool = False


class ReceiverPart(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    grafana_managed_receiver_configs: list[IntegrationPart] | None = None


class ConfigPart(msgspec.Struct):
    route: PolicyBody
    receivers: list[ReceiverPart] | None = None
    mute_time_intervals: list[TimingPart] | None = None
    time_intervals: list[TimingPart] | None = None
    inhibit_rules: list[InhibitionBody] | None = None


class ConfigurationBody(msgspec.Struct):
    alertmanager_config: ConfigPart
    template_files: dict[str, str] | None = None


def parse_configuration(sent: ConfigurationBody) -> ConfigurationDraft:
    """Raises `BadConfiguration` and the errors of the parts.

    Missing templates and inhibition rules are kept.
    """
    config = sent.alertmanager_config
    timings = [*(config.mute_time_intervals or ()), *(config.time_intervals or ())]
    check_names("mute timings", [each.name for each in timings])
    receivers = config.receivers or []
    if len(receivers) > _MOST_POINTS:
        raise BadConfiguration(f"The maximum is {_MOST_POINTS} contact points.")
    check_names("contact points", [each.name for each in receivers])
    rules = config.inhibit_rules
    return ConfigurationDraft(
        policy=parse_policy(config.route),
        points={
            each.name: [
                _draft(each.name, one) for one in each.grafana_managed_receiver_configs or ()
            ]
            for each in receivers
        },
        timings={each.name: parse_timing(each.name, each.time_intervals) for each in timings},
        templates=sent.template_files,
        inhibitions=None if rules is None else tuple(map(parse_rule, rules)),
    )


def configuration_json(whole: AlertmanagerConfiguration, visible: Visible) -> dict[str, Any]:
    """Return the configuration without secrets; `secureFields` names those that are stored."""
    route: dict[str, Any] = {**policy_json(whole.policy.policy)}
    if whole.policy.provenance:
        route["provenance"] = whole.policy.provenance
    return {
        "template_files": {each.name: each.body for each in whole.templates},
        "template_file_provenances": _provenances(
            [(each.name, each.provenance) for each in whole.templates]
        ),
        "alertmanager_config": {
            "route": route,
            "receivers": [
                {
                    "name": name,
                    "grafana_managed_receiver_configs": [
                        integration_json(visible(each)) for each in integrations
                    ],
                }
                for name, integrations in groupby(whole.integrations, lambda one: one.name)
            ]
            + [{"name": name, "grafana_managed_receiver_configs": []} for name in whole.empty],
            "mute_time_intervals": [_timing(timing_json(each)) for each in whole.timings],
            "time_intervals": [],
            "muteTimeProvenances": _provenances(
                [(each.timing.name, each.provenance) for each in whole.timings]
            ),
            "inhibit_rules": [rule_json(each) for each in whole.inhibitions.rules],
            "templates": [],
        },
    }


def kept_json(kept: KeptConfiguration, org_id: int, visible: Visible) -> dict[str, Any]:
    """Return a version of the history, with the same visibility as the current one."""
    return {
        "id": kept.id,
        "last_applied": time_text(moment(kept.applied)),
        **with_integrations(org_id, kept.configuration, visible),
    }


def with_integrations(org_id: int, configuration: Json, change: Visible) -> dict[str, Any]:
    """Return a stored configuration with each integration as `change` makes it."""
    config = dict(configuration["alertmanager_config"])
    config["receivers"] = [
        {
            **receiver,
            "grafana_managed_receiver_configs": [
                integration_json(change(_integration(org_id, each)))
                for each in receiver["grafana_managed_receiver_configs"]
            ],
        }
        for receiver in config["receivers"]
    ]
    return {**configuration, "alertmanager_config": config}


def integration_json(integration: Integration) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "uid": integration.uid,
        "name": integration.name,
        "type": integration.type,
        "disableResolveMessage": integration.disable_resolve,
        "settings": dict(integration.settings),
        "secureFields": dict.fromkeys(integration.sealed, True),
    }
    if integration.provenance:
        shown["provenance"] = integration.provenance
    return shown


def _integration(org_id: int, shown: Json) -> Integration:
    return Integration(
        id=0,
        org_id=org_id,
        uid=shown["uid"],
        name=shown["name"],
        type=shown["type"],
        settings=shown["settings"],
        sealed=dict.fromkeys(shown["secureFields"], ""),
        disable_resolve=shown["disableResolveMessage"],
        provenance=shown.get("provenance", ""),
        position=0,
        version=0,
        created=0,
        updated=0,
    )


def _draft(name: str, sent: IntegrationPart) -> IntegrationDraft:
    secrets = dict(sent.secure_settings or {})
    for key, stays in (sent.secure_fields or {}).items():
        if key not in secrets:
            secrets[key] = REDACTED if stays else ""
    return IntegrationDraft(
        name, sent.type, sent.settings, sent.uid or "", sent.disable_resolve_message, secrets
    )


def _timing(shown: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in shown.items() if key != "provenance"}


def _provenances(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    return {name: provenance for name, provenance in pairs if provenance}
