"""HTTP APIs of alert rules."""

from vedette.alerting.rules.api.history import RuleHistoryApi
from vedette.alerting.rules.api.provisioning import ProvisioningApi
from vedette.alerting.rules.api.readers import RuleHistory, States
from vedette.alerting.rules.api.ruler import RulerApi
from vedette.alerting.rules.api.source_rules import SourceRulesApi
from vedette.alerting.rules.api.state import StateApi
from vedette.alerting.rules.api.versions import RuleVersionsApi
from vedette.alerting.rules.service import RuleService
from vedette.kernel.clock import Clock
from vedette.web.routes import Route

__all__ = ["SourceRulesApi", "routes"]


def routes(
    service: RuleService,
    states: States,
    history: RuleHistory,
    clock: Clock,
) -> list[Route]:
    return [
        *ProvisioningApi(service).routes(),
        *RulerApi(service).routes(),
        *StateApi(service, states, clock).routes(),
        *RuleHistoryApi(service, history, clock).routes(),
        *RuleVersionsApi(service).routes(),
    ]
